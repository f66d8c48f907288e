package api_test

import (
	"strings"
	"testing"

	"proofdesk/app/store"
)

// linkPage is what the page of a link is told.
type linkPage struct {
	CaptureDays                  int
	IDFirst, SecondID, EnableGPS bool
}

// page returns what the page of a link is told.
func (w *world) page(l captureLink) (p linkPage) {
	w.t.Helper()
	w.openLink(l, l.secret).into(w.t, &p)
	return p
}

func TestThePageOfALinkSaysWhenItsCompanyRemovesCaptures(t *testing.T) {
	w := newWorld(t, capturing)
	l := w.newLink(faceLink)
	all := []struct{ jobs, captures, want int }{{0, 0, 0}, {365, 0, 365}, {365, 90, 90}, {0, 30, 30}}
	for version, of := range all {
		w.write(func(tx *store.Tx) error {
			_, err := tx.SetRetentionRule(t.Context(), store.RetentionRule{
				Company: "acme", JobDays: of.jobs, CaptureDays: of.captures, Version: version,
			})
			return err
		})
		if got := w.page(l); got.CaptureDays != of.want {
			t.Errorf("%+v: the page is told %+v", of, got)
		}
	}
}

func TestThePageOfALinkSaysInWhichOrderIDAndFaceAreCaptured(t *testing.T) {
	w := newWorld(t, capturing)
	a := w.call("POST", "/api/presets", admin(""), `{"name":"id-first","values":{"idCaptureCustomizationOptions":{
		"performIdCaptureBeforeSelfie":true,"isSecondaryID":true}}}`)
	w.publish("id-first", a.header.Get("ETag"))
	for body, want := range map[string]linkPage{
		`{"function":"ID_VALIDATION_FACE_MATCH"}`:                     {},
		`{"function":"ID_VALIDATION_FACE_MATCH","preset":"id-first"}`: {IDFirst: true, SecondID: true},
		`{"function":"LIVE_FACE_CHECK","preset":"id-first"}`:          {},
	} {
		if got := w.page(w.newLink(body)); got != want {
			t.Errorf("%s: the page is told %+v", body, got)
		}
	}
}

func TestALinkTellsItsClientWhatItWasCreatedWith(t *testing.T) {
	w := newWorld(t, capturing)
	w.write(func(tx *store.Tx) error {
		_, err := tx.SetClientOrigins(t.Context(), "acme", "sdk", nil, []string{"https://bank.example"})
		return err
	})
	const own = `"function":"DOCUMENT_CAPTURE","language":"HI","returnUrl":"https://bank.example/done",` +
		`"desktop":"phone_only","enableGPS":true,"reference":"case 7"`
	l := w.newLink("{" + own + "}")
	a := w.call("GET", "/api/v4/capture-links/"+l.ID, bearer("acme"), "")
	for _, field := range strings.Split(own, ",") {
		if !strings.Contains(string(a.body), field) {
			t.Errorf("%s is not in %s", field, a.body)
		}
	}
	l = w.newLink(`{"function":"DOCUMENT_CAPTURE"}`)
	a = w.call("GET", "/api/v4/capture-links/"+l.ID, bearer("acme"), "")
	if !strings.Contains(string(a.body), `"desktop":"phone_preferred"`) {
		t.Errorf("what applies without a choice is not in %s", a.body)
	}
}
