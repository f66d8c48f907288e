package review

import (
	"cmp"
	"strconv"
	"strings"

	"proofdesk/app/catalogue"
	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/picture"
	"proofdesk/app/web/shell/wording"
	"proofdesk/engine"
	"proofdesk/views/finding"
	views "proofdesk/views/review"
	"proofdesk/views/ui"
)

// chipPane shows what a chip held: its portrait, as blurred as other pictures where the job is covered, and who signed
// it.
func chipPane(p *views.Pane, d dossier.Dossier, capture onboarding.Capture, report engine.CaptureReport) {
	p.Kind, p.Full = "chip", ""
	if report.Width > 0 {
		p.Src = shotPath(d, capture.ID, picture.View)
	}
}

// chipFacts lists what was found about a chip: whether its data is its State's, whether its portrait is the
// printed one, which data groups were read, and who signed them.
func chipFacts(d dossier.Dossier, c onboarding.Capture) []finding.Fact {
	if c.Kind != onboarding.NFC {
		return nil
	}
	var facts []finding.Fact
	for _, check := range d.Report.Checks {
		switch {
		case check.Code == engine.CodeChip && dossier.SameCapture(c.ID, check.Capture):
			facts = append(facts, finding.Fact{
				Label: d.T(catalogue.Title(check.Code)),
				Value: chipVerdict(d, &check),
				Tone:  wording.OutcomeTone(string(check.Outcome)),
			})
		case check.Code == engine.CodeChipPortrait:
			facts = append(facts, finding.Fact{
				Label: d.T(catalogue.Title(check.Code)),
				Value: heldPortrait(d, &check),
				Tone:  wording.OutcomeTone(string(check.Outcome)),
			})
		}
	}
	held := reportOf(d, c.ID).Chip
	if held == nil {
		return facts
	}
	facts = append(facts, dataGroups(d, held.Groups))
	for _, f := range []finding.Fact{
		{Label: d.T("State"), Value: format.Country(d.Language, held.Country)},
		{Label: d.T("Signed by"), Value: held.Signer},
		{Label: d.T("Certified by"), Value: held.Issuer},
	} {
		if f.Data = true; f.Value != "" {
			facts = append(facts, f)
		}
	}
	if held.ValidFrom != "" {
		facts = append(facts, finding.Fact{
			Label: d.T("Signer valid"),
			Value: d.T("from %s to %s", d.Calendar(held.ValidFrom), d.Calendar(held.ValidTo)),
			Data:  true,
		})
	}
	return facts
}

func heldPortrait(d dossier.Dossier, check *engine.Check) string {
	if check.Outcome == engine.Pass {
		return format.Join(": ", d.T("Matches the printed one"), d.Limits(check))
	}
	for _, code := range check.Reasons {
		if s, ok := wording.Reason(code); ok {
			return d.WithLimits(s, check)
		}
	}
	return d.T(wording.Outcome(check.Outcome))
}

// hashNames are the words for how a data group compares with what was signed.
var hashNames = map[string]string{"right": "right", "wrong": "wrong", "unnamed": "not signed", "": "not compared"}

// dataGroups lists the data groups of a chip, each with how its hash compares.
func dataGroups(d dossier.Dossier, groups []engine.ChipGroup) finding.Fact {
	f := finding.Fact{Label: d.T("Data groups"), Data: true, Tone: ui.Pass}
	var all []string
	for _, g := range groups {
		all = append(all, "DG"+strconv.Itoa(g.Number)+" "+d.T(hashNames[g.Hash]))
		if g.Hash != "right" {
			f.Tone = ui.Fail
		}
	}
	f.Value = cmp.Or(strings.Join(all, ", "), d.T("none"))
	return f
}

func chipVerdict(d dossier.Dossier, check *engine.Check) string {
	for _, code := range check.Reasons {
		if s, ok := wording.Reason(code); ok {
			return d.WithLimits(s, check)
		}
	}
	switch check.Outcome {
	case engine.Pass:
		return d.T("The chip data was signed by a trusted State")
	case engine.Fail:
		return d.T("The chip data does not match what its State signed")
	}
	return d.T("The chip data is intact, but its signer can't be traced to a trusted State")
}
