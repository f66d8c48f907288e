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

// observation is what was read in the picture of a document.
type observation struct {
	side    check.Side
	symbols []barcode.Symbol // all barcodes in the picture, those beside the document too
	took    laps
}

// inspectSide reads one side of an identity document and judges it.
func inspectSide(r *run, p *picture, before results) results {
	read, ok := readSide(r, p)
	if !ok {
		return results{captures: []finding.CaptureReport{pictureReport(p)}}
	}
	side := read.side
	readings := slices.Concat(zoneReadings(side), licenceReadings(side))
	checks := read.took.charge(judgeSide(side, r, slices.Concat(before.readings, readings)))

	report := paperReport(p, side, read.symbols, checks, r.Thresholds)
	report.MRZLines, report.CheckDigits = zoneLines(side), zoneDigits(side)
	report.Faces = reportedFaces(side.Frame, side.Faces)
	found := results{captures: []finding.CaptureReport{report}, checks: checks, readings: readings}

	if known := before.people.on(side.Kind); len(side.Faces) > 0 && !side.Back() && (known == nil || known.Err != nil) {
		portrait := describeFace(p, side.Faces[0])
		if check.IsSecond(side.Kind) {
			found.people.second = &portrait
		} else {
			found.people.printed = &portrait
			found.templates = faceTemplates(portrait, "portrait")
		}
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
	checks := check.Zone(s, t.MRZ)
	if s.Zone != nil {
		checks = append(checks, check.CheckDigits(s)...)
	}
	checks = append(checks, check.Barcode(s, t.Barcode)...)
	if s.Zone == nil {
		checks = append(checks, check.CheckDigits(s)...)
	}
	checks = append(checks, judgeQuality(s, t)...)
	checks = append(checks, check.Document(s, r.Thresholds.confidence(s.Kind)), check.Kind(s))
	checks = append(checks, check.Fields(s, readings)...)
	checks = append(checks, check.Portrait(s)...)
	if !t.RealID {
		return append(checks, check.RealnessOff(s))
	}
	return append(checks, check.Realness(s, t.realness(s.Kind)))
}

// qualityChecks is how many checks judgeQuality runs.
const qualityChecks = 4

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
// barcodes are listed; a zone and a portrait only show where the document is.
func inspectPaper(r *run, p *picture) results {
	read, ok := readPaper(r, p)
	if !ok {
		return results{captures: []finding.CaptureReport{pictureReport(p)}}
	}
	side := read.side
	checks := append(judgeQuality(side, r.Thresholds), check.Document(side, r.Thresholds.confidence(side.Kind)))
	found := results{
		captures: []finding.CaptureReport{paperReport(p, side, read.symbols, checks, r.Thresholds)},
		checks:   read.took.charge(checks),
	}
	if check.HoldsLicence(side.Symbols) {
		found.crops = []check.Side{side}
	}
	return found
}

// readSide reads one side of an identity document, step by step: each step is given what the ones before it read. It is
// false where the inspection was cancelled between two steps.
func readSide(r *run, p *picture) (observation, bool) {
	took, clear := laps{}, r.Thresholds.confidence(p.kind)
	outline := detectOutline(p)
	took.outline = r.watch.lap()

	c := readZone(p, r.Today)
	took.zone = r.watch.lap()
	if r.stopped() {
		return observation{}, false
	}
	c.symbols = readBarcodes(p, c)
	l := locate(p, outline, c, clear)
	record := check.RecordOf(l.symbols)
	licence := c.licence || record != nil
	took.barcodes = r.watch.lap()
	if r.stopped() {
		return observation{}, false
	}
	l = findPortrait(p, c, licence, l, clear)
	took.portrait = r.watch.lap()
	if r.stopped() {
		return observation{}, false
	}
	side := sideOf(p, c, l)
	side.Record, side.Licence = record, licence
	side.Quality = measureQuality(p, side.Outline)
	took.quality = r.watch.lap()
	side.Shown = check.ShownOn(side, clear, r.Thresholds.Focus)
	took.outline += r.watch.lap()
	if r.stopped() {
		return observation{}, false
	}
	if r.Thresholds.RealID {
		side.Realness = measureRealness(p, side)
	}
	took.realness = r.watch.lap()
	return observation{side, c.symbols, took}, true
}

// readPaper reads a document of no particular kind as readSide does, with all effort for its barcodes.
func readPaper(r *run, p *picture) (observation, bool) {
	took, clear := laps{}, r.Thresholds.confidence(p.kind)
	outline := detectOutline(p)
	c := readZone(p, r.Today)
	if r.stopped() {
		return observation{}, false
	}
	c.symbols = barcode.Read(p.full.Gray(), barcode.Options{})
	l := locate(p, outline, c, clear)
	if r.stopped() {
		return observation{}, false
	}
	l = findPortrait(p, c, false, l, clear)
	if r.stopped() {
		return observation{}, false
	}
	took.outline = r.watch.lap()
	side := sideOf(p, c, l)
	side.Quality = measureQuality(p, side.Outline)
	took.quality = r.watch.lap()
	side.Shown = check.ShownOn(side, clear, r.Thresholds.Focus)
	return observation{side, c.symbols, took}, true
}

// sideOf collects what was read in a picture.
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

// measureQuality measures how well a document was photographed, on the part inside its outline.
func measureQuality(p *picture, outline *document.Outline) document.Quality {
	var quad *raster.Quad
	if outline != nil && !outline.Full {
		quad = &outline.Quad
	}
	return document.Assess(p.work.Gray(), p.work.RGBA(), quad)
}
