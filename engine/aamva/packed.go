package aamva

import "strings"

// longestValue bounds how far apart two ids of a packed segment may stand.
const longestValue = 160

// mark is a place of a packed segment where an element may start.
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

// fitness rates a value for its id: below 0 it can't be, 0 to 3 how telling it is.
func fitness(id, value string) int {
	v := strings.TrimSpace(value)
	switch {
	case len(id) == 2:
		return rate(value == "", 2)
	case id[0] == 'Z':
		return 0
	case mayBeEmpty[id] && (v == "" || isNone(v)):
		return 0
	}
	switch id {
	case "DBA", "DBB", "DBD", "DDB", "DDC", "DDH", "DDI", "DDJ":
		return rate(len(v) == 8 && digits(v) == 8, 3)
	case "DBC":
		return rate(len(v) == 1 && strings.Contains("0129MFX", v), 3)
	case "DAJ":
		return rate(countries[v] != "", 3)
	case "DCG":
		return rate(v == "USA" || v == "CAN" || v == "MEX", 3)
	case "DAK":
		return rate(len(v) <= 11 && (digits(v) >= 5 || len(v) >= 6 && digits(v) == 0 && digits(v[1:]) == 1), 2)
	case "DDE", "DDF", "DDG":
		return rate(len(v) == 1 && strings.Contains("TNU", v), 2)
	case "DDA":
		return rate(len(v) == 1 && strings.Contains("FMN", v), 2)
	case "DAU", "DAW", "DAV", "DAX":
		return rate(digits(v) >= 2 && len(v) <= 6, 2)
	case "DAY", "DAZ":
		return rate(len(v) == 3, 2)
	case "DCA", "DCB", "DCD", "DAR", "DAS", "DAT", "DCU", "DBF", "DBH", "DDK", "DDL", "DDD":
		return rate(len(v) <= 12, 1)
	}
	return rate(v != "", 1)
}

func rate(ok bool, score int) int {
	if ok {
		return score
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
