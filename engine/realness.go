package engine

import (
	"proofdesk/engine/face"
)

// realness judges whether the document is an original: neither a screen nor a photocopy.
func (in *inspector) realness(c *card) {
	check := c.check(CodeRealness, GroupDocument)
	check.say(NotRun, "", "No provider for it is installed")
	in.add(check)
}

// liveness never passes here: what a single picture shows can't prove that somebody was there.
func (in *inspector) liveness(p *picture, f face.Face) {
	check := p.check(CodeLiveness, GroupLiveness)
	check.see(p.capture.ID, "face", p.boxOf(f.Box))
	check.say(Inconclusive, "liveness.unproven", "A single picture can't prove that the person was there")
	in.add(check)
}

// faceQuality judges whether the selfie is fit for comparison.
func (in *inspector) faceQuality(p *picture, faces []face.Face) {
	check := p.check(CodeFaceQuality, GroupFace)
	check.say(NotRun, "", "No provider for it is installed")
	in.add(check)
}

// fingerprints judges a capture of four prints.
func (in *inspector) fingerprints(c Capture) {
	in.report.Captures = append(in.report.Captures, CaptureReport{ID: c.ID, Kind: c.Kind})
	in.add(Check{Code: CodeFingerprints, Group: GroupFingerprint, Capture: c.ID, Provider: "none", RanOn: OnServer, Outcome: NotRun, Detail: "No provider for it is installed"})
}
