package check

import "proofdesk/engine/finding"

// Dates reports whether birth, issue and expiry follow each other and none lies where it can't.
//
// Code data.dates. No score. A contradiction fails where all dates in it are proven, else warns. Inconclusive without a
// date of birth or of expiry. Assurance: model, heuristic where a date is not proven.
func Dates(v Values) finding.Check {
	c := dataCheck(finding.CodeDates)
	birth, birthReading, hasBirth := v.date("dateOfBirth")
	issue, issueReading, hasIssue := v.date("issueDate")
	last, hasExpiry := v.lastDay()
	contradiction := func(reason, detail string, proven bool) {
		outcome := finding.Fail
		if !proven {
			outcome, c.Assurance = finding.Warn, finding.Heuristic
		}
		c.Conclude(outcome, reason, detail)
	}
	const order = "Birth, issue and expiry do not follow each other"
	switch expiry := last.latest; {
	case !hasBirth || !hasExpiry:
		c.Conclude(finding.Inconclusive, "data.dates_unknown", "Not all dates were read")
	case birth.After(v.Today):
		contradiction("data.born_later", "The date of birth lies ahead", v.proven(birthReading))
	case hasIssue && issue.After(v.Today):
		contradiction("data.issued_later", "The date of issue lies ahead", v.proven(issueReading))
		c.ShowReading(issueReading)
	case hasIssue && (!issue.After(birth) || !expiry.After(issue)):
		contradiction("data.dates_order", order,
			v.proven(birthReading) && v.proven(issueReading) && v.provenEnd(last))
		c.ShowReading(last.reading)
	case !expiry.After(birth):
		contradiction("data.dates_order", order, v.proven(birthReading) && v.provenEnd(last))
		c.ShowReading(last.reading)
	default:
		c.Outcome = finding.Pass
	}
	return c
}
