package engine

import (
	"image"

	"proofdesk/engine/barcode"
	"proofdesk/engine/document"
	"proofdesk/engine/face"
	"proofdesk/engine/mrz"
	"proofdesk/engine/raster"
)

// card is what was found on one side of an identity document.
type card struct {
	*picture
	outline document.Outline
	found   bool
	zone    mrz.Reading
	hasZone bool
	symbols []barcode.Symbol
	licence bool // one of the symbols holds an AAMVA record
	faces   []face.Face
	quality document.Quality
	absent  bool // nothing in the picture speaks for a document

	other     *document.Outline // of another document in the picture; nil where there is none
	strange   []barcode.Symbol  // that lie beside the document
	strangers []face.Face       // that lie beside the document
}

// identity looks at one side of an identity document.
func (in *inspector) identity(p *picture) {
	c := &card{picture: p}
	c.locate()
	for _, step := range []func(*card){
		in.zone, in.barcodes, in.turned, in.quality, in.found, in.kind, in.read, in.portraitOf, in.realness,
	} {
		if in.stopped() {
			return
		}
		step(c)
	}
	if len(c.faces) > 0 || c.capture.Kind == "passport" {
		in.fronts = append(in.fronts, c)
	}
}

// locate finds the document's outline.
func (c *card) locate() {
	c.outline, c.found = document.Detect(c.work.Gray(), c.work.RGBA())
	c.tellOutline()
}

// zone reads the machine-readable zone. That there is none is only said of sides that should have one.
func (in *inspector) zone(c *card) {
	if !c.searchZone(in.Today) {
		return
	}
	if !c.hasZone && c.capture.Kind != "passport" {
		return
	}
	check := c.check(CodeMRZ, GroupDocument)
	check.Assurance = Model
	if !c.hasZone {
		check.say(Fail, "mrz.not_read", "No machine-readable zone was read")
		in.add(check)
		return
	}
	check.scored(c.zone.Confidence, in.Thresholds.MRZ, false)
	if check.Outcome == Fail {
		check.say(Warn, "mrz.unsure", "The machine-readable zone was read with little confidence")
	}
	check.see(c.capture.ID, "mrz", c.quadBox(c.zone.Quad))
	for _, line := range c.zone.Lines {
		c.report.MRZLines = append(c.report.MRZLines, Line{
			Text:       line.Text,
			Confidence: line.Confidence,
			Box:        c.quadBox(line.Quad),
		})
	}
	in.add(check)
	c.listDigits()
	in.mrzReadings(c)
	in.checkDigits(c)
}

// barcodes reads the barcodes of a side, and with all codes at hand tells which document is looked at.
func (in *inspector) barcodes(c *card) {
	c.searchSymbols()
	c.listSymbols()
	c.settle(in.clear(c))
	in.judgeBarcode(c)
}

// judgeBarcode reports how well the barcodes of a picture were read, and lists what a licence's holds.
func (in *inspector) judgeBarcode(c *card) {
	if len(c.symbols) == 0 {
		return
	}
	check := c.check(CodeBarcode, GroupDocument)
	best := c.symbols[0]
	check.scored(best.Confidence, in.Thresholds.Barcode, false)
	switch {
	case !c.hasZone && !holdsLicence(c.symbols):
		check.say(foreign(c, check.Outcome), "barcode.not_licence",
			"The barcode, "+string(best.Symbology)+", holds no driving licence's record")
	case check.Outcome == Fail && best.Symbology != barcode.Code128 && best.Symbology != barcode.Code39:
		check.say(Warn, "barcode.unsure", "The barcode needed most of its error correction")
	case check.Outcome == Fail:
		check.say(Warn, "barcode.unsure", "The barcode was read with little confidence")
	}
	for _, s := range c.symbols {
		check.see(c.capture.ID, "barcode", c.quadBox(s.Corners))
	}
	in.add(check)
	in.barcodeReadings(c)
}

// foreign is the outcome of a barcode that is no licence's: on a back, where a licence's is expected, it warns.
func foreign(c *card, read Outcome) Outcome {
	if c.back() || read == Fail {
		return Warn
	}
	return read
}

func (c *card) listSymbols() {
	for _, s := range c.symbols {
		code := Code{Symbology: string(s.Symbology), Text: s.Text, Box: c.quadBox(s.Corners), Confidence: s.Confidence}
		if s.Part != nil {
			code.Part = &Part{File: s.Part.File, Index: s.Part.Index, Count: s.Part.Count}
		}
		c.report.Symbols = append(c.report.Symbols, code)
	}
}

