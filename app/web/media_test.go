package web_test

import (
	"net/http"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/store"
)

func TestPicturesAreMadeAnewAndNeverStored(t *testing.T) {
	h := open(t)
	_, captures := h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	for range 2 {
		b.get("/media/" + captures[0].ID + "?size=thumb").want(200)
		b.get("/media/urn:documentsv1:test:here:acme:" + captures[0].ID).want(200)
	}
	if h.renders != 2 {
		t.Errorf("%d renditions were made, want one a size", h.renders)
	}
	if got := b.answer.Header; got.Get("Content-Type") != "image/jpeg" || got.Get("Cache-Control") != "no-store" ||
		!strings.Contains(got.Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("headers %v", got)
	}
	if !strings.HasPrefix(b.body, "\xff\xd8") {
		t.Error("the picture was not encoded anew")
	}
	b.get("/media/" + captures[0].ID + "?size=huge").want(http.StatusBadRequest)
}

func TestAnErasedApplicantHasNoPictures(t *testing.T) {
	h := open(t)
	id, captures := h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	b.get("/media/" + captures[0].ID).want(200)
	err := h.store.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.DestroyApplicantKey(t.Context(), "acme", id)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if b.get("/media/" + captures[0].ID); b.status == 200 {
		t.Error("a picture of an erased applicant is shown")
	}
}
