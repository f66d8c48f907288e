package aamva

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Parse reads a licence record as a barcode or stripe reader returns it: UTF-8, Latin-1 or ASCII. It returns ErrEmpty,
// ErrTooLong, ErrNotRecord or ErrNoElement if there is no record in it; a record that is cut short or damaged is
// returned as far as it can be read, and License.Warnings lists what is wrong.
func Parse[T string | []byte](text T) (License, error) {
	if len(text) > MaxLength {
		return License{}, ErrTooLong
	}
	s := clean(string(text))
	if strings.TrimSpace(s) == "" {
		return License{}, ErrEmpty
	}
	if l, ok := parseStripe(s); ok {
		return l, nil
	}
	return parseBarcode(s)
}

const (
	leastBars  = 3 // above which bars stand for line feeds, if there are more of them than line feeds
	leastKnown = 3 // elements without which a text without a header is no record. Set by judgement.
)

// clean makes valid UTF-8 of the text and one line feed of every separator: control characters of both sets, the
// byte order mark, their spellings in angle brackets, and the vertical bar where it stands for the line feed. What
// would turn or hide the text around it becomes a character that is seen: no issuer writes any, and two values that
// look the same must be the same.
func clean(s string) string {
	if !utf8.ValidString(s) {
		s = latin1(s)
	}
	s = spelledControls.Replace(s)
	if bars := strings.Count(s, "|"); bars > leastBars && bars > strings.Count(s, "\n") {
		s = strings.ReplaceAll(s, "|", "\n")
	}
	return strings.Map(func(r rune) rune {
		if isControl(r) {
			return '\n'
		}
		if r == '\u00a0' {
			return ' '
		}
		if unicode.Is(unicode.Cf, r) {
			return utf8.RuneError
		}
		return r
	}, s)
}

var spelledControls = strings.NewReplacer("<LF>", "\n", "<RS>", "\n", "<CR>", "\n", "<GS>", "\n", `\u001e`, "\n",
	`\x1e`, "\n", `\n`, "\n", `\r`, "\n", "\ufeff", "")

func isControl(r rune) bool {
	return r < 0x20 || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029' || r == '\u21b5'
}

func latin1(s string) string {
	r := make([]rune, len(s))
	for i := range len(s) {
		r[i] = rune(s[i])
	}
	return string(r)
}

// parseBarcode reads the layout of Annex D.
func parseBarcode(s string) (License, error) {
	l := License{Layout: Barcode}
	h, body, ok := findHeader(s)
	if ok {
		l.Version, l.JurisdictionVersion, l.IIN = h.version, h.jurisdictionVersion, h.iin
		h.check(&l, s)
	} else {
		body = s
		l.warn("header.missing")
	}
	var last string
	l.Elements, last = scan(body, h.types)
	if !ok && countKnown(l.Elements) < leastKnown {
		return License{}, ErrNotRecord
	}
	if len(l.Elements) == 0 {
		return License{}, ErrNoElement
	}
	whole := ok && h.whole([]rune(s[h.start:]))
	if !whole {
		l.open(last)
	}
	l.Kind = kind(h.types, l.Elements)
	fill(&l)
	if !whole {
		l.openNames()
	}
	return l, nil
}

func kind(types []string, elements []Element) string {
	for _, e := range elements {
		if isHolder(e.Subfile) {
			return e.Subfile
		}
	}
	for _, t := range types {
		if isHolder(t) {
			return t
		}
	}
	return ""
}

// isHolder reports whether a subfile type describes the holder: licence, identification card or enhanced licence.
func isHolder(t string) bool { return t == "DL" || t == "ID" || t == "EN" }
