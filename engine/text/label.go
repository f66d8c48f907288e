package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Field names a value of the visual inspection zone.
type Field string

// The fields that are looked for.
const (
	Surname    Field = "lastName"
	GivenNames Field = "firstName"
	Number     Field = "documentNumber"
	Birth      Field = "dateOfBirth"
	Issue      Field = "issueDate"
	Expiry     Field = "expiryDate"
)

// labels are words that stand beside a field, folded: in English, Spanish, French, German, Italian, Portuguese and Dutch.
// A label counts if all words of one of its phrases stand in the line.
var labels = []struct {
	field   Field
	phrases []string
}{
	{Surname, []string{"surname", "apellidos", "apellido", "nachname", "familienname", "cognome", "last name", "family name", "nom", "naam", "sobrenome", "achternaam"}},
	{GivenNames, []string{"given names", "given name", "nombres", "nombre", "prenoms", "prenom", "vornamen", "vorname", "first name", "forenames", "nomes", "nome", "voornamen"}},
	{Birth, []string{"birth", "naissance", "nacimiento", "geburtsdatum", "geburtstag", "nascita", "nascimento", "geboortedatum", "dob"}},
	{Expiry, []string{"expiry", "expiration", "expires", "caducidad", "vencimiento", "valido hasta", "gultig bis", "scadenza", "validade", "valid until", "exp", "geldig tot"}},
	{Issue, []string{"date issue", "issued", "delivrance", "expedicion", "emision", "ausstellungsdatum", "rilascio", "emissao", "iss", "afgifte"}},
	{Number, []string{"document no", "document number", "passport no", "passport number", "licence no", "license no", "no du document", "numero documento", "ausweisnummer", "passnummer", "dl no", "dln", "num soporte", "passeport no", "card no"}},
}

// fold takes accents and case away and keeps letters, with one space between words.
func fold(s string) string {
	var b strings.Builder
	space := false
	for _, r := range norm.NFD.String(s) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case unicode.IsLetter(r):
			if space && b.Len() > 0 {
				b.WriteByte(' ')
			}
			space = false
			b.WriteRune(unicode.ToLower(r))
		default:
			space = true
		}
	}
	return b.String()
}

// labelOf tells which field a line is the label of, if any. "Place of birth" is none.
func labelOf(s string) (Field, bool) {
	words := strings.Fields(fold(s))
	if len(words) == 0 || len(words) > 10 {
		return "", false
	}
	for _, other := range []string{"place", "lieu", "lugar", "ort", "luogo", "authority", "autorite", "autoridad"} {
		if has(words, other) {
			return "", false
		}
	}
	best, length := Field(""), 0
	for _, l := range labels {
		for _, phrase := range l.phrases {
			if len(phrase) > length && hasAll(words, strings.Fields(phrase)) {
				best, length = l.field, len(phrase)
			}
		}
	}
	return best, length > 0
}

func hasAll(words, phrase []string) bool {
	for _, p := range phrase {
		if !has(words, p) {
			return false
		}
	}
	return true
}

// has finds a word; in one of five letters and more, one may be misread.
func has(words []string, want string) bool {
	for _, w := range words {
		if w == want || len(want) >= 5 && Distance(w, want, 1) <= 1 {
			return true
		}
	}
	return false
}

// Distance is the number of letters to insert, remove or replace to make one word of the other (Levenshtein), counted up
// to limit+1.
func Distance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if d := len(x) - len(y); d > limit || -d > limit {
		return limit + 1
	}
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j, s := range y {
			cost := diagonal
			if r != s {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return min(row[len(y)], limit+1)
}
