package aamva

import "strings"

// fillNames reads the holder's names from whichever elements the version uses: DCS with DAC and DAD (since 4), DCS
// with DCT (2 and 3), DAB with DAC and DAD or DAA alone (1).
func fillNames(l *License) {
	l.Surname = tidyName(l.value("DCS", "DAB"))
	l.FirstName = tidyName(l.value("DAC"))
	l.MiddleNames = tidyName(l.value("DAD"))
	l.Suffix = tidyName(l.value("DCU", "DAE"))
	if l.FirstName == "" {
		l.FirstName, l.MiddleNames = splitGiven(l.value("DCT"), l.MiddleNames)
	}
	if l.Surname == "" || l.FirstName == "" {
		fillFullName(l, l.value("DAA"))
	}
	l.GivenNames = strings.TrimSpace(l.FirstName + " " + l.MiddleNames)
	l.SurnameCut, l.FirstNameCut, l.MiddleNamesCut = cut(l, "DDE"), cut(l, "DDF"), cut(l, "DDG")
}

// splitGiven splits given names at commas, or at blanks where there is no comma, into the first and the rest.
func splitGiven(v, middle string) (string, string) {
	parts := strings.FieldsFunc(v, isNameBreak)
	if len(parts) == 1 {
		parts = strings.Fields(v)
	}
	if len(parts) == 0 {
		return "", middle
	}
	rest := tidyName(strings.Join(parts[1:], " "))
	if rest == "" {
		rest = middle
	}
	return tidyName(parts[0]), rest
}

// fillFullName reads element DAA: surname, first, middle, suffix between commas; without any comma the order is that
// of speech, as Pennsylvania prints it.
func fillFullName(l *License, full string) {
	if full == "" {
		return
	}
	var surname, first, middle string
	if strings.IndexFunc(full, isNameBreak) < 0 {
		words := strings.Fields(full)
		surname = words[len(words)-1]
		first, middle = splitGiven(strings.Join(words[:len(words)-1], " "), "")
	} else {
		parts := strings.FieldsFunc(strings.ReplaceAll(full, ",,", ", ,"), isNameBreak)
		surname = part(parts, 0)
		first, middle = part(parts, 1), part(parts, 2)
		if middle == "" {
			first, middle = splitGiven(first, "")
		}
		if l.Suffix == "" {
			l.Suffix = part(parts, 3)
		}
	}
	if l.Surname == "" {
		l.Surname = tidyName(surname)
	}
	if l.FirstName == "" {
		l.FirstName, l.MiddleNames = first, middle
	}
}

func isNameBreak(r rune) bool { return r == ',' || r == '$' || r == '@' }

func part(parts []string, i int) string {
	if i >= len(parts) {
		return ""
	}
	return tidyName(parts[i])
}

// tidyName drops commas that end a name, joins blanks, and drops the words that stand for "no name".
func tidyName(v string) string {
	v = strings.Join(strings.Fields(strings.Trim(v, ", ")), " ")
	if isNone(v) {
		return ""
	}
	return strings.ReplaceAll(v, ",", " ")
}

// isNone reports whether a value is one of the standard's words for data that does not exist.
func isNone(v string) bool {
	switch asciiUpper(strings.TrimSpace(v)) {
	case "NONE", "UNAVL", "UNAVAIL", "NMN", "N/A":
		return true
	}
	return false
}

func cut(l *License, id string) Cut {
	v := l.value(id)
	if len(v) > 0 && strings.Contains("TNU", v[:1]) {
		return Cut(v[:1])
	}
	return ""
}
