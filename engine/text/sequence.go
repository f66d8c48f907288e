package text

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// sequence is the order in which a document writes the parts of dates in figures. One document has one.
type sequence struct {
	monthFirst bool
	told       bool // by the State, by the page's words or by its dates together
	forced     bool // by a date of the same document that makes sense in this order only
}

// Weights of what speaks for an order, and from which lead of one over the other it is told. Tuned on the development
// samples.
const (
	byCode   = 4.0 // a machine-readable code names the State
	byDates  = 4.0 // the dates follow each other in one order only
	byDate   = 2.0 // a figure above 12 in one date, times its confidence
	byPoint  = 3.0 // points and spaces part days from months, strokes may part either
	byPage   = 3.0 // words of one State, or a data page, which has the day first (ICAO 9303-3 §4.8)
	byName   = 2.0 // a name of a State, which may be a street's
	byStyle  = 1.0 // elements as North American cards name them
	leadTold = 2.0

	leastForced   = .5 // confidence of dates that force an order, summed up
	leastElements = 3  // different names of elements that are North American
)

// sequenceOf returns the order of day and month in a page's dates, from all that is printed on it.
func (s *sheet) sequenceOf(all []printed) sequence {
	month, day := s.american(), 0.0
	switch s.Issuer {
	case "USA":
		month += byCode
	case "", "CAN":
	default:
		day += byCode
	}
	if s.Booklet || s.foreign() {
		day += byPage
	}
	forced, pointed := forcedOrders(all)
	if pointed {
		day = max(day, byPoint)
	}
	day, month = day+forced[0], month+forced[1]
	switch inDayFirst, inMonthFirst := s.follow(all, 0), s.follow(all, 1); {
	case inDayFirst && !inMonthFirst:
		day += byDates
	case inMonthFirst && !inDayFirst:
		month += byDates
	}
	q := sequence{monthFirst: month > day, told: max(month-day, day-month) >= leadTold}
	won, lost := forced[0], forced[1]
	if q.monthFirst {
		won, lost = lost, won
	}
	q.forced = q.told && won >= leastForced*byDate && lost == 0
	return q
}

// forcedOrders weighs the dates that make sense in one order only, with the day first and with the month first, and
// reports whether points part the figures of any other.
func forcedOrders(all []printed) (forced [2]float64, pointed bool) {
	for _, d := range all {
		switch first, second := d.either[0], d.either[1]; {
		case !d.figures || first.Equal(second):
		case second.IsZero():
			forced[0] += byDate * d.confidence
		case first.IsZero():
			forced[1] += byDate * d.confidence
		case d.points:
			pointed = true
		}
	}
	return forced, pointed
}

// follow reports whether labelled dates can follow each other if they are read in one order.
func (s *sheet) follow(all []printed, order int) bool {
	dates := map[Field]time.Time{}
	for _, d := range all {
		if !isDate(d.label) {
			continue
		}
		at := d.days[0]
		if d.figures {
			at = d.either[order]
		}
		if at.IsZero() {
			return false
		}
		dates[d.label] = at
	}
	return len(s.impossible(dates)) == 0
}

// foreign reports whether a page has labels that no English-speaking State prints.
func (s *sheet) foreign() bool {
	return slices.ContainsFunc(s.labels, func(l label) bool { return l.foreign })
}

// american counts the words that suggest the United States, where the month comes first.
func (s *sheet) american() float64 {
	weight, elements := 0.0, map[string]bool{}
	for _, l := range s.lines {
		if confidence(l.Words) < leastValue {
			continue
		}
		text := l.text()
		if zipped().MatchString(text) {
			weight = max(weight, byPage)
		}
		folded := " " + fold(text) + " "
		for _, words := range []string{"usa", "united states", "driver license"} {
			if strings.Contains(folded, " "+words+" ") {
				weight = max(weight, byPage)
			}
		}
		for _, name := range unitedStates {
			if strings.Contains(folded, " "+name+" ") {
				weight = max(weight, byName)
			}
		}
		for element := range strings.FieldsSeq(folded) {
			if slices.Contains(northAmerican, element) {
				elements[element] = true
			}
		}
	}
	if len(elements) >= leastElements {
		weight += byStyle
	}
	return weight
}

// northAmerican are elements as the AAMVA card design standard names them; Canada prints them too, in either order of
// dates.
var northAmerican = []string{
	"dob", "exp", "iss", "hgt", "wgt", "eyes", "hair", "restr", "rest", "end", "dl", "dln", "dd",
}

// zipped is the end of an address of the United States: the State's letters and five figures.
var zipped = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|` +
		`P[AR]|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])[ ,.]{1,3}[0-9]{5}(-[0-9]{4})?\b`)
})

var unitedStates = []string{
	"alabama", "alaska", "arizona", "arkansas", "california", "colorado", "connecticut", "delaware", "florida",
	"georgia", "hawaii", "idaho", "illinois",
	"indiana", "iowa", "kansas", "kentucky", "louisiana", "maine", "maryland", "massachusetts", "michigan",
	"minnesota", "mississippi", "missouri",
	"montana", "nebraska", "nevada", "new hampshire", "new jersey", "new mexico", "new york", "north carolina",
	"north dakota", "ohio", "oklahoma",
	"oregon", "pennsylvania", "rhode island", "south carolina", "south dakota", "tennessee", "texas", "utah",
	"vermont", "virginia", "washington",
	"west virginia", "wisconsin", "wyoming", "district of columbia", "puerto rico",
}
