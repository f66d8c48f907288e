package words

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Pseudo is English in disguise: accented, lengthened by two fifths and in brackets, so that a text that was not
// translated shows, and so does a place that is too narrow for one that was. It is for tests and the storybook: the
// console offers it to nobody.
const Pseudo Language = "en-XA"

// disguised reports whether a browser may choose Pseudo.
var disguised atomic.Bool

// OfferPseudo lets browsers choose Pseudo by their cookie. Only tests and the storybook call it.
func OfferPseudo() { disguised.Store(true) }

// verb finds what must stay as it is in a sentence: the verbs of fmt.
var verb = regexp.MustCompile(`%(?:\[\d+\])?[-+# 0]*\d*(?:\.\d+)?[a-zA-Z%]`)

// accents are letters that look like those of English and are none of them.
var accents = strings.NewReplacer(
	"a", "åå", "b", "ƀ", "c", "ç", "d", "ð", "e", "éé", "f", "ƒ", "g", "ĝ", "h", "ĥ", "i", "îî", "j", "ĵ", "k", "ķ",
	"l", "ļ", "m", "ɱ", "n", "ñ", "o", "öö", "p", "þ", "q", "ɋ", "r", "ŕ", "s", "š", "t", "ţ", "u", "ûû", "v", "ṽ",
	"w", "ŵ", "x", "ẋ", "y", "ýý", "z", "ž",
	"A", "Å", "B", "Ɓ", "C", "Ç", "D", "Ð", "E", "É", "F", "Ƒ", "G", "Ĝ", "H", "Ĥ", "I", "Î", "J", "Ĵ", "K", "Ķ",
	"L", "Ļ", "M", "Ṁ", "N", "Ñ", "O", "Ö", "P", "Þ", "Q", "Ɋ", "R", "Ŕ", "S", "Š", "T", "Ţ", "U", "Û", "V", "Ṽ",
	"W", "Ŵ", "X", "Ẋ", "Y", "Ý", "Z", "Ž",
)

// disguise returns a sentence as Pseudo has it.
func disguise(english string) string {
	if english == "" {
		return ""
	}
	var b strings.Builder
	b.WriteString("[")
	at := 0
	for _, span := range verb.FindAllStringIndex(english, -1) {
		b.WriteString(accents.Replace(english[at:span[0]]) + english[span[0]:span[1]])
		at = span[1]
	}
	b.WriteString(accents.Replace(english[at:]) + "]")
	return b.String()
}

// disguisedLocale returns the locale of English with its names as Pseudo has them.
var disguisedLocale = sync.OnceValue(func() Locale {
	l := current.locales[English]
	l.Name, l.Months, l.Weekdays = disguise(l.Name), slices.Clone(l.Months), slices.Clone(l.Weekdays)
	for _, names := range [][]string{l.Months, l.Weekdays} {
		for i, name := range names {
			names[i] = accents.Replace(name)
		}
	}
	return l
})

// disguisedScript returns the sentences of scripts as Pseudo has them. A script's only verb is %s.
func disguisedScript() string {
	known := map[string]string{}
	data, err := files.ReadFile(string(Spanish) + "/script.json")
	if err != nil || json.Unmarshal(data, &known) != nil {
		return ""
	}
	for english := range known {
		known[english] = disguise(english)
	}
	script, err := json.Marshal(known)
	if err != nil {
		return ""
	}
	return string(script)
}
