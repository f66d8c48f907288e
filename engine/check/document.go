package check

import "proofdesk/engine/finding"

// shownWords are the outcome, the reason and the sentence for each thing that a picture can show.
var shownWords = map[Shown]struct {
	outcome        finding.Outcome
	reason, detail string
}{
	WholeDocument: {finding.Pass, "", ""},
	PrintedPage:   {finding.Pass, "", "A page of print fills the picture"},
	PersonOnly:    {finding.Fail, "document.person", "The picture shows a person, not a document"},
	NoDocument:    {finding.Fail, "document.none", "No document was found in the picture"},
	SeveralDocuments: {
		finding.Warn, "document.multiple",
		"More than one document seems to be in the picture: the results are those of one of them",
	},
	PartOfDocument: {
		finding.Warn, "document.cut", "A part of the document seems to lie outside the picture",
	},
	CodeWithoutEdges: {
		finding.Warn, "document.outline_unknown",
		"A code was read, but no document's edges were found around it",
	},
	EdgesOutside: {
		finding.Inconclusive, "document.outline_unknown",
		"The document's edges were not found: it fills the picture, or a part of it is missing",
	},
	UnclearCodedEdges: {
		finding.Warn, "document.outline_unsure", "The document's outline is not clear, though a code was read on it",
	},
	UnclearEdges: {finding.Warn, "document.outline_unsure", "The document's outline is not clear"},
}

// Document reports whether the picture shows one whole document, by Side.Shown.
//
// Code document.found. Score: the confidence of the document's outline, 0..1, see document.Outline; 0 without one.
// Passes at or above min, the option frontDocumentConfidence or backDocumentConfidence (default .7). A page of print
// that fills the picture passes without a score. Assurance: heuristic.
func Document(s Side, min float64) finding.Check {
	c := finding.NewCheck(finding.CodeDocument, finding.GroupDocument, s.Capture)
	if s.Shown != PrintedPage {
		c.Measured(s.confidence(), min)
	}
	c.ShowDocument(s.OutlineQuad())
	words := shownWords[s.Shown]
	c.Conclude(words.outcome, words.reason, words.detail)
	if s.Shown == SeveralDocuments {
		showOthers(&c, s)
	}
	return c
}

// confidence returns the confidence of the outline as it is reported.
func (s Side) confidence() float64 {
	if s.Outline == nil {
		return 0
	}
	return finding.Rounded(s.Outline.Confidence)
}

// showOthers adds where another document is, by its outline, its portraits or its barcodes.
func showOthers(c *finding.Check, s Side) {
	if o := s.Beside.Outline; o != nil {
		corners := o.Quad.Scale(s.Scale, s.Scale).Corners()
		c.Evidence = append(c.Evidence, finding.Evidence{
			Capture: s.Capture,
			Label:   "second document",
			Quad:    &corners,
		})
	}
	for _, f := range s.Beside.Faces {
		c.Show("other portrait", s.Box(f.Box))
	}
	for _, symbol := range s.Beside.Symbols {
		c.Show("other barcode", s.BoxAround(symbol.Corners))
	}
}
