package text

import (
	"regexp"
	"strings"
	"sync"
)

// sexed is a label with the holder's sex right behind it, as licences print it.
var sexed = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:SEX|Sex|sex|SEx|sEX|sEx|seX)e? ?:? ?([FMX])(?:[^A-Za-z]|$)`)
})

// sex finds the holder's sex below or beside its label.
func (s *sheet) sex() {
	defer func() {
		for _, l := range s.lines {
			if m := sexed().FindStringSubmatchIndex(l.text()); m != nil {
				words := l.between(m[0], m[1])
				s.put(Value{Field: Sex, Text: l.text()[m[2]:m[3]], Box: union(words), Confidence: confidence(words)})
			}
		}
	}()
	for _, l := range s.labels {
		if l.field != Sex {
			continue
		}
		candidates := [][]Word{s.beside(l)}
		for _, i := range s.below(l, func(t string) bool { return sexIn(t) != "" }, 1) {
			candidates = append(candidates, s.lines[i].Words)
		}
		for _, words := range candidates {
			if len(words) > 1 {
				words = words[:1]
			}
			if sex := sexIn(tidy(words)); sex != "" {
				s.put(Value{Field: Sex, Text: sex, Box: union(words), Confidence: confidence(words)})
				return
			}
		}
	}
}

// longestSex is how many letters a State's own word for the sex has at most.
const longestSex = 4

// sexIn reads F, M or X, alone or behind the State's own letters and a stroke.
func sexIn(t string) string {
	t = strings.ToUpper(strings.TrimSpace(t))
	if own, english, ok := strings.Cut(t, "/"); ok && len([]rune(own)) <= longestSex {
		t = strings.TrimSpace(english)
	}
	switch t {
	case "F", "M", "X":
		return t
	}
	return ""
}
