//go:build !js

package engine

import (
	"errors"
	"time"

	"proofdesk/engine/chip"
	"proofdesk/engine/face"
	"proofdesk/engine/mrz"
)

const chipProvider = "passive authentication"

// chip judges what was read from a document's chip: the signature of its data, the data itself, and its portrait.
// Anyone can write a chip and sign it: it stands for the document only where a trusted State signed it.
func (in *inspector) chip(c Capture) {
	d, err := chip.ParseJSON(c.Bytes)
	if err != nil && !errors.Is(err, chip.ErrMissing) {
		in.fault(c, err)
		return
	}
	in.report.Captures = append(in.report.Captures, CaptureReport{ID: c.ID, Kind: c.Kind, Format: "eMRTD"})
	taken := &in.report.Captures[len(in.report.Captures)-1]
	check, result := in.authenticate(c, d)
	taken.Chip = chipContents(d, result)
	in.add(check)
	proven := check.Outcome == Pass
	in.chipReadings(c, d, proven)
	in.chipPortrait(c, d, proven)
}

// authenticate performs passive authentication with the operator's country certificates.
func (in *inspector) authenticate(c Capture, d chip.Document) (Check, chip.Result) {
	check := Check{
		Code:      CodeChip,
		Group:     GroupChip,
		Capture:   c.ID,
		Provider:  chipProvider,
		Version:   Version,
		Assurance: Calibrated,
		RanOn:     OnServer,
		Outcome:   NotRun,
	}
	check.Evidence = []Evidence{{Capture: c.ID}}
	r, err := chip.Authenticate(d, in.Countries, in.Today)
	switch {
	case len(d.SOD) == 0 || len(d.Groups[1]) == 0:
		check.say(Inconclusive, "chip.missing", "The chip's security object or its first data group is missing")
		return check, r
	case errors.Is(err, chip.ErrMissing):
		check.say(Inconclusive, "chip.no_signer", "The chip's security object does not say who signed it")
		return check, r
	case err != nil:
		check.say(Fail, "chip.unreadable", "The chip's security object can't be read")
		check.Assurance = Heuristic
		return check, r
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
		check.say(Inconclusive, "", unprovenChip(r))
	}
	return check, r
}

// unprovenChip reports why sound data of a chip is not proven to be a State's.
func unprovenChip(r chip.Result) string {
	switch r.Findings[0] {
	case chip.SignerExpired:
		return "The chip's signer was certified by a trusted State, but not for today"
	case chip.UnknownAlgorithm:
		return "The chip is signed with an algorithm that is not known here"
	}
	return "The chip's data is sound, but its signer can't be traced to a trusted country certificate"
}

// chipContents reports what was read from a chip and who signed it.
func chipContents(d chip.Document, r chip.Result) *ChipContents {
	contents := &ChipContents{Country: r.Country, Signer: r.Signer, Issuer: r.Issuer}
	if r.Signer != "" {
		contents.ValidFrom, contents.ValidTo = r.NotBefore.UTC().Format(time.DateOnly),
			r.NotAfter.UTC().Format(time.DateOnly)
	}
	for _, n := range d.Numbers() {
		contents.Groups = append(contents.Groups, ChipGroup{Number: n, Hash: string(r.Hashes[n])})
	}
	return contents
}

// chipReadings lists the values of the zone in data group 1. Those of a chip that no trusted State signed count
// nothing.
func (in *inspector) chipReadings(c Capture, d chip.Document, proven bool) {
	lines, err := d.Lines()
	if err != nil {
		return
	}
	r, err := mrz.Parse(lines, in.Today)
	if err != nil {
		return
	}
	confidence := 0.0
	if proven {
		confidence = 1
	}
	for _, f := range []struct{ name, value string }{
		{"documentType", documentType(r.Code)},
		{"issuingCountry", state(r.State)},
		{"lastName", r.Surname},
		{"firstName", r.GivenNames},
		{"documentNumber", r.Number},
		{"nationality", state(r.Nationality)},
		{"dateOfBirth", whole(r.Birth)},
		{"sex", r.Sex},
		{"expiryDate", whole(r.Expiry)},
		{"personalNumber", r.Personal},
	} {
		if f.value == "" {
			continue
		}
		name := f.name == "lastName" || f.name == "firstName"
		in.report.Readings = append(in.report.Readings, Reading{
			Source:     Chip,
			Field:      f.name,
			Value:      f.value,
			Capture:    c.ID,
			Confidence: confidence,
			Unproven:   !proven,
			Truncated:  r.Truncated && name,
		})
	}
}

// chipPortrait finds the face in the chip's portrait, for the comparisons; why there is none is said.
func (in *inspector) chipPortrait(c Capture, d chip.Document, proven bool) {
	if d.Groups[2] == nil {
		return
	}
	missing := func(outcome Outcome, reason, detail string) {
		check := chipPortraitCheck()
		check.Capture, check.Assurance = c.ID, Absent
		check.say(outcome, reason, detail)
		in.add(check)
	}
	picture := d.Portrait()
	if picture == nil {
		missing(NotRun, "chip.portrait_format", "The chip's portrait is not a JPEG picture; JPEG 2000 is not read here")
		return
	}
	p := open(Capture{ID: c.ID, Kind: c.Kind, Bytes: picture})
	if p.report.Fault != "" {
		missing(Inconclusive, "chip.portrait_unreadable", "The chip's portrait can't be read: "+FaultWords(p.report))
		return
	}
	taken := &in.report.Captures[len(in.report.Captures)-1]
	taken.Width, taken.Height = p.report.Width, p.report.Height
	faces, err := face.Find(p.work.RGBA(), face.Portrait())
	if err != nil {
		missing(NotRun, "", "The face detector is not in this build")
		return
	}
	if len(faces) == 0 {
		missing(Inconclusive, "chip.portrait_no_face", "No face was found in the chip's portrait")
		return
	}
	p.listFaces(faces)
	taken.Faces = p.report.Faces
	in.held, in.heldProven = p.side(faces[0]), proven
	if proven {
		in.template(in.held, "portrait")
	}
}

// chipAgainstPrint compares the portrait in the chip with the printed one, which should be the same picture. That one
// is too small to be sure says nothing against either.
func (in *inspector) chipAgainstPrint() {
	if in.held == nil || in.portrait == nil {
		return
	}
	check := chipPortraitCheck()
	check.compare(in.portrait, in.held)
	for i, reason := range check.Reasons {
		check.Reasons[i] = chipReasons[reason]
	}
	switch {
	case check.Outcome == Fail:
		check.Detail = "The portrait in the chip is not the printed one: " + apart(*check.Score)
	case check.Outcome == Warn && check.Reasons[0] == "chip.portrait_unsure":
		check.Detail = "The portrait in the chip may not be the printed one: " + apart(*check.Score)
	case check.Outcome == Warn:
		check.Outcome = Inconclusive
	}
	in.add(check)
}

// chipReasons name what a comparison found where it is one of a chip's portrait.
var chipReasons = map[string]string{
	"face.mismatch":  "chip.portrait_mismatch",
	"face.unsure":    "chip.portrait_unsure",
	"face.small":     "chip.portrait_small",
	"face.too_small": "chip.portrait_small",
}

func chipPortraitCheck() Check { return matchCheck(CodeChipPortrait, GroupChip) }
