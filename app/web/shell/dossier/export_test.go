package dossier

import (
	"proofdesk/app/policy"
	"proofdesk/app/review"
	"proofdesk/engine"
	"proofdesk/views/finding"
	"proofdesk/views/words"
)

// Parts is parts for tests.
func Parts(value string, others []string) []finding.Part { return parts(value, others) }

// Breakable is breakable for tests.
func Breakable(runs []finding.Part) []finding.Part { return breakable(runs) }

// Differ is differ for tests.
func Differ(a, b string) []finding.Part { return differ(a, b) }

// Sentence returns the sentence about a reason in a dossier of a report for tests.
func Sentence(l words.Language, report engine.Report, reason policy.Reason, check *engine.Check) string {
	return Dossier{Dossier: review.Dossier{Report: report}, Language: l}.Sentence(reason, check)
}
