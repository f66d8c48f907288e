package check

import (
	"proofdesk/engine/finding"
	"proofdesk/engine/mrz"
)

// Kind reports whether the picture shows the side and the type of document that was asked for. The layout of the zone,
// a licence's barcode and the portrait show them.
//
// Code document.kind. No score. Assurance: heuristic.
func Kind(s Side) finding.Check {
	c := finding.NewCheck(finding.CodeKind, finding.GroupDocument, s.Capture)
	switch {
	case s.Shown.Nothing():
		c.Conclude(finding.Fail, "document.none", "The picture does not show a document")
	case s.Kind == "passport":
		kindOfPassport(&c, s)
	case s.booklet():
		c.Conclude(finding.Fail, "document.wrong_type",
			"This is a passport's data page or a visa, not a card")
	case s.Back():
		kindOfBack(&c, s)
	default:
		kindOfFront(&c, s)
	}
	showKind(&c, s)
	return c
}

// booklet reports whether the zone is one of a passport or a visa.
func (s Side) booklet() bool {
	f := s.zoneFormat()
	return f == mrz.TD3 || f == mrz.MRVA || f == mrz.MRVB
}

// backCode reports whether the side carries a code that belongs on the back of a card.
func (s Side) backCode() bool { return s.zoneFormat() == mrz.TD1 || s.Licence }

// frontZone reports whether the side carries a zone that belongs on the front of a card.
func (s Side) frontZone() bool { return s.Zone != nil && s.zoneFormat() != mrz.TD1 && !s.booklet() }

func kindOfPassport(c *finding.Check, s Side) {
	switch {
	case s.booklet():
		c.Outcome = finding.Pass
	case s.identified():
		c.Conclude(finding.Fail, "document.wrong_type", "This is a card, not a passport's data page")
	default:
		c.Conclude(finding.Inconclusive, "document.kind_unknown",
			"Without a machine-readable zone the page can't be told to be a passport's")
	}
}

func kindOfFront(c *finding.Check, s Side) {
	switch {
	case s.backCode():
		c.Conclude(finding.Fail, "document.wrong_side", "This is the back of the card")
	case s.frontZone() || len(s.Faces) > 0:
		c.Outcome = finding.Pass
	default:
		kindUnknown(c, s)
	}
}

func kindOfBack(c *finding.Check, s Side) {
	switch {
	case s.frontZone():
		c.Conclude(finding.Fail, "document.wrong_side", "This is the front of the card")
	case s.backCode():
		c.Outcome = finding.Pass
	case len(s.Faces) > 0:
		c.Conclude(finding.Warn, "document.wrong_side",
			"This may be the front of the card: it shows a portrait and no code")
	default:
		kindUnknown(c, s)
	}
}

func kindUnknown(c *finding.Check, s Side) {
	if len(s.Symbols) > 0 {
		c.Conclude(finding.Inconclusive, "barcode.not_licence",
			"A barcode was read that does not tell what document it is on")
		return
	}
	c.Conclude(finding.Inconclusive, "document.kind_unknown", "Neither portrait nor code was found on this side")
}

// showKind adds what shows the side and the type as evidence: the zone, the barcodes and the portrait.
func showKind(c *finding.Check, s Side) {
	if s.Zone != nil {
		c.Show("mrz", s.BoxAround(s.Zone.Quad))
	}
	for _, symbol := range s.Symbols {
		c.Show("barcode", s.BoxAround(symbol.Corners))
	}
	if len(s.Faces) > 0 {
		c.Show("portrait", s.Box(s.Faces[0].Box))
	}
}
