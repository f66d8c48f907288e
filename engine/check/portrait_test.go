package check_test

import (
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/face"
)

func TestAPortraitIsLookedForOnFrontsOnly(t *testing.T) {
	front := card("id_front")
	expect(t, "none", only(t, "none", check.Portrait(front)), inconclusive("face.no_portrait"))
	front.Faces = []face.Face{portrait(100, 100, 100)}
	expect(t, "one", only(t, "one", check.Portrait(front)), pass)
	if got := check.Portrait(card("id_back")); len(got) != 0 {
		t.Errorf("a back: %+v", got)
	}
}
