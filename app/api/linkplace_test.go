package api_test

import (
	"strings"
	"testing"

	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

const (
	placedLink = `{"function":"LIVE_FACE_CHECK","enableGPS":true}`
	mexico     = `{"latitude":19.4326,"longitude":-99.1332,"accuracy":12}`
)

// startAt returns the answer to a browser that begins with a link at a place.
func (w *world) startAt(l captureLink, place string) answer {
	w.t.Helper()
	return w.takeAt(l, hexDigits, "", place)
}

// takeAt does what startAt does in a browser with a token of its own, to which the link may move.
func (w *world) takeAt(l captureLink, token, move, place string) answer {
	w.t.Helper()
	body := `{"secret":"` + l.secret + `","token":"capture.` + l.ID + "." + token + `","consent":"` +
		intake.ConsentVersion + `","language":"EN","device":"PHONE","move":"` + move + `"`
	if place != "" {
		body += `,"location":` + place
	}
	return w.call("POST", "/capture/"+l.ID+"/start", headers{"Content-Type": "application/json"}, body+"}")
}

// placeOf returns where a job was captured.
func (w *world) placeOf(job string) *onboarding.Location {
	w.t.Helper()
	var request onboarding.RequestDetails
	if err := w.store.ReadJobDoc(w.t.Context(), "acme", job, store.DocRequest, &request); err != nil {
		w.t.Fatal(err)
	}
	return request.Location
}

func TestALinkThatAsksWhereAnApplicantIsTellsItsJob(t *testing.T) {
	w := newWorld(t, capturing)
	l := w.newLink(placedLink)
	if page := w.page(l); !page.EnableGPS {
		t.Errorf("the page is told %+v", page)
	}
	if a := w.call("GET", "/api/v4/capture-links/"+l.ID, bearer("acme"), ""); !strings.Contains(string(a.body),
		`"enableGPS":true`) {
		t.Errorf("its client reads %s", a.body)
	}
	if a := w.startAt(l, mexico); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	want := onboarding.Location{Latitude: 19.4326, Longitude: -99.1332, Accuracy: 12}
	if got := w.placeOf(l.JobID); got == nil || *got != want {
		t.Errorf("the job is at %+v", got)
	}
	if a := w.startAt(l, `{"latitude":1,"longitude":1}`); a.status != 204 || *w.placeOf(l.JobID) != want {
		t.Errorf("a repeated start: %d, and the job is at %+v", a.status, w.placeOf(l.JobID))
	}
}

func TestAnApplicantWhoDoesNotSayWhereTheyAreGoesOn(t *testing.T) {
	w := newWorld(t, capturing)
	l := w.newLink(placedLink)
	if a := w.startAt(l, ""); a.status != 204 || w.placeOf(l.JobID) != nil || w.linkState(l) != "CAPTURING" {
		t.Errorf("%d, the job is at %+v", a.status, w.placeOf(l.JobID))
	}
}

func TestALinkTakesThePlacesThatAJobTakes(t *testing.T) {
	w := newWorld(t, capturing)
	l := w.newLink(placedLink)
	for place, want := range map[string]string{
		`{"longitude":1}`:                            "location.latitude:required",
		`{"latitude":1,"accuracy":10}`:               "location.longitude:required",
		`{"latitude":91,"longitude":0}`:              "location.latitude:range",
		`{"latitude":0,"longitude":181}`:             "location.longitude:range",
		`{"latitude":0,"longitude":1,"accuracy":-1}`: "location.accuracy:range",
		`{"latitude":"0"}`:                           "location.latitude:type",
		`{"lat":0}`:                                  "location.lat:unknown",
	} {
		if a := w.startAt(l, place); a.status != 400 || a.rule(t) != want {
			t.Errorf("%s: %d %s, want %s", place, a.status, a.body, want)
		}
	}
	if a := w.startAt(l, `{"latitude":0,"longitude":0}`); a.status != 204 || w.placeOf(l.JobID) == nil {
		t.Errorf("the middle of the Atlantic: %d %s", a.status, a.body)
	}
	other := w.newLink(faceLink)
	if a := w.startAt(other, mexico); a.status != 400 || a.rule(t) != "location:unknown" {
		t.Errorf("a link that asks for no place: %d %s", a.status, a.body)
	}
	a := w.call("POST", "/api/v4/capture-links", bearer("acme"), `{"function":"LIVE_FACE_CHECK","enableGPS":"yes"}`)
	if a.status != 400 || a.rule(t) != "enableGPS:type" {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestTheFirstPlaceOfALinkStandsWhereItMoves(t *testing.T) {
	const other = `{"latitude":1,"longitude":1}`
	for name, tt := range map[string]struct {
		first, second string
		want          float64
	}{
		"none in the second browser":    {mexico, "", 19.4326},
		"another in the second browser": {mexico, other, 19.4326},
		"none in the first browser":     {"", other, 1},
	} {
		w := newWorld(t, capturing)
		l := w.newLink(placedLink)
		w.startAt(l, tt.first)
		var moved struct{ Move string }
		w.call("POST", "/capture/"+l.ID+"/move", headers{"Content-Type": "application/json"},
			`{"token":"capture.`+l.ID+"."+hexDigits+`"}`).into(t, &moved)
		a := w.takeAt(l, strings.Repeat("0", 64), moved.Move, tt.second)
		if got := w.placeOf(l.JobID); a.status != 204 || got == nil || got.Latitude != tt.want {
			t.Errorf("%s: %d, the job is at %+v", name, a.status, got)
		}
	}
}
