//go:build !js

package engine

import (
	"errors"
	"time"

	"proofdesk/engine/check"
	"proofdesk/engine/chip"
	"proofdesk/engine/face"
	"proofdesk/engine/finding"
	"proofdesk/engine/mrz"
)

// inspectChip judges what was read from a document's chip: the signature of its data, the data itself, and its
// portrait. Anyone can write a chip and sign it: it counts as the document only where a trusted State signed it.
func inspectChip(r *run, c Capture) results {
	d, err := chip.ParseJSON(c.Bytes)
	if err != nil && !errors.Is(err, chip.ErrMissing) {
		return unreadable(r, faultReport(c, err))
	}
	result, err := chip.Authenticate(d, r.Countries, r.Today)
	authentic := check.Chip(c.ID, d, result, err)
	proven := authentic.Outcome == finding.Pass
	report := finding.CaptureReport{ID: c.ID, Kind: c.Kind, Format: "eMRTD", Chip: chipContents(d, result)}
	found := results{
		checks:   r.watch.charge([]finding.Check{authentic}),
		readings: chipReadings(c, d, r.Today, proven),
	}
	portrait := readChipPortrait(c, d)
	report.Width, report.Height, report.Faces = portrait.width, portrait.height, portrait.faces
	found.captures = []finding.CaptureReport{report}
	found.checks = append(found.checks, r.watch.charge(portrait.missing)...)
	if portrait.likeness != nil {
		found.people = people{stored: portrait.likeness, signed: proven}
		if proven {
			found.templates = faceTemplates(*portrait.likeness, "portrait")
		}
	}
	return found
}

// chipContents returns what was read from a chip and who signed it.
func chipContents(d chip.Document, r chip.Result) *finding.ChipContents {
	contents := &finding.ChipContents{Country: r.Country, Signer: r.Signer, Issuer: r.Issuer}
	if r.Signer != "" {
		contents.ValidFrom = r.NotBefore.UTC().Format(time.DateOnly)
		contents.ValidTo = r.NotAfter.UTC().Format(time.DateOnly)
	}
	for _, n := range d.Numbers() {
		contents.Groups = append(contents.Groups, finding.ChipGroup{Number: n, Hash: string(r.Hashes[n])})
	}
	return contents
}

// chipReadings lists the values of the zone in data group 1. Nothing is concluded from those of a chip that no trusted
// State signed.
func chipReadings(c Capture, d chip.Document, today time.Time, proven bool) []finding.Reading {
	lines, err := d.Lines()
	if err != nil {
		return nil
	}
	r, err := mrz.Parse(lines, today)
	if err != nil {
		return nil
	}
	confidence := 0.0
	if proven {
		confidence = 1
	}
	var readings []finding.Reading
	for _, f := range []struct{ field, value string }{
		{"documentType", documentType(r.Code)},
		{"issuingCountry", stateCode(r.State)},
		{"lastName", r.Surname},
		{"firstName", r.GivenNames},
		{"documentNumber", r.Number},
		{"nationality", stateCode(r.Nationality)},
		{"dateOfBirth", fullDate(r.Birth)},
		{"sex", r.Sex},
		{"expiryDate", fullDate(r.Expiry)},
		{"personalNumber", r.Personal},
	} {
		if f.value == "" {
			continue
		}
		name := f.field == "lastName" || f.field == "firstName"
		readings = append(readings, finding.Reading{
			Source:     finding.Chip,
			Field:      f.field,
			Value:      f.value,
			Capture:    c.ID,
			Confidence: confidence,
			Unproven:   !proven,
			Truncated:  r.Truncated && name,
		})
	}
	return readings
}

// chipPortrait is what was found in a chip's portrait.
type chipPortrait struct {
	width, height int
	faces         []finding.Face
	likeness      *check.Likeness // nil where there is no face to compare
	missing       []finding.Check // why there is none; empty for a chip without a portrait
}

// readChipPortrait finds the face in the chip's portrait (data group 2).
func readChipPortrait(c Capture, d chip.Document) chipPortrait {
	if d.Groups[2] == nil {
		return chipPortrait{}
	}
	missing := func(outcome finding.Outcome, reason, detail string) []finding.Check {
		return []finding.Check{check.NoChipPortrait(c.ID, outcome, reason, detail)}
	}
	file := d.Portrait()
	if file == nil {
		return chipPortrait{missing: missing(finding.NotRun, "chip.portrait_format",
			"The chip's portrait is not a JPEG picture; JPEG 2000 is not read here")}
	}
	p, report := open(Capture{ID: c.ID, Kind: c.Kind, Bytes: file})
	if p == nil {
		return chipPortrait{missing: missing(finding.Inconclusive, "chip.portrait_unreadable",
			"The chip's portrait can't be read: "+finding.FaultWords(report))}
	}
	found := chipPortrait{width: p.Width, height: p.Height}
	faces, err := face.Find(p.work.RGBA(), face.Portrait())
	switch {
	case err != nil:
		found.missing = missing(finding.NotRun, "", "The face detector is not in this build")
	case len(faces) == 0:
		found.missing = missing(finding.Inconclusive, "chip.portrait_no_face",
			"No face was found in the chip's portrait")
	default:
		likeness := describeFace(p, faces[0])
		found.faces, found.likeness = reportedFaces(p.Frame, faces), &likeness
	}
	return found
}
