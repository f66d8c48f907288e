package check_test

import (
	"slices"
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/document"
	"proofdesk/engine/finding"
	"proofdesk/engine/raster"
)

func TestEachQualityCheckThatDoesNotPassHasItsPrompt(t *testing.T) {
	side := card("id_front")
	side.Quality = document.Quality{Focus: .1, Textured: 1, Glare: 1, Brightness: .1, Finger: 1}
	checks := []finding.Check{
		check.Focus(side, .98), check.Glare(side, .2), check.Brightness(side), check.Obstruction(side, .3),
	}
	want := []string{"tooBlurry", "tooMuchGlare", "tooMuchDark", "fingerDetectedOnIdText"}
	if got := check.QualityPrompts(checks); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	side.Quality = document.Quality{Focus: 1, Textured: 1, Brightness: .9}
	bright := []finding.Check{check.Focus(side, .98), check.Brightness(side)}
	if got := check.QualityPrompts(bright); !slices.Equal(got, []string{"makeSurePhotoTextVisible"}) {
		t.Errorf("a washed out picture: %v", got)
	}
}

func TestPromptsSayWhereToMove(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*check.Side)
		want   []string
	}{
		"a card":        {func(*check.Side) {}, nil},
		"nothing":       {func(s *check.Side) { s.Shown = check.NoDocument }, []string{"alignDocumentText"}},
		"two documents": {func(s *check.Side) { s.Shown = check.SeveralDocuments }, []string{"alignDocumentText"}},
		"cut off":       {func(s *check.Side) { s.Outline.Cut = true }, []string{"moveAway"}},
		"small": {
			func(s *check.Side) { s.Outline.Quad = raster.QuadOf(0, 0, 100, 60) },
			[]string{"moveCloser"},
		},
		"two small ones": {
			func(s *check.Side) {
				s.Shown, s.Outline.Quad = check.SeveralDocuments, raster.QuadOf(0, 0, 100, 60)
			},
			[]string{"alignDocumentText", "moveCloser"},
		},
	} {
		side := card("id_front")
		c.change(&side)
		if got := check.PlacementPrompts(side, check.LowerWidth, check.UpperWidth); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestTheTolerancesOfWidthMoveTheBoundsOfASize(t *testing.T) {
	side := card("id_front") // 600 x 380 of 800 x 600 pixels
	wide, flat := side, side
	wide.Outline = &document.Outline{Quad: raster.QuadOf(10, 100, 780, 490)}
	flat.Outline = &document.Outline{Quad: raster.QuadOf(0, 0, 800, 600), Full: true}
	small := side
	small.Outline = &document.Outline{Quad: raster.QuadOf(100, 100, 400, 252)} // .21 of the area
	for _, c := range []struct {
		side         check.Side
		lower, upper float64
		want         []string
	}{
		{small, check.LowerWidth, check.UpperWidth, nil},
		{small, 0, check.UpperWidth, []string{"moveCloser"}},
		{small, 1, check.UpperWidth, nil},
		{side, 0, 0, nil},
		{wide, 0, check.UpperWidth, nil},
		{wide, 0, 1, nil},
		{wide, 0, 0, []string{"moveAway"}},
		{wide, 0, .03, nil}, // 780 of 800 pixels leave a border of .025
		{flat, 0, 0, nil},   // a scan has no border
	} {
		if got := check.PlacementPrompts(c.side, c.lower, c.upper); !slices.Equal(got, c.want) {
			t.Errorf("%v with %v and %v: %v, want %v", c.side.Outline.Quad, c.lower, c.upper, got, c.want)
		}
	}
}
