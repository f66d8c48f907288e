package check

import (
	"strings"

	"proofdesk/engine/crosscheck"
	"proofdesk/engine/finding"
)

// disputed are the fields of which an agent examines every difference, even one that may be misread.
var disputed = map[string]bool{"dateOfBirth": true, "documentNumber": true, "expiryDate": true}

// Consistency reports whether all sources agree on every field, and whether all captures show one document. It is not
// judged where nothing was read.
//
// Code data.consistency. No score. Another document, or a disagreement on a field that identifies the applicant, fails;
// other differences warn. Inconclusive with one source alone. Assurance: heuristic.
func Consistency(v Values) []finding.Check {
	if len(v.Rows)+len(v.Others) == 0 {
		return nil
	}
	c := finding.NewCheck(finding.CodeConsistency, finding.GroupData, "")
	nameOthers(&c, v.Others)
	compared := 0
	for _, row := range v.Rows {
		if row.Match == finding.MatchNotRead {
			continue
		}
		compared++
		judgeRow(&c, row, v.Readings)
	}
	switch {
	case c.Outcome == finding.Fail:
	case compared == 0:
		c.Conclude(finding.Inconclusive, "data.one_source",
			"Only one source was read: there is nothing to hold it against")
	case len(c.Reasons) > 0:
		c.Outcome = finding.Warn
		c.Detail = "The sources differ in " + strings.Join(fieldsOf(c.Reasons), ", ")
	default:
		c.Outcome = finding.Pass
	}
	return []finding.Check{c}
}

// nameOthers adds the values of another document among the captures to the check's detail.
func nameOthers(c *finding.Check, others []finding.Reading) {
	if len(others) == 0 {
		return
	}
	var named []string
	for _, r := range others {
		if crosscheck.Names(r) {
			named = append(named, crosscheck.FieldWords(r.Field)+" "+r.Value)
			c.ShowReading(r)
		}
	}
	c.Conclude(finding.Fail, "data.other_document",
		"One capture shows another document than the first: "+strings.Join(named, ", "))
}

// judgeRow adds the result of the comparison of one field.
func judgeRow(c *finding.Check, row finding.Comparison, readings []finding.Reading) {
	switch {
	case row.Match == finding.MatchNone && crosscheck.Identifying(row.Field):
		earlier := c.Detail
		c.Conclude(finding.Fail, "data.mismatch."+row.Field,
			"The sources disagree on "+crosscheck.FieldWords(row.Field)+": "+crosscheck.Listed(row))
		if earlier != "" {
			c.Detail = earlier
		}
		showSources(c, row.Field, readings)
	case row.Match == finding.MatchNone:
		c.Reasons = append(c.Reasons, "data.differs."+row.Field)
	case row.Match == finding.MatchPartial && disputed[row.Field]:
		c.Reasons = append(c.Reasons, "data.unclear."+row.Field)
		showSources(c, row.Field, readings)
	}
}

// showSources adds the place of the field's value in each source.
func showSources(c *finding.Check, field string, readings []finding.Reading) {
	for _, r := range crosscheck.Sources(field, readings) {
		if r.Box != nil {
			c.ShowIn(r.Capture, field, *r.Box)
		}
	}
}

// fieldsOf lists the fields that reasons are about, as words.
func fieldsOf(reasons []string) []string {
	var fields []string
	for _, r := range reasons {
		if _, rest, ok := strings.Cut(r, "."); ok {
			_, field, _ := strings.Cut(rest, ".")
			fields = append(fields, crosscheck.FieldWords(field))
		}
	}
	return fields
}
