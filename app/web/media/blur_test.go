package media_test

import (
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

func TestABlurredPictureIsNotThePicture(t *testing.T) {
	h := webtest.Open(t)
	_, captures := h.Job("acme", "DOE, JANE")
	sharp := h.As(access.Agent).Get("/media/" + captures[1].ID + "?size=full").Body
	blurred := h.As(access.Auditor).Get("/media/" + captures[1].ID + "?size=blurred").Body
	if blurred == sharp || !strings.HasPrefix(blurred, "\xff\xd8") {
		t.Error("the blurred picture is the picture")
	}
}
