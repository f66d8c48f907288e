package mrz

import (
	"strings"
	"unicode"
)

// Transliterate writes a name in the zone's letters: national characters by the tables of ICAO 9303-3 §6 (A: Latin,
// B: Cyrillic), spaces and hyphens as single fillers, apostrophes and full stops dropped (§4.6). Where the standard
// offers a choice the two-letter form is taken: Ä as AE, Ö as OE, Ü as UE, Å as AA, Ñ as N. Characters of other scripts
// are dropped.
func Transliterate(name string) string {
	var b strings.Builder
	for _, r := range strings.ToUpper(name) {
		switch {
		case r >= 'A' && r <= 'Z':
			b.WriteRune(r)
		case r == '-' || r == '<' || r == ',' || r == '‐' || r == '‑' || unicode.IsSpace(r):
			b.WriteByte('<')
		default:
			b.WriteString(letterFor(r))
		}
	}
	return strings.Join(strings.FieldsFunc(b.String(), func(r rune) bool { return r == '<' }), "<")
}

func letterFor(r rune) string {
	for i := range tables {
		if s, ok := tables[i][r]; ok {
			return s
		}
	}
	return ""
}

// MatchKey folds a name so that spellings of one name are equal: the zone's letters with the digraphs that stand for
// one national letter reduced to it (AE, OE, UE and AA, and the older NXX and UXX), fillers as single spaces. MÜLLER,
// MUELLER and MULLER have one key. Different names may share a key (SUEZ, SUZ): it is for comparing sources, not for
// identity.
func MatchKey(name string) string {
	return folds.Replace(strings.ReplaceAll(Transliterate(name), "<", " "))
}

var folds = strings.NewReplacer("NXX", "N", "UXX", "U", "AE", "A", "OE", "O", "UE", "U", "AA", "A", "IJ", "Y", "SS",
	"S")

// NamesMatch compares two names by their keys. full: they are equal. partial: the shorter leads the longer, or all
// components of one are found in the other, as happens with truncated and with left-out given names.
func NamesMatch(a, b string) (full, partial bool) {
	ka, kb := MatchKey(a), MatchKey(b)
	if ka == "" || kb == "" {
		return false, false
	}
	if ka == kb {
		return true, true
	}
	if len(ka) > len(kb) {
		ka, kb = kb, ka
	}
	return false, strings.HasPrefix(kb, ka) || contains(strings.Fields(kb), strings.Fields(ka))
}

func contains(all, some []string) bool {
	has := map[string]bool{}
	for _, w := range all {
		has[w] = true
	}
	for _, w := range some {
		if !has[w] {
			return false
		}
	}
	return true
}

// tables are read only.
var tables = [2]map[rune]string{latin, cyrillic}

var latin = map[rune]string{
	'Á': "A", 'À': "A", 'Â': "A", 'Ä': "AE", 'Ã': "A", 'Ă': "A", 'Å': "AA", 'Ā': "A", 'Ą': "A", 'Æ': "AE",
	'Ạ': "A", 'Ả': "A",
	'Ć': "C", 'Ĉ': "C", 'Č': "C", 'Ċ': "C", 'Ç': "C",
	'Ð': "D", 'Ď': "D", 'Đ': "D",
	'É': "E", 'È': "E", 'Ê': "E", 'Ë': "E", 'Ě': "E", 'Ė': "E", 'Ē': "E", 'Ę': "E", 'Ĕ': "E", 'Ə': "E",
	'Ĝ': "G", 'Ğ': "G", 'Ġ': "G", 'Ģ': "G",
	'Ĥ': "H", 'Ħ': "H",
	'İ': "I", 'Í': "I", 'Ì': "I", 'Î': "I", 'Ï': "I", 'Ĩ': "I", 'Ī': "I", 'Į': "I", 'Ĭ': "I", 'Ĳ': "IJ",
	'Ĵ': "J", 'Ķ': "K",
	'Ł': "L", 'Ĺ': "L", 'Ľ': "L", 'Ļ': "L", 'Ŀ': "L",
	'Ń': "N", 'Ñ': "N", 'Ň': "N", 'Ņ': "N", 'Ŋ': "N",
	'Ø': "OE", 'Ó': "O", 'Ò': "O", 'Ô': "O", 'Ö': "OE", 'Õ': "O", 'Ő': "O", 'Ō': "O", 'Ŏ': "O", 'Ơ': "O", 'Œ': "OE",
	'Ŕ': "R", 'Ř': "R", 'Ŗ': "R",
	'Ś': "S", 'Ŝ': "S", 'Š': "S", 'Ş': "S", 'Ș': "S", 'ß': "SS", 'ẞ': "SS",
	'Ť': "T", 'Ţ': "T", 'Ț': "T", 'Ŧ': "T", 'Þ': "TH",
	'Ú': "U", 'Ù': "U", 'Û': "U", 'Ü': "UE", 'Ũ': "U", 'Ŭ': "U", 'Ű': "U", 'Ů': "U", 'Ū': "U", 'Ų': "U", 'Ư': "U",
	'Ŵ': "W", 'Ý': "Y", 'Ŷ': "Y", 'Ÿ': "Y", 'Ỳ': "Y",
	'Ź': "Z", 'Ž': "Z", 'Ż': "Z",
}

var cyrillic = map[rune]string{
	'А': "A", 'Б': "B", 'В': "V", 'Г': "G", 'Д': "D", 'Е': "E", 'Ё': "E", 'Ж': "ZH", 'З': "Z", 'И': "I",
	'І': "I", 'Й': "I",
	'К': "K", 'Л': "L", 'М': "M", 'Н': "N", 'О': "O", 'П': "P", 'Р': "R", 'С': "S", 'Т': "T", 'У': "U", 'Ф': "F",
	'Х': "KH",
	'Ц': "TS", 'Ч': "CH", 'Ш': "SH", 'Щ': "SHCH", 'Ъ': "IE", 'Ы': "Y", 'Ь': "", 'Э': "E", 'Ю': "IU", 'Я': "IA",
	'Ѓ': "G", 'Ђ': "D", 'Ѕ': "DZ", 'Ј': "J", 'Љ': "LJ", 'Њ': "NJ", 'Ћ': "C", 'Ќ': "K", 'Џ': "DZ", 'Ў': "U",
	'Є': "IE", 'Ї': "I", 'Ґ': "G", 'Ѣ': "IE", 'Ѫ': "U", 'Ѵ': "Y",
}
