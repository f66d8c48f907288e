package media_test

import (
	"net/http"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
)

func TestPicturesAreMadeAnewAndNeverStored(t *testing.T) {
	h := webtest.Open(t)
	_, captures := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	for range 2 {
		b.Get("/media/" + captures[0].ID + "?size=thumb").Want(200)
		b.Get("/media/urn:documentsv1:test:here:acme:" + captures[0].ID).Want(200)
	}
	if h.Renders != 2 {
		t.Errorf("%d renditions were made, want one a size", h.Renders)
	}
	if got := b.Answer.Header; got.Get("Content-Type") != "image/jpeg" || got.Get("Cache-Control") != "no-store" ||
		!strings.Contains(got.Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("headers %v", got)
	}
	if !strings.HasPrefix(b.Body, "\xff\xd8") {
		t.Error("the picture was not encoded anew")
	}
	b.Get("/media/" + captures[0].ID + "?size=huge").Want(http.StatusBadRequest)
}

func TestAnErasedApplicantHasNoPictures(t *testing.T) {
	h := webtest.Open(t)
	id, captures := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/media/" + captures[0].ID).Want(200)
	err := h.Store.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.DestroyApplicantKey(t.Context(), "acme", id)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if b.Get("/media/" + captures[0].ID); b.Status == 200 {
		t.Error("a picture of an erased applicant is shown")
	}
}

func TestAStoredPictureIsShownOnlyToThoseWhoMaySeeIt(t *testing.T) {
	h := webtest.Open(t)
	_, captures := h.Job("acme", "DOE, JANE")
	for _, size := range []string{"view", "thumb", "full"} {
		path := "/media/" + captures[0].ID + "?size=" + size
		h.As(access.Agent).Get(path).Want(http.StatusOK)
		h.As(access.Auditor).Get(path).Want(http.StatusForbidden)
		b := h.Browser()
		b.SignIn("agent@globex.test", webtest.Password, nil)
		if b.Get(path); b.Status != http.StatusNotFound {
			t.Errorf("%s is answered to another company with %d", size, b.Status)
		}
	}
}
