package check

import (
	"math"
	"slices"

	"proofdesk/engine/face"
)

// Shown is what a picture shows instead of one whole document, or along with it.
type Shown int

// What a picture shows. The zero value is one whole document with a clear outline.
const (
	WholeDocument     Shown = iota
	PrintedPage             // a page of print that fills the picture, for a document of no particular kind
	PersonOnly              // a person before the camera
	NoDocument              // nothing that suggests a document
	SeveralDocuments        // more than one
	PartOfDocument          // a part lies outside of the picture
	CodeWithoutEdges        // a code was read, but no edges were found around it
	EdgesOutside            // no code, and no edges inside of the picture: it is filled, or a part is missing
	UnclearEdges            // an outline of little confidence
	UnclearCodedEdges       // the same with a code in it
)

// Nothing reports whether the picture shows no document.
func (s Shown) Nothing() bool { return s == PersonOnly || s == NoDocument }

// whole reports whether the picture shows one whole document.
func (s Shown) whole() bool { return s == WholeDocument || s == PrintedPage }

// All of these were tuned on the development samples.
const (
	// largePortrait is the share of the picture's shorter side from which a face is a person's before the camera:
	// portraits on documents that fill the picture stay under .45 of it.
	largePortrait = .5
	// secondPortrait is from which size, against the first portrait's, another is a second document's; the second,
	// fainter portraits that documents carry are smaller.
	secondPortrait = .7
	// portraitGap is the distance between the middles of two portraits, in widths of the first, from which they are on
	// two documents.
	portraitGap = 2
	// leastTexture is the share of the picture with any contrast under which it shows no document.
	leastTexture = .06
	// leastTextLines is from how many printed lines a picture shows a text: photographs of letters gave 11 and more,
	// those of animals, grass and machines 3 at most.
	leastTextLines = 6
)

// ShownOn returns what the picture of a side shows, once everything on it was searched for. minConfidence is the
// confidence from which an outline is clear, minFocus the focus from which a picture is sharp.
func ShownOn(s Side, minConfidence, minFocus float64) Shown {
	if !s.Coded() {
		switch {
		case s.Person():
			return PersonOnly
		case len(s.Faces) == 0 && s.empty(minConfidence, minFocus):
			return NoDocument
		}
	}
	switch {
	case s.several():
		return SeveralDocuments
	case s.Cut():
		return PartOfDocument
	case s.page():
		return PrintedPage
	case s.Outline == nil:
		return CodeWithoutEdges
	case s.Outline.Full && !s.Coded():
		return EdgesOutside
	case s.confidence() >= minConfidence:
		return WholeDocument
	case s.Coded():
		return UnclearCodedEdges
	}
	return UnclearEdges
}

// Person reports whether a face is too large for a portrait on a document.
func (s Side) Person() bool {
	large := func(f face.Face) bool {
		return float64(f.Box.Dx()) > largePortrait*float64(min(s.WorkWidth, s.WorkHeight))
	}
	return len(s.Faces) > 0 && large(s.Faces[0]) || slices.ContainsFunc(s.Beside.Faces, large)
}

// Blank reports whether the picture has too little contrast to show a document.
func (s Side) Blank() bool { return s.Quality.Textured < leastTexture }

// empty reports whether nothing suggests a document: no outline, no contrast, or an outline such as any picture has,
// and in a sharp, light picture no lines of print.
func (s Side) empty(minConfidence, minFocus float64) bool {
	if s.Outline == nil || s.Blank() {
		return true
	}
	weak := s.Outline.Full || s.Outline.Confidence < minConfidence && !s.Outline.Cut
	return weak && s.Quality.Lens >= minFocus && !s.Quality.TooDark && !s.Printed()
}

// Printed reports whether the picture shows lines of print.
func (s Side) Printed() bool { return s.TextLines != nil && s.TextLines() >= leastTextLines }

// page reports whether the picture shows a page of print that fills it: for a document of no particular kind that is a
// document. One with a portrait is an identity document, of which a half may be missing.
func (s Side) page() bool {
	return s.Kind == "document" && s.Outline != nil && s.Outline.Full && s.Zone == nil && len(s.Faces) == 0 &&
		s.Printed()
}

// several reports whether another document is in the picture: its outline beside the first, a licence's barcode or a
// portrait beside the outline, or a portrait as large as the first and far from it.
func (s Side) several() bool {
	if s.Beside.Outline != nil || HoldsLicence(s.Beside.Symbols) {
		return true
	}
	all := slices.Concat(s.Faces, s.Beside.Faces)
	for i, f := range all {
		wide := float64(all[0].Box.Dx())
		if !f.Confirmed || float64(f.Box.Dx()) <= secondPortrait*wide {
			continue
		}
		a, b := all[0].Middle(), f.Middle()
		if i >= len(s.Faces) || math.Hypot(a.X-b.X, a.Y-b.Y) > portraitGap*wide {
			return true
		}
	}
	return false
}
