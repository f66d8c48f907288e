package aamva

import "strings"

// scan finds the elements of a record's body by its separators, and inside a segment that lost its separators by
// the ids themselves. It also returns the id of the element that the text ends in, "" if a separator is behind it.
func scan(body string, types []string) (out []Element, last string) {
	subfile := ""
	for segment := range strings.SplitSeq(body, "\n") {
		segment, last = strings.TrimSpace(segment), ""
		if segment == "" {
			continue
		}
		if t := prefixType(segment, types); t != "" {
			subfile, segment = t, segment[2:]
		}
		if packed := unpack(segment, subfile, types); len(packed) > 2 {
			out = append(out, packed...)
			subfile, last = out[len(out)-1].Subfile, out[len(out)-1].ID
			continue
		}
		if len(segment) >= 3 && isID(segment[:3]) {
			out = append(out, Element{Subfile: subfile, ID: segment[:3], Value: strings.TrimSpace(segment[3:])})
			last = segment[:3]
		}
	}
	return out, last
}

// prefixType returns the subfile type that a segment starts with, if it does: two letters in front of an id, or
// alone on the line.
func prefixType(segment string, types []string) string {
	if len(segment) < 2 || !isType(segment[:2]) {
		return ""
	}
	t := segment[:2]
	if len(segment) == 2 {
		return t
	}
	if len(segment) < 5 || !isID(segment[2:5]) {
		return ""
	}
	if t[0] == 'Z' && segment[2:4] != t {
		return ""
	}
	if !isHolder(t) && !contains(types, t) && len(types) > 0 {
		return ""
	}
	return t
}

// isID reports whether a text looks like an element id: D and two letters, or Z, a letter, and a letter or digit.
func isID(s string) bool {
	if s[1] < 'A' || s[1] > 'Z' {
		return false
	}
	if s[0] == 'Z' {
		return s[2] >= 'A' && s[2] <= 'Z' || s[2] >= '0' && s[2] <= '9'
	}
	return (s[0] == 'D' || s[0] == 'P') && s[2] >= 'A' && s[2] <= 'Z'
}

func countKnown(elements []Element) int {
	n := 0
	for _, e := range elements {
		if known[e.ID] {
			n++
		}
	}
	return n
}

func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

// known are the ids that the standard's versions define for the holder's subfile.
var known = func() map[string]bool {
	m := map[string]bool{}
	for _, id := range strings.Fields(`DAA DAB DAC DAD DAE DAF DAG DAH DAI DAJ DAK DAL DAM DAN DAO DAP DAQ DAR DAS DAT
		DAU DAV DAW DAX DAY DAZ DBA DBB DBC DBD DBE DBF DBG DBH DBI DBJ DBK DBL DBM DBN DBO DBP DBQ DBR DBS
		DCA DCB DCD DCE DCF DCG DCH DCI DCJ DCK DCL DCM DCN DCO DCP DCQ DCR DCS DCT DCU
		DDA DDB DDC DDD DDE DDF DDG DDH DDI DDJ DDK DDL`) {
		m[id] = true
	}
	return m
}()
