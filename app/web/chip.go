package web

import (
	"cmp"
	"strconv"
	"strings"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/web/shell/format"
	"proofdesk/engine"
	"proofdesk/engine/chip"
	"proofdesk/views/finding"
	views "proofdesk/views/review"
	"proofdesk/views/ui"
)

const maxChip = 4 << 20 // bytes of what a chip held that its portrait is looked for in

// isChip reports whether a capture is what a document's chip held.
func isChip(c onboarding.Capture) bool {
	return c.Kind == onboarding.NFC && strings.Contains(c.ContentType, "json") && c.Size <= maxChip
}

// chipPortrait returns the portrait of a chip as the State's JPEG file.
func chipPortrait(capture []byte) ([]byte, error) {
	d, err := chip.ParseJSON(capture)
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "this chip can't be read")
	}
	portrait := d.Portrait()
	if portrait == nil {
		return nil, fault.New(fault.NotFound, "this chip holds no portrait that can be shown")
	}
	return portrait, nil
}

// chipPane shows what a chip held: its portrait, as blurred as other pictures where the job is covered, and who signed
// it.
func chipPane(p *views.Pane, d dossier, capture onboarding.Capture, report engine.CaptureReport) {
	p.Kind, p.Full = "chip", ""
	if report.Width > 0 {
		p.Src = shotPath(d, capture.ID, sizeView)
	}
}

// chipFacts tell in words what was found about a chip: whether its data is its State's, whether its portrait is the
// printed one, which data groups were read, and who signed them.
func chipFacts(d dossier, c onboarding.Capture) []finding.Fact {
	if c.Kind != onboarding.NFC {
		return nil
	}
	var facts []finding.Fact
	for _, check := range d.Report.Checks {
		switch {
		case check.Code == engine.CodeChip && sameCapture(c.ID, check.Capture):
			facts = append(facts, finding.Fact{
				Label: d.T(policy.Title(check.Code)),
				Value: d.chip(&check),
				Tone:  toneOf(string(check.Outcome)),
			})
		case check.Code == engine.CodeChipPortrait:
			facts = append(facts, finding.Fact{
				Label: d.T(policy.Title(check.Code)),
				Value: d.heldPortrait(&check),
				Tone:  toneOf(string(check.Outcome)),
			})
		}
	}
	held := reportOf(d, c.ID).Chip
	if held == nil {
		return facts
	}
	facts = append(facts, d.dataGroups(held.Groups))
	for _, f := range []finding.Fact{
		{Label: d.T("State"), Value: held.Country},
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
			Value: d.T("from %s to %s", held.ValidFrom, held.ValidTo),
			Data:  true,
		})
	}
	return facts
}

func (d dossier) heldPortrait(check *engine.Check) string {
	if check.Outcome == engine.Pass {
		return format.Join(": ", d.T("It is the printed one"), d.limits(check))
	}
	for _, code := range check.Reasons {
		if s, ok := sayings[code]; ok {
			return d.withLimits(s, check)
		}
	}
	return d.T(outcomeWord(check.Outcome))
}

// hashNames tell how a data group compares with what was signed.
var hashNames = map[string]string{"right": "right", "wrong": "wrong", "unnamed": "not signed", "": "not compared"}

// dataGroups lists the data groups of a chip, each with how its hash compares.
func (d dossier) dataGroups(groups []engine.ChipGroup) finding.Fact {
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
