package text

import (
	"image"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"proofdesk/engine/spelling"
)

// Field is a value of the visual inspection zone.
type Field string

// The fields that are searched for. Other is what a label names that is none of them.
const (
	Surname     Field = "lastName"
	GivenNames  Field = "firstName"
	Number      Field = "documentNumber"
	Birth       Field = "dateOfBirth"
	Issue       Field = "issueDate"
	Expiry      Field = "expiryDate"
	Sex         Field = "sex"
	Nationality Field = "nationality"
	Issuer      Field = "issuingCountry"
	Other       Field = "other"
)

// phrases are words that label a field, folded: the English and French that ICAO 9303-3 §3.2 asks for beside the
// State's own language, and words of other languages of the Latin script. The longest that fits at a place counts, so
// that a place of birth is no date of birth.
var phrases = phrasesOf(map[Field][]string{
	Surname: {
		"surname", "surnames", "last name", "family name", "primary identifier", "identifiant primaire", "nom",
		"noms", "apellidos", "apellido", "nachname", "familienname", "name name nom", "cognome",
		"naam", "achternaam", "sobrenome", "apelido", "apelidos", "nazwisko", "prijmeni", "priezvisko", "prezime",
		"priimek", "nume", "numele", "efternavn", "efternamn", "etternavn",
		"sukunimi", "perekonnanimi", "uzvards", "pavarde", "vezeteknev", "csaladi nev", "kenninafn", "soyadi",
		"soyad", "mbiemri", "kunjomm", "name nom", "name name",
	},
	GivenNames: {
		"given names", "given name", "first name", "first names", "forenames", "forename", "other names",
		"secondary identifier", "identifiant secondaire", "prenoms", "prenom", "nombres", "nombre", "vornamen",
		"vorname",
		"nomes", "nome", "voornamen", "imiona", "imie", "imie imiona", "jmeno", "jmena", "meno", "ime", "prenume",
		"prenumele", "fornavne", "fornavn", "fornamn", "etunimet",
		"eesnimed", "eesnimi", "vards", "vardai", "vardas", "utonev", "utonevek", "keresztnev", "eiginnafn", "adi",
		"emri", "isem", "given names patronymic",
	},
	Birth: {
		"birth", "date of birth", "birth date", "born", "dob", "naissance", "date de naissance", "ne le", "nee le",
		"nacimiento", "fecha de nacimiento", "geburtsdatum", "geburtstag", "nascita",
		"data di nascita", "nascimento", "data de nascimento", "geboortedatum", "geboren", "data urodzenia",
		"datum narozeni", "datum narodenia", "datum rodenja", "datum rojstva",
		"data nasterii", "fodselsdato", "fodelsedatum", "syntymaaika", "sunniaeg", "dzimsanas datums", "gimimo data",
		"szuletesi ido", "szuletesi datum", "faedingardagur", "dogum tarihi",
		"dogulduqu tarix", "doguldugu tarix", "datelindja",
	},
	Expiry: {
		"expiry", "date of expiry", "expiration", "date d expiration", "expires", "expiry date", "expiration date",
		"exp", "valid until", "date of expiration", "valable jusqu au", "valide jusqu au", "caducidad",
		"vencimiento", "fecha de caducidad", "valido hasta", "gultig bis", "scadenza", "validade", "geldig tot",
		"data waznosci", "platnost do", "vrijedi do", "velja do", "data expirarii",
		"udlobsdato", "giltigt till", "gyldig til", "kehtiv kuni", "deriga lidz", "galioja iki", "ervenyes",
		"gildir til", "etibarliliq muddeti", "son gecerlilik tarihi", "validez",
	},
	Issue: {
		"date of issue", "issue date", "issued on", "date of issuance", "date de delivrance", "delivrance",
		"delivre le", "fecha de expedicion", "expedicion", "emision", "ausstellungsdatum", "rilascio",
		"data di rilascio", "emissao", "data de emissao", "iss", "afgifte", "datum van afgifte", "data wydania",
		"datum vydani", "datum vydania", "datum izdavanja", "data eliberarii", "udstedelsesdato",
		"valja antud", "izdosanas datums", "isdavimo data", "kiallitas kelte", "utgafudagur", "verilme tarixi",
		"verilis tarihi",
	},
	Number: {
		"passport no", "passport number", "no du passeport", "passeport no", "passport nr", "reisepass nr",
		"document no", "document number", "no du document", "numero documento", "num documento",
		"passnummer", "ausweisnummer", "dl no", "dln", "lic no", "licence no", "license no", "licence number",
		"license number", "card no", "card number", "id no", "num soporte", "pasaporte no",
		"passaporto n", "cislo pasu", "br putovnice", "dokumenta nr", "dokumendi nr", "paso nr", "pasportun nomresi",
		"numer paszportu", "de passeport", "du passeport", "utlevel szama", "vegabref nr",
		"numero de document", "dl", "ausweis nr", "documentnummer", "paspoortnummer", "number passport", "dni num",
		"idesp", "identite no",
	},
	Sex: {
		"sex", "sexe", "sexo", "geschlecht", "sesso", "gender", "plec", "pohlavi", "pohlavie", "spol", "sexul", "kon",
		"kjonn", "sukupuoli", "sugu", "dzimums", "lytis", "neme", "kyn", "cinsi", "cinsiyeti",
	},
	Nationality: {
		"nationality", "nationalite", "nacionalidad", "staatsangehorigkeit", "cittadinanza", "nacionalidade",
		"nationaliteit", "citizenship", "obywatelstwo", "statni obcanstvi", "statne obcianstvo", "drzavljanstvo",
		"cetatenie", "nationalitet", "kansalaisuus", "kodakondsus", "pilsoniba", "pilietybe", "allampolgarsag",
		"rikisfang", "vatandasligi", "uyrugu",
	},
	Other: {
		"place of birth", "lieu de naissance", "lugar de nacimiento", "geburtsort", "luogo di nascita",
		"local de nascimento", "geboorteplaats", "name at birth", "birth name", "nom de naissance",
		"nom a la naissance",
		"geburtsname", "authority", "autorite", "autoridad", "behorde", "autorita", "instantie", "issuing authority",
		"signature", "holder s signature", "titulaire", "du titulaire", "firma", "unterschrift",
		"personal no", "personal number", "personal code", "personal identifying number", "identifiant personnel",
		"no personnel", "personnel", "code d identite", "numero d identite", "height", "taille", "size",
		"country code", "code of state", "code of issuing state", "code du pays", "type", "tip", "residence",
		"domicile", "address", "adresse", "domicilio", "colour of eyes", "couleur des yeux", "eyes", "issued by",
		"issuing state", "doguldugu yer", "mesto narozeni", "mjesto rodenja", "patronymic", "observations",
		"endorsements", "restr", "class", "hgt", "wgt", "donor",
		"remarks", "remarques", "uwagi", "nombre d entrees", "number of entries", "type of visa", "duration of stay",
		"valid for", "valable pour", "number of passport", "numero de passeport",
	},
})

