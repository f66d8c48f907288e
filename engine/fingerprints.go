package engine

import (
	"strconv"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
	"proofdesk/engine/fingerprint"
)

// inspectFingerprints judges a capture of prints side by side: the quality of each, and whether minutiae were found.
func inspectFingerprints(r *run, c Capture) results {
	p, report := open(c)
	if p == nil {
		return unreadable(r, report)
	}
	var (
		prints    []check.Finger
		templates []fingerprint.Template
	)
	report.Scores = map[string]float64{}
	for i, print := range fingerprint.Split(p.full.Gray()) {
		q := fingerprint.Judge(print)
		report.Scores["finger "+strconv.Itoa(i+1)] = finding.Rounded(q.Score)
		template, err := fingerprint.Extract(print, 0)
		prints = append(prints, check.Finger{
			Score:    q.Score,
			Minutiae: len(template.Minutiae),
			Err:      err,
			Reasons:  q.Reasons,
		})
		templates = append(templates, template)
	}
	report.Prompts = check.FingerPrompts(prints)
	judged := check.Fingerprints(c.ID, prints)
	found := results{
		captures: []finding.CaptureReport{report},
		checks:   r.watch.charge([]finding.Check{judged}),
	}
	if judged.Outcome == finding.Pass {
		found.templates = printTemplates(c.ID, templates, *judged.Score)
	}
	return found
}
