package check_test

import (
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/document"
	"proofdesk/engine/face"
	"proofdesk/engine/raster"
)

var scenes = map[string]struct {
	change func(*testing.T, *check.Side)
	shown  check.Shown
	want   want
}{
	"a card": {func(*testing.T, *check.Side) {}, check.WholeDocument, pass},
	"a person": {
		func(_ *testing.T, s *check.Side) { s.Faces = []face.Face{portrait(100, 100, 400)} },
		check.PersonOnly, fail("document.person"),
	},
	"no outline": {
		func(_ *testing.T, s *check.Side) { s.Outline = nil },
		check.NoDocument, fail("document.none"),
	},
	"no contrast": {
		func(_ *testing.T, s *check.Side) { s.Quality.Textured = .05 },
		check.NoDocument, fail("document.none"),
	},
	"a weak outline without print": {
		func(_ *testing.T, s *check.Side) {
			s.Outline.Confidence, s.TextLines = .5, func() int { return 5 }
		},
		check.NoDocument, fail("document.none"),
	},
	"a weak outline with print": {
		func(_ *testing.T, s *check.Side) { s.Outline.Confidence, s.TextLines = .5, func() int { return 6 } },
		check.UnclearEdges, warn("document.outline_unsure"),
	},
	"a weak outline with a code": {
		func(t *testing.T, s *check.Side) { s.Outline.Confidence, s.Zone = .5, frontZone(t) },
		check.UnclearCodedEdges, warn("document.outline_unsure"),
	},
	"a code without an outline": {
		func(t *testing.T, s *check.Side) { s.Outline, s.Zone = nil, frontZone(t) },
		check.CodeWithoutEdges, warn("document.outline_unknown"),
	},
	"a portrait that fills the picture": {
		func(_ *testing.T, s *check.Side) {
			s.Outline.Full, s.Faces = true, []face.Face{portrait(100, 100, 100)}
		},
		check.EdgesOutside, inconclusive("document.outline_unknown"),
	},
	"another document beside it": {
		func(_ *testing.T, s *check.Side) {
			s.Beside.Outline = &document.Outline{Quad: raster.QuadOf(0, 500, 300, 90)}
		},
		check.SeveralDocuments, warn("document.multiple"),
	},
	"two portraits of one size far apart": {
		func(_ *testing.T, s *check.Side) {
			s.Faces = []face.Face{portrait(100, 100, 100), portrait(500, 100, 90)}
		},
		check.SeveralDocuments, warn("document.multiple"),
	},
	"a portrait and its fainter copy": {
		func(_ *testing.T, s *check.Side) {
			s.Faces = []face.Face{portrait(100, 100, 100), portrait(500, 100, 60)}
		},
		check.WholeDocument, pass,
	},
	"an outline that is cut off": {
		func(_ *testing.T, s *check.Side) { s.Outline.Cut = true },
		check.PartOfDocument, warn("document.cut"),
	},
	"a zone whose document is outside": {
		func(t *testing.T, s *check.Side) {
			s.Zone = passportZone(t)
			s.Zone.Quad = raster.QuadOf(300, 100, 1000, 60).Corners()
		},
		check.PartOfDocument, warn("document.cut"),
	},
}

func TestWhatAPictureShowsIsFound(t *testing.T) {
	for name, c := range scenes {
		side := card("id_front")
		c.change(t, &side)
		side.Shown = check.ShownOn(side, .7, .98)
		if side.Shown != c.shown {
			t.Errorf("%s: shown %d, want %d", name, side.Shown, c.shown)
		}
		got := check.Document(side, .7)
		expect(t, name, got, c.want)
		if drawn := contains(labels(got), "document"); drawn != (side.Outline != nil && !side.Shown.Nothing()) {
			t.Errorf("%s: an outline is shown: %v", name, drawn)
		}
	}
}
