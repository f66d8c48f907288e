package text

import (
	"image"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// months are the beginnings of month names, folded, in the languages of labels. Where two languages share a beginning
// they mean the same month but for those that a longer beginning tells apart.
var months = map[string]time.Month{
	"jan": 1, "ene": 1, "gen": 1, "oca": 1, "sty": 1, "led": 1, "ian": 1, "sij": 1, "tam": 1, "sau": 1, "jaa": 1,
	"feb": 2, "fev": 2, "lut": 2, "uno": 2, "vel": 2, "sub": 2, "hel": 2, "vas": 2,
	"mar": 3, "mae": 3, "mrz": 3, "maa": 3, "mrt": 3, "bre": 3, "ozu": 3, "kov": 3,
	"apr": 4, "abr": 4, "avr": 4, "nis": 4, "kwi": 4, "dub": 4, "tra": 4, "huh": 4, "bal": 4,
	"may": 5, "mai": 5, "mag": 5, "mei": 5, "maj": 5, "kve": 5, "svi": 5, "tou": 5, "geg": 5,
	"jun": 6, "giu": 6, "haz": 6, "cze": 6, "jul": 7, "lug": 7, "tem": 7, "kes": 6, "bir": 6,
	"aug": 8, "ago": 8, "aou": 8, "sie": 8, "kol": 8, "elo": 8, "rgp": 8,
	"sep": 9, "set": 9, "eyl": 9, "wrz": 9, "zar": 9, "ruj": 9, "syy": 9, "rgs": 9,
	"oct": 10, "okt": 10, "out": 10, "ott": 10, "eki": 10, "paz": 10, "rij": 10, "lok": 10, "spa": 10,
	"nov": 11, "noi": 11, "kas": 11, "stu": 11, "lap": 11,
	"dec": 12, "dic": 12, "dez": 12, "des": 12, "ara": 12, "gru": 12, "pro": 12, "jou": 12, "gra": 12,
	"juin": 6, "juil": 7, "juill": 7, "fevr": 2,
}

// What a date can be.
const (
	shortestMonth = 3 // letters of the beginning of a month's name in months
	longestMonth  = 5
	yearsAhead    = 20   // that a year of two figures can lie ahead
	assumedLast   = 2040 // the latest such year where today is not known
	firstYear     = 1900
	lastYear      = 2100
	lastOfTwo     = 99 // the last year of two figures
)

// monthOf returns the month of one of the names of a date, written one beside the other in two languages. Where the
// first is misread or belongs to a language that calls another month so, the second decides.
func monthOf(names string) (time.Month, bool) {
	var found time.Month
	for part := range strings.FieldsSeq(fold(names)) {
		for n := min(longestMonth, len(part)); n >= shortestMonth; n-- {
			if m, ok := months[part[:n]]; ok {
				found = m
				break
			}
		}
	}
	return found, found != 0
}

// patterns are the ways in which dates are written. They are compiled when they are first needed, so that a program
// that reads no printed text does not carry them.
type patterns struct {
	once                            sync.Once
	numeric, brief, iso, named, run *regexp.Regexp
}

var written patterns

func (p *patterns) ready() *patterns {
	p.once.Do(func() {
		const figure = `[0-9OoQDIl|]`
		p.numeric = regexp.MustCompile(`(?:^|[^0-9])(` + figure + `{1,2})[ .,/\-]{1,3}(` + figure +
			`{1,2})[ .,/\-]{1,3}((?:19|20|I9|2O)` + figure + `{2})(?:[^0-9]|$)`)
		p.brief = regexp.MustCompile(`(?:^|[^0-9])([0-9]{1,2})[ .,/\-]{1,3}([0-9]{1,2})[ ` +
			`.,/\-]{1,3}([0-9]{2})(?:[^0-9]|$)`)
		p.iso = regexp.MustCompile(`(?:^|[^0-9])((?:19|20)[0-9]{2})[ .,/\-]{1,2}([0-9]{2})[ ` +
			`.,/\-]{1,2}([0-9]{2})(?:[^0-9]|$)`)
		p.named = regexp.MustCompile(`(?:^|[^0-9\pL])([0-9OoQDIl|SB]{1,2})[ .,\-]{0,2}(\p{L}{3,10}\.?(?:[ ` +
			`/|\-]{0,3}\p{L}{3,10}\.?)?)[^0-9\pL]{0,4}((?:19|20)[0-9O]{2}|[0-9O]{2})(?:[^0-9\pL]|$)`)
		p.run = regexp.MustCompile(`^[^0-9]{0,2}([0-3][0-9])[ .,]?([01][0-9])[ .,]?((?:19|20)[0-9]{2})[^0-9]{0,2}$`)
	})
	return p
}

// printed is a date as it stands on the document: usually one day, two where day and month can't be distinguished.
type printed struct {
	days    []time.Time
	figures bool // its month is a figure, so that it may stand before or behind the day
	points  bool // no stroke stands between them
	// of a month in figures: with the day first and with the month first; zero where there is no such day
	either     [2]time.Time
	short      bool // the year has two figures
	box        image.Rectangle
	confidence float64
	label      Field
}

// datesOf finds the dates of a line.
func datesOf(l Line, o Options) []printed {
	text, forms := l.text(), written.ready()
	var found []printed
	var taken [][2]int
	add := func(from, to, year int, p printed) {
		for _, t := range taken {
			if from < t[1] && to > t[0] {
				return
			}
		}
		p.days = slices.DeleteFunc(p.days, time.Time.IsZero)
		if len(p.days) > 0 {
			words := l.between(from, to)
			taken = append(taken, [2]int{from, to})
			p.short, p.box, p.confidence = year == 2, union(words), confidence(words)
			found = append(found, p)
		}
	}
	named := func(year, month, date string) printed { return printed{days: []time.Time{day(year, month, date, o)}} }
	inFigures := func(form *regexp.Regexp) {
		for _, m := range matches(form, text) {
			p := figured(text[m[6]:m[7]], text[m[2]:m[3]], text[m[4]:m[5]],
				!strings.ContainsAny(text[m[3]:m[4]], "/-"), o)
			add(m[2], m[7], m[7]-m[6], p)
		}
	}
	inFigures(forms.run)
	inFigures(forms.numeric)
	for _, m := range matches(forms.iso, text) {
		add(m[2], m[7], len("2006"), named(text[m[2]:m[3]], text[m[4]:m[5]], text[m[6]:m[7]]))
	}
	inFigures(forms.brief)
	for _, m := range matches(forms.named, text) {
		if month, ok := monthOf(text[m[4]:m[5]]); ok {
			add(m[2], m[7], m[7]-m[6], named(text[m[6]:m[7]], strconv.Itoa(int(month)), text[m[2]:m[3]]))
		}
	}
	return found
}

// matches returns all matches of a form; a separator between two dates belongs to both.
func matches(form *regexp.Regexp, text string) [][]int {
	var all [][]int
	for from := 0; ; {
		m := form.FindStringSubmatchIndex(text[from:])
		if m == nil {
			return all
		}
		for i := range m {
			m[i] += from
		}
		all, from = append(all, m), m[7]
	}
}

// figured is a date in figures, the day first where it can be.
func figured(year, a, b string, points bool, o Options) printed {
	p := printed{figures: true, points: points, either: [2]time.Time{day(year, b, a, o), day(year, a, b, o)}}
	p.days = slices.Clone(p.either[:])
	return p
}

// figures writes letters that stand where only figures can as figures.
var figures = strings.NewReplacer("O", "0", "o", "0", "Q", "0", "D", "0", "I", "1", "l", "1", "|", "1", "S", "5", "B",
	"8")

// day makes a date of texts; the zero time where there is no such day. Two figures of a year mean at most twenty years
// ahead.
func day(year, month, date string, o Options) time.Time {
	y, _ := strconv.Atoi(figures.Replace(year))
	m, _ := strconv.Atoi(figures.Replace(month))
	d, _ := strconv.Atoi(figures.Replace(date))
	if y <= lastOfTwo {
		last := assumedLast
		if !o.Today.IsZero() {
			last = o.Today.Year() + yearsAhead
		}
		y += last / 100 * 100
		if y > last {
			y -= 100
		}
	}
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if y < firstYear || y > lastYear || int(t.Month()) != m || t.Day() != d {
		return time.Time{}
	}
	return t
}
