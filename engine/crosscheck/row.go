package crosscheck

import (
	"slices"
	"strings"

	"proofdesk/engine/finding"
)

// Rows compares each field over its sources: one row for every field that any source has, in the order of
// finding.Fields. A source counts once for a field, by its first reading.
func Rows(readings []finding.Reading) []finding.Comparison {
	var rows []finding.Comparison
	for _, field := range finding.Fields() {
		if sources := Sources(field, readings); len(sources) > 0 {
			rows = append(rows, rowOf(field, sources))
		}
	}
	return rows
}

func rowOf(field string, sources []finding.Reading) finding.Comparison {
	row := finding.Comparison{Field: field, Match: finding.MatchNotRead, Values: map[finding.Source]string{}}
	for i, a := range sources {
		row.Values[a.Source] = a.Value
		for _, b := range sources[i+1:] {
			row.Match = worse(row.Match, Match(field, a, b))
		}
	}
	return row
}

// Sources returns the first reading of a field from each source that has it.
func Sources(field string, readings []finding.Reading) []finding.Reading {
	var first []finding.Reading
	for _, r := range readings {
		same := func(o finding.Reading) bool { return o.Source == r.Source }
		if r.Field == field && !slices.ContainsFunc(first, same) {
			first = append(first, r)
		}
	}
	return first
}

// worse returns the more serious match of the two: a row is as bad as the worst pair of its values.
func worse(a, b finding.Match) finding.Match {
	rank := map[finding.Match]int{
		finding.MatchNotRead: 0,
		finding.MatchFull:    1,
		finding.MatchPartial: 2,
		finding.MatchNone:    3,
	}
	if rank[b] > rank[a] {
		return b
	}
	return a
}

// Identifying reports whether a disagreement on a field counts against the document; on any other field it is only
// worth a look.
func Identifying(field string) bool {
	switch field {
	case "lastName", "firstName", "dateOfBirth", "documentNumber", "expiryDate", "sex", "issuingCountry":
		return true
	}
	return false
}

// Listed returns the values of a row with their sources, as one line of text.
func Listed(row finding.Comparison) string {
	var parts []string
	for _, source := range []finding.Source{
		finding.VIZ, finding.MRZ, finding.Barcode, finding.Chip, finding.Submitted,
	} {
		if value, ok := row.Values[source]; ok {
			parts = append(parts, strings.ToLower(string(source))+" "+value)
		}
	}
	return strings.Join(parts, ", ")
}
