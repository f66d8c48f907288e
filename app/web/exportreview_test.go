package web

import (
	"slices"

	"proofdesk/app/policy"
	"proofdesk/app/review"
	"proofdesk/engine"
	"proofdesk/views/words"
)

// Sayings lists all texts of sayings and of what they are put together from.
func Sayings() []string {
	texts := slices.Clone(assuranceNames)
	for _, s := range sayings {
		texts = append(texts, s.text)
	}
	for _, names := range []map[string]string{faultNames, digitNames, scoreNames, promptNames} {
		for _, name := range names {
			texts = append(texts, name)
		}
	}
	for _, f := range fields {
		texts = append(texts, f.label)
	}
	for _, s := range sources {
		texts = append(texts, sourceNames[s], sourceHints[s])
	}
	return texts
}

// Says is says for tests, of a dossier that holds a report.
func Says(l words.Language, report engine.Report, reason policy.Reason, check *engine.Check) string {
	return dossier{Dossier: review.Dossier{Report: report}, Language: l}.says(reason, check)
}
