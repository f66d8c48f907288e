package text

import (
	"image"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// months are the beginnings of month names, folded, in the languages of labels.
var months = map[string]time.Month{
	"jan": 1, "ene": 1, "gen": 1, "feb": 2, "fev": 2, "fevr": 2, "mar": 3, "mae": 3, "mrz": 3, "maa": 3, "mrt": 3, "apr": 4, "abr": 4, "avr": 4,
	"may": 5, "mai": 5, "mag": 5, "mei": 5, "jun": 6, "juin": 6, "giu": 6, "jul": 7, "juil": 7, "lug": 7, "aug": 8, "ago": 8, "aou": 8,
	"sep": 9, "set": 9, "oct": 10, "okt": 10, "out": 10, "ott": 10, "nov": 11, "dec": 12, "dic": 12, "dez": 12,
}

// patterns are the ways in which dates are written. They are compiled when they are first needed, so that a program that
// reads no printed text does not carry them.
type patterns struct {
	once                sync.Once
	numeric, iso, named *regexp.Regexp
}

var written patterns

func (p *patterns) ready() *patterns {
	p.once.Do(func() {
		p.numeric = regexp.MustCompile(`\b(\d{1,2})[ ./\-]{1,3}(\d{1,2})[ ./\-]{1,3}(\d{4})\b`)
		p.iso = regexp.MustCompile(`\b(\d{4})[./\-](\d{2})[./\-](\d{2})\b`)
		p.named = regexp.MustCompile(`(?i)\b(\d{1,2})[ .\-]{0,2}([\p{L}]{3,10})\.?(?:[ /\-]{1,3}[\p{L}]{3,10}\.?)?[ .\-]{0,2}(\d{4}|\d{2})\b`)
	})
	return p
}

// printed is a date as it stands on the document: usually one day, two where day and month can't be told apart.
type printed struct {
	days       []time.Time
	box        image.Rectangle
	confidence float64
	label      Field
}

// datesOf finds the dates of a line.
func datesOf(l line) []printed {
	text, forms := l.text(), written.ready()
	var found []printed
	add := func(at []int, days ...time.Time) {
		var real []time.Time
		for _, d := range days {
			if !d.IsZero() {
				real = append(real, d)
			}
		}
		if len(real) > 0 {
			words := l.between(at[0], at[1])
			found = append(found, printed{days: real, box: union(words), confidence: confidence(words)})
		}
	}
	for _, m := range forms.iso.FindAllStringSubmatchIndex(text, -1) {
		add(m, day(text[m[2]:m[3]], text[m[4]:m[5]], text[m[6]:m[7]]))
	}
	for _, m := range forms.numeric.FindAllStringSubmatchIndex(text, -1) {
		a, b, year := text[m[2]:m[3]], text[m[4]:m[5]], text[m[6]:m[7]]
		first, second := day(year, b, a), day(year, a, b)
		if first.Equal(second) {
			second = time.Time{}
		}
		add(m, first, second)
	}
	for _, m := range forms.named.FindAllStringSubmatchIndex(text, -1) {
		name := fold(text[m[4]:m[5]])
		month, ok := months[name[:min(3, len(name))]]
		if ok {
			add(m, day(century(text[m[6]:m[7]]), strconv.Itoa(int(month)), text[m[2]:m[3]]))
		}
	}
	return found
}

// century writes a two-digit year out: up to 40 in this century.
func century(year string) string {
	if len(year) == 4 {
		return year
	}
	if year <= "40" {
		return "20" + year
	}
	return "19" + year
}

// day makes a date of texts; the zero time where there is no such day.
func day(year, month, date string) time.Time {
	y, _ := strconv.Atoi(year)
	m, _ := strconv.Atoi(month)
	d, _ := strconv.Atoi(date)
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if y < 1900 || y > 2100 || int(t.Month()) != m || t.Day() != d {
		return time.Time{}
	}
	return t
}

// between gives the words of a line whose letters lie between two places of its text.
func (l line) between(from, to int) []Word {
	var words []Word
	at := 0
	for _, w := range l.words {
		end := at + len(w.Text)
		if at < to && end > from {
			words = append(words, w)
		}
		at = end + 1
	}
	return words
}

func union(words []Word) image.Rectangle {
	var box image.Rectangle
	for _, w := range words {
		box = box.Union(w.Box)
	}
	return box
}

// tidy joins a value's words without what stands around them.
func tidy(words []Word) string {
	var parts []string
	for _, w := range words {
		if t := strings.Trim(w.Text, " .,:;|/\\-_'\"‘’“”«»()[]{}<>*~=+°"); t != "" {
			parts = append(parts, t)
		}
	}
	return strings.Join(parts, " ")
}
