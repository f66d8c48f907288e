package engine

import (
	"slices"

	"proofdesk/engine/barcode"
	"proofdesk/engine/check"
	"proofdesk/engine/document"
	"proofdesk/engine/finding"
	"proofdesk/engine/raster"
)

// sidePicture is one side of a document and the picture that shows it.
type sidePicture struct {
	side    check.Side
	picture *picture
}

// inspectSide reads one side of an identity document and judges it.
func inspectSide(r *run, p *picture, before results) results {
	side, all, took, ok := readSide(r, p)
	if !ok {
		return results{captures: []finding.CaptureReport{pictureReport(p)}}
	}
	readings := slices.Concat(zoneReadings(side), licenceReadings(side))
	checks := took.charge(judgeSide(side, r, slices.Concat(before.readings, readings)))

	report := paperReport(p, side, all, checks)
	report.MRZLines, report.CheckDigits = zoneLines(side), zoneDigits(side)
	report.Faces = reportedFaces(side.Frame, side.Faces)
	found := results{captures: []finding.CaptureReport{report}, checks: checks, readings: readings}

	if known := before.people.printed; len(side.Faces) > 0 && !side.Back() && (known == nil || known.Err != nil) {
		portrait := describeFace(p, side.Faces[0])
		found.people.printed = &portrait
		found.templates = faceTemplates(portrait, "portrait")
	}
	if len(side.Faces) > 0 || side.Kind == "passport" {
		found.fronts = []sidePicture{{side, p}}
	}
	return found
}

// judgeSide runs the checks of one side of an identity document, in the order in which they are reported. The readings
// are those of this side and of the captures before it.
func judgeSide(s check.Side, r *run, readings []finding.Reading) []finding.Check {
	t := r.Thresholds
	realness := t.FrontRealness
	if s.Back() {
		realness = t.BackRealness
	}
	checks := check.Zone(s, t.MRZ)
	if s.Zone != nil {
		checks = append(checks, check.CheckDigits(s)...)
	}
	checks = append(checks, check.Barcode(s, t.Barcode)...)
	if s.Zone == nil {
		checks = append(checks, check.CheckDigits(s)...)
	}
	checks = append(checks, judgeQuality(s, t)...)
	checks = append(checks, check.Document(s, r.minConfidence(s.Kind)), check.Kind(s))
	checks = append(checks, check.Fields(s, readings)...)
	checks = append(checks, check.Portrait(s)...)
	return append(checks, check.Realness(s, realness))
}

// judgeQuality runs the checks of how well a document was photographed.
func judgeQuality(s check.Side, t Thresholds) []finding.Check {
	return []finding.Check{
		check.Focus(s, t.Focus),
		check.Glare(s, t.Glare),
		check.Brightness(s),
		check.Obstruction(s, t.Finger),
	}
}

// inspectPaper reads and judges a document of no particular kind: is there one, whole and alone, and is it legible? Its
// barcodes are listed; a zone and a portrait only tell where the document lies.
func inspectPaper(r *run, p *picture) results {
	side, all, took, ok := readPaper(r, p)
	if !ok {
		return results{captures: []finding.CaptureReport{pictureReport(p)}}
	}
	checks := append(judgeQuality(side, r.Thresholds), check.Document(side, r.minConfidence(side.Kind)))
	found := results{
		captures: []finding.CaptureReport{paperReport(p, side, all, checks)},
		checks:   took.charge(checks),
	}
	if check.HoldsLicence(side.Symbols) {
		found.crops = []check.Side{side}
	}
	return found
}

// readSide reads one side of an identity document, step by step: each step is given what the ones before it read. It
// also returns all barcodes in the picture, and how long each step took. It is false where the inspection was cancelled
// between two steps.
func readSide(r *run, p *picture) (check.Side, []barcode.Symbol, laps, bool) {
	took, clear := laps{}, r.minConfidence(p.kind)
	outline := detectOutline(p)
	took.add(r.watch, finding.CodeDocument)

	c := readZone(p, r.Today)
	took.add(r.watch, finding.CodeMRZ)
	if r.stopped() {
		return check.Side{}, nil, nil, false
	}
	c.symbols = readBarcodes(p, c)
	l := locate(p, outline, c, clear)
	record := check.RecordOf(l.symbols)
	licence := c.licence || record != nil
	took.add(r.watch, finding.CodeBarcode)
	if r.stopped() {
		return check.Side{}, nil, nil, false
	}
	l = findPortrait(p, c, licence, l, clear)
	took.add(r.watch, finding.CodePortrait)
	if r.stopped() {
		return check.Side{}, nil, nil, false
	}
	side := sideOf(p, c, l)
	side.Record, side.Licence = record, licence
	side = measured(r, p, side, took)
	if r.stopped() {
		return check.Side{}, nil, nil, false
	}
	side.Realness = measureRealness(p, side)
	took.add(r.watch, finding.CodeRealness)
	return side, c.symbols, took, true
}

// readPaper reads a document of no particular kind as readSide does, with all effort for its barcodes.
func readPaper(r *run, p *picture) (check.Side, []barcode.Symbol, laps, bool) {
	took, clear := laps{}, r.minConfidence(p.kind)
	outline := detectOutline(p)
	c := readZone(p, r.Today)
	if r.stopped() {
		return check.Side{}, nil, nil, false
	}
	c.symbols = barcode.Read(p.full.Gray(), barcode.Options{})
	l := locate(p, outline, c, clear)
	if r.stopped() {
		return check.Side{}, nil, nil, false
	}
	l = findPortrait(p, c, false, l, clear)
	if r.stopped() {
		return check.Side{}, nil, nil, false
	}
	took.add(r.watch, finding.CodeDocument)
	return measured(r, p, sideOf(p, c, l), took), c.symbols, took, true
}

// sideOf puts together what was read in a picture.
func sideOf(p *picture, c codes, l located) check.Side {
	w, h := p.work.Size()
	return check.Side{
		Frame:      p.Frame,
		Kind:       p.kind,
		WorkWidth:  w,
		WorkHeight: h,
		Zone:       c.zone,
		ZoneSought: c.sought,
		Symbols:    l.symbols,
		Outline:    l.outline,
		Faces:      l.faces,
		Beside:     l.beside,
		Turned:     l.turned,
		TextLines:  textLines(p, l.outline),
	}
}

// measured returns a side with how well it was photographed and what the picture shows.
func measured(r *run, p *picture, side check.Side, took laps) check.Side {
	side.Quality = measureQuality(p, side.Outline)
	took.add(r.watch, finding.CodeFocus, finding.CodeGlare, finding.CodeBrightness, finding.CodeObstruction)
	side.Shown = check.ShownOn(side, r.minConfidence(side.Kind), r.Thresholds.Focus)
	took.add(r.watch, finding.CodeDocument)
	return side
}

// measureQuality measures how well a document was photographed, on the part inside its outline.
func measureQuality(p *picture, outline *document.Outline) document.Quality {
	var quad *raster.Quad
	if outline != nil && !outline.Full {
		quad = &outline.Quad
	}
	return document.Assess(p.work.Gray(), p.work.RGBA(), quad)
}
