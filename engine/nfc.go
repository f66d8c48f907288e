//go:build !js

package engine

import (
	"errors"

	"proofdesk/engine/chip"
	"proofdesk/engine/face"
	"proofdesk/engine/mrz"
)

const chipProvider = "passive authentication"

// chip judges what was read from a document's chip: the signature of its data, and the data itself.
func (in *inspector) chip(c Capture) {
	d, err := chip.ParseJSON(c.Bytes)
	if err != nil {
		r := CaptureReport{ID: c.ID, Kind: c.Kind, Fault: "corrupt"}
		in.report.Captures = append(in.report.Captures, r)
		in.add(Unreadable(r))
		return
	}
	in.report.Captures = append(in.report.Captures, CaptureReport{ID: c.ID, Kind: c.Kind, Format: "eMRTD"})
	in.add(in.authenticate(c, d))
	in.chipReadings(c, d)
	in.chipPortrait(c, d)
}

// authenticate performs passive authentication with the operator's country certificates.
func (in *inspector) authenticate(c Capture, d chip.Document) Check {
	check := Check{Code: CodeChip, Group: GroupChip, Capture: c.ID, Provider: chipProvider, Version: Version, Assurance: Calibrated, RanOn: OnServer, Outcome: NotRun}
	r, err := chip.Authenticate(d, in.Countries, in.Today)
	if err != nil {
		check.say(Fail, "chip.unreadable", "The chip's security object can't be read")
		check.Assurance = Heuristic
		if errors.Is(err, chip.ErrMissing) {
			check.Outcome = Inconclusive
		}
		return check
	}
	for _, f := range r.Findings {
		check.Reasons = append(check.Reasons, "chip."+string(f))
	}
	switch {
	case r.Authentic():
		check.say(Pass, "", "Signed by "+r.Signer)
	case r.Forged():
		check.say(Fail, "", "The chip's data is not what its State signed")
	default:
		check.say(Inconclusive, "", "The chip's data is sound, but its signer can't be traced to a trusted country certificate")
	}
	return check
}

func (in *inspector) chipReadings(c Capture, d chip.Document) {
	lines, err := d.Lines()
	if err != nil {
		return
	}
	r, err := mrz.Parse(lines, in.Today)
	if err != nil {
		return
	}
	for field, value := range map[string]string{
		"documentType": documentType(r.Code), "issuingCountry": state(r.State), "lastName": r.Surname, "firstName": r.GivenNames, "documentNumber": r.Number,
		"nationality": state(r.Nationality), "dateOfBirth": whole(r.Birth), "sex": r.Sex, "expiryDate": whole(r.Expiry), "personalNumber": r.Personal,
	} {
		if value != "" {
			in.report.Readings = append(in.report.Readings, Reading{Source: Chip, Field: field, Value: value, Capture: c.ID, Confidence: 1, Truncated: r.Truncated && (field == "lastName" || field == "firstName")})
		}
	}
}

// chipPortrait takes the chip's portrait for the comparison with the selfie, before any printed one.
func (in *inspector) chipPortrait(c Capture, d chip.Document) {
	picture := d.Portrait()
	if picture == nil {
		if d.Groups[2] != nil { // the printed portrait stands in
			check := Check{Code: CodePortrait, Group: GroupFace, Capture: c.ID, Provider: faceProvider, Version: Version, Assurance: Absent, RanOn: OnServer}
			check.say(NotRun, "chip.portrait_format", "The chip's portrait is not a JPEG picture; JPEG 2000 is not read here")
			in.add(check)
		}
		return
	}
	p := open(Capture{ID: c.ID, Kind: c.Kind, Bytes: picture})
	if p.report.Fault != "" {
		return
	}
	taken := &in.report.Captures[len(in.report.Captures)-1]
	taken.Width, taken.Height = p.report.Width, p.report.Height
	faces, err := face.Find(p.work.RGBA(), face.Portrait())
	if err != nil || len(faces) == 0 {
		return
	}
	if s := p.side(faces[0]); s.err == nil {
		in.portrait = s
		in.template(s, "portrait")
	}
}
