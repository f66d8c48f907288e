package api_test

import (
	"maps"
	"slices"
	"testing"

	"proofdesk/app/companies"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

const faceJob = `{"function":"LIVE_FACE_CHECK","flavor":"MEDIUM","sdkVersion":"` + sdkVersion + `"}`

// dueOfSelfie sends a selfie with a client's token, and returns what is due of its job then.
func (w *world) dueOfSelfie(who, job string) []onboarding.CaptureKind {
	w.t.Helper()
	picture := bearer(who).with("Content-Type", "image/jpeg")
	a := w.call("PUT", "/api/v4/jobs/"+job+"/captures/selfie", picture, string(jpegOf(w.t, 64, 40)))
	if a.status != 201 {
		w.t.Fatalf("%d %s", a.status, a.body)
	}
	captures, err := w.store.Captures(w.t.Context(), "acme", job)
	if err != nil {
		w.t.Fatal(err)
	}
	return w.request(job).Due(onboarding.LiveFaceCheck, captures)
}

func (w *world) request(job string) onboarding.RequestDetails {
	w.t.Helper()
	var request onboarding.RequestDetails
	if err := w.store.ReadJobDoc(w.t.Context(), "acme", job, store.DocRequest, &request); err != nil {
		w.t.Fatal(err)
	}
	return request
}

// asksForMoves sets whether the company asks for moves.
func (w *world) asksForMoves(on bool) {
	w.t.Helper()
	of, err := w.store.Company(w.t.Context(), "acme")
	if err != nil {
		w.t.Fatal(err)
	}
	rules := of.Rules()
	rules.Moves = on
	if err := (&companies.Registry{Store: w.store}).SetRules(w.t.Context(), "cli", "acme", rules); err != nil {
		w.t.Fatal(err)
	}
}

func TestWhoSendsASelfieWithTheTokenOfAPageIsMissedTheFilm(t *testing.T) {
	w := newWorld(t, capturing, listed)
	film := []onboarding.CaptureKind{onboarding.Video}
	for _, moves := range []bool{true, false} {
		w.asksForMoves(moves)
		for what, job := range map[string]string{
			"of a page":                   w.newJobOf("acme2", faceJob),
			"of a link that nobody opens": w.newLinkOf("acme2", faceLink).JobID,
		} {
			if got := w.dueOfSelfie("acme2", job); slices.Equal(got, film) != moves {
				t.Errorf("a job %s, moves %t: due is %v", what, moves, got)
			}
		}
	}
	w.asksForMoves(true)
	if got := w.dueOfSelfie("acme", w.newJobOf("acme", faceJob)); got != nil {
		t.Errorf("of a device is due: %v", got)
	}
}

func TestALinkFilmsWhatItsCompanyAsksForWhenItBegins(t *testing.T) {
	w := newWorld(t, capturing, listed)
	l := w.newLinkOf("acme2", faceLink)
	w.asksForMoves(false)
	if a, _ := w.start(l); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if w.request(l.JobID).Filmed[""] {
		t.Error("its page is not told to film, and the film is missed")
	}
}

func TestTheFilmIsDueOfTheSelfieThatAnAgentAskedFor(t *testing.T) {
	for _, moves := range []bool{true, false} {
		w := newWorld(t, capturing)
		w.asksForMoves(moves)
		job := w.newJob(faceJob)
		w.dueOfSelfie("acme", job)
		w.sendToReview(job)
		l := w.askedFor(job)
		if a, _ := w.start(l); a.status != 204 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		want := map[string]bool{}
		if moves {
			want[l.ID] = true
		}
		if got := w.request(job).Filmed; !maps.Equal(got, want) {
			t.Errorf("moves %t: noted is %v, want %v", moves, got, want)
		}
	}
}

// The admin may make it a client of devices before the job is decided.
func TestResultsThatCameWithTheTokenOfAPageAreThoseOfNoClient(t *testing.T) {
	w := newWorld(t, capturing, listed)
	for who, want := range map[string]string{"acme": "sdk", "acme2": ""} {
		job := w.newJobOf(who, faceJob)
		var status intake.JobStatus
		w.call("GET", "/api/v4/jobs/"+job, bearer(who), "").into(t, &status)
		a := w.call("PUT", "/api/v4/jobs/"+job+"/results", bearer(who), `{"nonce":"`+status.Nonce+`","results":[`+
			`{"capability":"liveness_detect","outcome":"PASS","provider":"host-device","version":"1","capture":"selfie",`+
			`"captureSha256":"`+hexDigits+`"}]}`)
		if a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		if got := w.request(job).ResultsBy; got != want {
			t.Errorf("results with a token of %s are those of %q, want %q", who, got, want)
		}
	}
}
