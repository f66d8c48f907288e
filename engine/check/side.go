package check

import (
	"proofdesk/engine/aamva"
	"proofdesk/engine/barcode"
	"proofdesk/engine/document"
	"proofdesk/engine/face"
	"proofdesk/engine/finding"
	"proofdesk/engine/mrz"
)

// Side is what was read on one side of a document. Package engine fills it; checks only read it. Outlines and faces
// are in pixels of the working picture, zones and barcodes in pixels of the capture.
type Side struct {
	finding.Frame
	// of the capture: id_front, id_back, passport, secondary_front, secondary_back, document
	Kind                  string
	WorkWidth, WorkHeight int // size of the working picture, pixels

	// ZoneSought is false where a zone was not searched for, as a licence's barcode was read.
	ZoneSought bool
	Zone       *mrz.Reading     // machine-readable zone; nil where none was read
	Symbols    []barcode.Symbol // barcodes on the document
	Record     *Record          // driving licence's record of one of them; nil where none holds one
	Licence    bool             // a driving licence's barcode was read, on this document or beside it
	Outline    *document.Outline
	Faces      []face.Face // on the document, the portrait first
	Beside     Beside      // what belongs to other documents in the picture
	Turned     int         // clockwise degrees by which the content stands turned: 0, 90, 180, 270
	Quality    document.Quality
	// TextLines counts the lines of print in the picture. Counting takes as long as a quality measure, so that it is
	// only called where nothing else shows a document.
	TextLines func() int
	Shown     Shown              // what the picture shows, by ShownOn
	Realness  *document.Realness // nil where it was not measured, see CanJudgeRealness
}

// Record is a driving licence's record and the barcode that holds it.
type Record struct {
	Symbol  barcode.Symbol
	Licence aamva.License
}

// Beside is what lies in a picture beside the document that is judged.
type Beside struct {
	Outline *document.Outline // of another document; nil where there is none
	Symbols []barcode.Symbol
	Faces   []face.Face
}

// Back reports whether the back of a card was asked for.
func (s Side) Back() bool { return IsBack(s.Kind) }

// IsBack reports whether a capture of this kind should show the back of a card.
func IsBack(kind string) bool { return kind == "id_back" || kind == "secondary_back" }

// Coded reports whether any code was read on the document.
func (s Side) Coded() bool { return s.Zone != nil || len(s.Symbols) > 0 }

// identified reports whether a code shows that it is an identity document.
func (s Side) identified() bool { return s.Zone != nil || s.Licence }

// Document returns the document's outline; nil where none was found or the picture shows no document.
func (s Side) Document() *document.Outline {
	if s.Shown.Nothing() {
		return nil
	}
	return s.Outline
}

// zoneFormat returns the layout of the side's zone; empty without one.
func (s Side) zoneFormat() mrz.Format {
	if s.Zone == nil {
		return ""
	}
	return s.Zone.Record.Format
}

// documentFormats are the sizes of documents by the layout of their zone (ICAO 9303-4 to -7).
var documentFormats = map[mrz.Format]document.Format{
	mrz.TD1:  document.ID1,
	mrz.TD2:  document.ID2,
	mrz.FRID: document.ID2,
	mrz.TD3:  document.ID3,
	mrz.MRVA: document.ID3,
	mrz.MRVB: document.ID2,
}

// Format returns the document's size. A code determines it; an aspect alone does where it is clear, and a card of the
// aspect that ID-2 and ID-3 share may be either.
func (s Side) Format() document.Format {
	switch {
	case s.Outline == nil:
		return ""
	case s.Zone != nil:
		return documentFormats[s.Zone.Record.Format]
	case s.Licence || HoldsLicence(s.Symbols):
		return document.ID1
	case s.Outline.Format == document.ID3 && s.Kind != "passport":
		return ""
	}
	return s.Outline.Format
}

// OutlineQuad returns the document's outline as it is reported, in pixels of the capture; nil where there is none.
func (s Side) OutlineQuad() *finding.Quad {
	o := s.Document()
	if o == nil {
		return nil
	}
	return &finding.Quad{
		Corners:    o.Quad.Scale(s.Scale, s.Scale).Corners(),
		Confidence: o.Confidence,
		Format:     string(s.Format()),
	}
}

// HoldsLicence reports whether any of the barcodes is a driving licence's.
func HoldsLicence(symbols []barcode.Symbol) bool {
	for _, s := range symbols {
		if IsLicence(s) {
			return true
		}
	}
	return false
}

// IsLicence reports whether a barcode is a driving licence's: a PDF417 symbol with an AAMVA record.
func IsLicence(s barcode.Symbol) bool {
	if s.Symbology != barcode.PDF417 {
		return false
	}
	_, err := aamva.Parse(s.Text)
	return err == nil
}

// RecordOf returns the first driving licence's record that any of the barcodes holds; nil where none does.
func RecordOf(symbols []barcode.Symbol) *Record {
	for _, s := range symbols {
		if licence, err := aamva.Parse(s.Text); err == nil {
			return &Record{Symbol: s, Licence: licence}
		}
	}
	return nil
}
