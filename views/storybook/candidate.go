package storybook

import (
	"proofdesk/views/finding"
	"proofdesk/views/review"
	"proofdesk/views/ui"
)

// besideCandidate shows the applicant beside the enrolled customer with the nearest face.
func besideCandidate(p *review.Page) {
	p.Candidate = nearest()
	for i := range p.Panes {
		p.Panes[i].Shown = false
	}
	last := p.Panes[len(p.Panes)-1]
	last.Shown, last.Key = true, "a"
	enrolled := last
	enrolled.Key, enrolled.ID, enrolled.Title = "b", "customer-c2", "Enrolled customer #N2, 2026-05-04"
	enrolled.Of, enrolled.Received = "", ui.Time{}
	p.Panes = append(p.Panes[:len(p.Panes)-1:len(p.Panes)-1], last, enrolled)
	p.Rail = append(p.Rail[:len(p.Rail):len(p.Rail)], review.Thumb{
		ID:    "customer-c2",
		Key:   "9",
		Label: "Enrolled",
		Icon:  "user",
		Tone:  ui.Fail,
		State: "enrolled as #N2",
		Href:  "/review/beside-a-candidate",
		Pane:  "b",
		Side:  "b",
	})
	p.Why = append([]finding.Finding{{
		Tone:  ui.Fail,
		Text:  "The face is close to that of an enrolled customer",
		Group: "fraud",
		Links: []finding.Fact{
			{Label: "almost the same face, distance .31:", Key: "9", Value: "POE, EDGAR #N2, enrolled 2026-05-04"},
			{Label: "similar face, distance .48:", Value: "this customer was erased, so there is nothing to compare"},
		},
	}}, p.Why...)
}