type phrase struct {
	field   Field
	words   []folded
	foreign bool // in a language of no State that writes the month first
}

// northern are the words of labels in English and French, the languages of North America.
var northern = strings.Fields(`
	surname surnames last name family primary identifier nom noms given names first forenames forename other
	secondary prenoms prenom patronymic birth date of born dob naissance de ne le nee expiry expiration d expires
	exp valid until valable jusqu au issue issued on issuance delivrance delivre iss passport no number du passeport
	nr document dl dln lic licence license card id identite sex sexe gender nationality nationalite citizenship
	place lieu at a authority autorite issuing signature holder s titulaire personal code identifying identifiant
	personnel numero height taille size country state pays type tip residence domicile address adresse colour
	couleur des yeux eyes by observations endorsements restr class hgt wgt donor primaire secondaire valide remarks
	remarques nombre entrees entries visa duration stay for pour passeport`)

// folded is a word without accents and case, and the same with letters that small print confuses written as one: every
// word of a page is compared with every label's.
type folded struct {
	plain, smudged string
}

func foldedOf(word string) folded { return folded{word, smudges.Replace(word)} }

func foldedAll(words []string) []folded {
	out := make([]folded, len(words))
	for i, w := range words {
		out[i] = foldedOf(w)
	}
	return out
}

