package dossier

import (
	"strings"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/review"
	"proofdesk/engine"
	"proofdesk/views/words"
)

// Words returns the reasons of a decision as agents read them, with their values, in every language of the console: one
// reason a line. The queue is searched by them.
func Words(
	job onboarding.Job, decision policy.Decision, report engine.Report, captures []onboarding.Capture, now time.Time,
) string {
	known := review.Dossier{
		Job:      job,
		Now:      now,
		Decision: decision,
		Report:   report,
		Captures: captures,
	}
	var lines []string
	for _, language := range words.Languages() {
		for _, f := range (Dossier{Dossier: known, Language: language, TimeZone: time.UTC}).Why() {
			lines = append(lines, f.Text)
		}
	}
	return strings.Join(lines, "\n")
}