// turned finds how the content stands turned: by the zone, else by a licence's barcode or by the portrait. A side whose
// code belongs on the back has no portrait to look for.
func (in *inspector) turned(c *card) {
	switch {
	case c.hasZone:
		c.report.Turned = c.zone.Turned
	case c.licence:
		c.report.Turned = symbolTurn(c.symbols)
	}
	if c.back() && (c.licence || c.hasZone && c.zone.Record.Format == mrz.TD1) {
		return
	}
	o := face.Options{Turns: !c.hasZone}
	rgba := c.work.RGBA()
	if c.report.Turned != 0 {
		rgba = raster.TurnRGBA(rgba, 360-c.report.Turned)
	}
	faces, err := face.Find(rgba, o)
	if err != nil {
		return
	}
	w, h := c.work.Size()
	for i := range faces {
		faces[i] = turnFace(faces[i], c.report.Turned, w, h)
	}
	c.faces = faces
	if len(faces) == 0 {
		c.searchPortrait()
	}
	in.keepOwn(c)
	if !c.licence && c.searchStraight() {
		return
	}
	if !c.hasZone && len(c.faces) > 0 {
		c.report.Turned = quarter(c.faces[0].Roll)
	}
}

// quarter rounds a roll to the nearest quarter turn.
func quarter(roll float64) int {
	q := int(roll+360+45) / 90 % 4
	return q * 90
}

// turnFace maps a face of the picture turned back into the picture as shown.
func turnFace(f face.Face, turned, w, h int) face.Face {
	if turned == 0 {
		return f
	}
	corner := func(x, y float64) (float64, float64) {
		switch turned {
		case 90:
			return float64(w) - y, x
		case 180:
			return float64(w) - x, float64(h) - y
		}
		return y, float64(h) - x
	}
	x0, y0 := corner(float64(f.Box.Min.X), float64(f.Box.Min.Y))
	x1, y1 := corner(float64(f.Box.Max.X), float64(f.Box.Max.Y))
	f.Box = image.Rect(int(x0), int(y0), int(x1), int(y1))
	f.Pupils[0], f.Pupils[1] = corner(f.Pupils[0], f.Pupils[1])
	f.Pupils[2], f.Pupils[3] = corner(f.Pupils[2], f.Pupils[3])
	f.Roll += float64(turned)
	return f
}

// kind reports whether the side shows what was asked for.
func (in *inspector) kind(c *card) {
	check := c.check(CodeKind, GroupDocument)
	booklet := c.hasZone &&
		(c.zone.Record.Format == mrz.TD3 || c.zone.Record.Format == mrz.MRVA || c.zone.Record.Format == mrz.MRVB)
	backZone := c.hasZone && c.zone.Record.Format == mrz.TD1
	frontZone := c.hasZone && !backZone && !booklet
	switch front := !c.back(); {
	case c.absent:
		check.say(Fail, "document.none", "The picture does not show a document")
	case c.capture.Kind == "passport" && booklet:
		check.Outcome = Pass
	case c.capture.Kind == "passport" && (c.hasZone || c.licence):
		check.say(Fail, "document.wrong_type", "This is a card, not a passport's data page")
	case c.capture.Kind == "passport":
		check.say(Inconclusive, "document.kind_unknown",
			"Without a machine-readable zone the page can't be told to be a passport's")
	case booklet:
		check.say(Fail, "document.wrong_type", "This is a passport's data page or a visa, not a card")
	case front && (backZone || c.licence):
		check.say(Fail, "document.wrong_side", "This is the back of the card")
	case front && (frontZone || len(c.faces) > 0):
		check.Outcome = Pass
	case !front && frontZone:
		check.say(Fail, "document.wrong_side", "This is the front of the card")
	case !front && (backZone || c.licence):
		check.Outcome = Pass
	case !front && len(c.faces) > 0:
		check.say(Warn, "document.wrong_side", "This may be the front of the card: it shows a portrait and no code")
	case len(c.symbols) > 0:
		check.say(Inconclusive, "barcode.not_licence", "A barcode was read that does not tell what document it is on")
	default:
		check.say(Inconclusive, "document.kind_unknown", "Neither portrait nor code was found on this side")
	}
	c.told(&check)
	in.add(check)
}

// told takes what tells the side and the type as evidence: the zone, the barcodes and the portrait.
func (c *card) told(check *Check) {
	if c.hasZone {
		check.see(c.capture.ID, "mrz", c.quadBox(c.zone.Quad))
	}
	for _, s := range c.symbols {
		check.see(c.capture.ID, "barcode", c.quadBox(s.Corners))
	}
	if len(c.faces) > 0 {
		check.see(c.capture.ID, "portrait", c.boxOf(c.faces[0].Box))
	}
}
