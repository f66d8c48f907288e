package check_test

import (
	"slices"
	"testing"

	"proofdesk/engine/barcode"
	"proofdesk/engine/check"
	"proofdesk/engine/document"
	"proofdesk/engine/face"
	"proofdesk/engine/raster"
)

func TestAPageOfPrintThatFillsThePictureIsAPaper(t *testing.T) {
	side := card("document")
	side.Outline.Full = true
	side.Shown = check.ShownOn(side, .7, .98)
	got := check.Document(side, .7)
	expect(t, "letter", got, pass)
	if got.Score != nil {
		t.Errorf("a page without edges has the score %v", *got.Score)
	}
	side.TextLines = func() int { return 0 }
	if side.Shown = check.ShownOn(side, .7, .98); side.Shown != check.NoDocument {
		t.Errorf("a page without print is %d", side.Shown)
	}
}

func TestOtherDocumentsAreShown(t *testing.T) {
	side := card("id_front")
	side.Beside = check.Beside{
		Outline: &document.Outline{Quad: raster.QuadOf(0, 500, 300, 90)},
		Faces:   []face.Face{portrait(10, 510, 50)},
		Symbols: []barcode.Symbol{{Corners: raster.QuadOf(0, 0, 50, 50).Corners()}},
	}
	side.Shown = check.ShownOn(side, .7, .98)
	got := labels(check.Document(side, .7))
	if !slices.Equal(got, []string{"document", "second document", "other portrait", "other barcode"}) {
		t.Errorf("evidence %v", got)
	}
}