// phrasesOf splits phrases into words, field by field in a fixed order.
func phrasesOf(all map[Field][]string) []phrase {
	var list []phrase
	for _, field := range []Field{Surname, GivenNames, Birth, Expiry, Issue, Number, Sex, Nationality, Other} {
		for _, p := range all[field] {
			words := strings.Fields(p)
			foreign := slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(northern, w) })
			list = append(list, phrase{field, foldedAll(words), foreign})
		}
	}
	return list
}

// label is a field's name as printed: where it stands, and from which place of its line's words the value may follow.
type label struct {
	field   Field
	box     image.Rectangle
	line    int
	end     int  // index behind its last word
	foreign bool // in a language of no State that writes the month first
}

// labelsIn finds the labels of a line from left to right; one name in several languages is one label.
func labelsIn(l Line, at int) []label {
	type token struct {
		text string
		word int
	}
	var tokens []token
	for i, w := range l.Words {
		for part := range strings.FieldsSeq(fold(w.Text)) {
			tokens = append(tokens, token{part, i})
		}
	}
	texts := make([]folded, len(tokens))
	for i, t := range tokens {
		texts[i] = foldedOf(t.text)
	}
	var found []label
	from := 0 // word at which the next label's region begins
	for i := 0; i < len(tokens); {
		p := phraseAt(texts[i:])
		if len(p.words) == 0 {
			i++
			continue
		}
		field := p.field
		i += len(p.words)
		last := tokens[i-1].word
		if k := len(found) - 1; k >= 0 && found[k].field == field {
			found[k].box, found[k].end = found[k].box.Union(union(l.Words[from:last+1])), last+1
			found[k].foreign = found[k].foreign || p.foreign
		} else {
			if from > last {
				from = last
			}
			found = append(found, label{field, union(l.Words[from : last+1]), at, last + 1, p.foreign})
		}
		from = last + 1
	}
	if k := len(found); k > 0 && !l.named(found) {
		return nil
	}
	return found
}

// labelShare is the part of the letters of a line, one in labelShare, that its labels have at least; else the words are
// part of a sentence. Tuned on the development samples.
const labelShare = 4

// named reports whether the words of labels are a good part of a line.
func (l Line) named(labels []label) bool {
	all, of := 0, 0
	for i, w := range l.Words {
		n := len(fold(w.Text))
		all += n
		for _, f := range labels {
			if i < f.end && w.Box.Overlaps(f.box) {
				of += n
				break
			}
		}
	}
	return of*labelShare >= all
}

// phraseAt returns the longest phrase that stands at the beginning of a text; one without words where none does.
func phraseAt(texts []folded) phrase {
	at, best := -1, 0
	for k := range phrases {
		p := &phrases[k]
		if len(p.words) > len(texts) {
			continue
		}
		length := 0
		for i := range p.words {
			if !texts[i].same(&p.words[i], len(p.words) > 1) {
				length = -1
				break
			}
			length += len(p.words[i].plain)
		}
		if length > best {
			at, best = k, length
		}
	}
	if at < 0 {
		return phrase{}
	}
	return phrases[at]
}

const (
	// shortLabel is how many letters a label has of which one may be misread if others stand beside it; of a shorter
	// one none may.
	shortLabel       = 5
	lettersPerSmudge = 6 // letters for each that may be misread besides those that small print confuses
)

// same compares a word with a label's: one letter in four may be misread, of short words only where others stand beside
// it.
func (got *folded) same(want *folded, several bool) bool {
	n := len(want.plain)
	switch {
	case got.plain == want.plain:
		return true
	case n < shortLabel || len(got.plain) < shortLabel-1:
		return false
	case n == shortLabel:
		return several && Distance(got.plain, want.plain, 1) <= 1
	}
	plain, smudged := n/lettersPerMisread, n/lettersPerSmudge
	return Distance(got.plain, want.plain, plain) <= plain || Distance(got.smudged, want.smudged, smudged) <= smudged
}

// smudges are letters that small print confuses, and what they are written as.
var smudges = strings.NewReplacer("rn", "m", "ii", "u", "l", "i", "j", "i", "vv", "w", "cl", "d", "e", "c", "o", "c")

// fold removes accents and case and everything but letters, with one space between words.
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

// Distance is the number of letters to insert, remove or replace to make one word of the other (Levenshtein), counted
// up to limit+1.
func Distance(a, b string, limit int) int { return spelling.Distance(a, b, limit) }
