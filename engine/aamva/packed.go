package aamva

import "strings"

// longestValue is the most characters between two ids of a packed segment. Street addresses, the longest values, have
// up to 35; the rest is a margin for cards that ignore that.
const longestValue = 160

// mark is a position in a packed segment at which an element may start.
type mark struct {
	at, width int // width is 3 for an id, 2 for a subfile type
}

// unpack splits a segment that lost its separators, as keyboard-wedge readers deliver it. Among all ways to cut it at
// ids it takes the one whose values fit their ids best; each cut has to leave a value that its id allows.
func unpack(s, subfile string, types []string) []Element {
	marks := findMarks(s, types)
	if len(marks) < 3 || marks[0].at != 0 {
		return nil
	}
	next := bestChain(s, marks)
	if next == nil {
		return nil
	}
	var out []Element
	for i := 0; i < len(marks); i = next[i] {
		m := marks[i]
		if m.width == 2 {
			subfile = s[m.at : m.at+2]
			continue
		}
		end := len(s)
		if next[i] < len(marks) {
			end = marks[next[i]].at
		}
		out = append(out, Element{Subfile: subfile, ID: s[m.at : m.at+3], Value: strings.TrimSpace(s[m.at+3 : end])})
	}
	return out
}

func findMarks(s string, types []string) []mark {
	var marks []mark
	for i := 0; i+3 <= len(s); i++ {
		id := s[i : i+3]
		switch {
		case known[id]:
			marks = append(marks, mark{i, 3})
		case id[0] == 'Z' && contains(types, id[:2]):
			if i+4 <= len(s) && s[i+2:i+4] == id[:2] {
				marks = append(marks, mark{i, 2})
			} else if isID(id) {
				marks = append(marks, mark{i, 3})
			}
		}
	}
	return marks
}

// bestChain returns for each mark the one that follows it (len(marks) for the end) on the best way from there, or
// nil if no way from the first mark reaches the end.
func bestChain(s string, marks []mark) []int {
	const impossible = -1 << 30
	score := make([]int, len(marks)+1)
	next := make([]int, len(marks))
	for i := len(marks) - 1; i >= 0; i-- {
		score[i] = impossible
		m := marks[i]
		for j := i + 1; j <= len(marks); j++ {
			end := len(s)
			if j < len(marks) {
				end = marks[j].at
			}
			if end-m.at > longestValue {
				break
			}
			if end < m.at+m.width || score[j] == impossible {
				continue
			}
			if fit := fitness(s[m.at:m.at+m.width], s[m.at+m.width:end]); fit >= 0 && fit+score[j] > score[i] {
				score[i], next[i] = fit+score[j], j
			}
		}
	}
	if score[0] == impossible {
		return nil
	}
	return next
}

// The scores of a value that its id allows: the more a value of another element would fail the test, the higher.
const (
	fitsAny    = 0 // every value, or an empty one
	fitsText   = 1 // any text, or any short one
	fitsForm   = 2 // text of a known length, or a code of three values
	fitsStrict = 3 // a date, a country or one of a few codes
)

// rule is a test of an element's value and the score of a value that passes it.
type rule struct {
	fits  func(value string) bool
	score int
}

var (
	dateRule    = rule{func(v string) bool { return len(v) == 8 && digits(v) == 8 }, fitsStrict}
	countryRule = rule{func(v string) bool { return v == "USA" || v == "CAN" || v == "MEX" }, fitsStrict}
	sexRule     = rule{func(v string) bool { return len(v) == 1 && strings.Contains("0129MFX", v) }, fitsStrict}
	stateRule   = rule{func(v string) bool { return countries[v] != "" }, fitsStrict}
	cutRule     = rule{func(v string) bool { return len(v) == 1 && strings.Contains("TNU", v) }, fitsForm}
	realIDRule  = rule{func(v string) bool { return len(v) == 1 && strings.Contains("FMN", v) }, fitsForm}
	// "070 in", "178 cm", "064"
	measureRule = rule{func(v string) bool { return digits(v) >= 2 && len(v) <= 6 }, fitsForm}
	colourRule  = rule{func(v string) bool { return len(v) == 3 }, fitsForm}
	shortRule   = rule{func(v string) bool { return len(v) <= longestShort }, fitsText}
	textRule    = rule{func(v string) bool { return v != "" }, fitsText}
)

// longestShort is the longest value of the elements that hold a class, a code or a flag. The standard allows 12
// characters for a class, and fewer for the others.
const longestShort = 12

// rules are the tests of the elements of the AAMVA Card Design Standard, annex D.12.5, whose values have a known form.
var rules = ruleOf(map[string]rule{
	"DBA DBB DBD DDB DDC DDH DDI DDJ": dateRule,
	"DBC":                             sexRule,
	"DAJ":                             stateRule,
	"DCG":                             countryRule,
	"DAK":                             {isPostalCode, fitsForm},
	"DDE DDF DDG":                     cutRule,
	"DDA":                             realIDRule,
	"DAU DAV DAW DAX":                 measureRule,
	"DAY DAZ":                         colourRule,
	"DCA DCB DCD DAR DAS DAT DCU DBF DBH DDK DDL DDD": shortRule,
})

// ruleOf returns a table with one entry for each of the ids in a key.
func ruleOf(groups map[string]rule) map[string]rule {
	table := map[string]rule{}
	for ids, r := range groups {
		for id := range strings.FieldsSeq(ids) {
			table[id] = r
		}
	}
	return table
}

// isPostalCode reports whether a value can be the code of an American or a Canadian address: at least five digits, or
// six letters and digits in turn.
func isPostalCode(v string) bool {
	return len(v) <= 11 && (digits(v) >= 5 || len(v) >= 6 && digits(v) == 0 && digits(v[1:]) == 1)
}

// fitness rates a value for its id: 0 to 3, higher for values that fewer other elements could have, and negative for
// values that the id does not allow.
func fitness(id, value string) int {
	v := strings.TrimSpace(value)
	switch {
	case len(id) == 2: // a subfile type, behind which the next element follows at once
		return rule{func(string) bool { return value == "" }, fitsForm}.rate(v)
	case id[0] == 'Z', mayBeEmpty[id] && (v == "" || isNone(v)):
		return fitsAny
	}
	if r, ok := rules[id]; ok {
		return r.rate(v)
	}
	return textRule.rate(v)
}

// rate returns the rule's score for a value that passes it, else -1.
func (r rule) rate(value string) int {
	if r.fits(value) {
		return r.score
	}
	return -1
}

// mayBeEmpty are ids whose value may be missing although the id is there.
var mayBeEmpty = map[string]bool{
	"DBA": true,
	"DBB": true,
	"DBD": true,
	"DDB": true,
	"DDC": true,
	"DDH": true,
	"DDI": true,
	"DDJ": true,
	"DAU": true,
	"DAV": true,
	"DAW": true,
	"DAX": true,
	"DAY": true,
	"DAZ": true,
	"DAH": true,
	"DAD": true,
	"DCU": true,
}
