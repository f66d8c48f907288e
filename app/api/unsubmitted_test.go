package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"proofdesk/app/store"
)

// holding returns a world in which what a client's jobs hold before they are submitted is limited, and what sends one
// more capture of 20,000 bytes for a job of acme and expects a status.
func holding(t *testing.T, limit int64) (w *world, send func(job string, status int)) {
	t.Helper()
	w = newWorld(t, capturing, func(w *world) { w.in.Unsubmitted = limit })
	n := 0
	return w, func(job string, status int) {
		t.Helper()
		n++
		a := w.resume(job, step{body: recording(20_000 + n)})
		if a.status != status {
			t.Errorf("capture %d: %d %s, want %d", n, a.status, a.body, status)
		}
		if status == 507 && !strings.Contains(string(a.body), "jobs of this client that are not submitted") {
			t.Errorf("capture %d: the rule is not named: %s", n, a.body)
		}
	}
}

func TestJobsThatAreNotSubmittedHoldSoMuchTogether(t *testing.T) {
	w, send := holding(t, 60_000)
	first, second := w.newJob(jobBody), w.newJob(jobBody)
	for range 3 {
		send(first, 201)
	}
	send(first, 507)
	send(second, 507)
	l := w.newLink(`{"function": "VOICE_CAPTURE"}`)
	_, token := w.start(l)
	path := "/api/v4/jobs/" + l.JobID + "/captures/voice"
	if a := w.call("PUT", path, bearer(token), recording(20_000)); a.status != 507 {
		t.Errorf("by a link of the client: %d %s", a.status, a.body)
	}
	path = "/api/v4/jobs/" + w.newJobOf("acme2", jobBody) + "/captures/voice"
	if a := w.call("PUT", path, bearer("acme2"), recording(20_000)); a.status != 201 {
		t.Errorf("another client: %d %s", a.status, a.body)
	}
	w.write(func(tx *store.Tx) error {
		_, err := tx.SubmitJob(t.Context(), "acme", first)
		return err
	})
	w.clock.Advance(5 * time.Second)
	for range 3 { // there is room again
		send(second, 201)
	}
	send(second, 507)
	w.write(func(tx *store.Tx) error {
		_, err := tx.RemoveSent(t.Context(), "acme", second, "")
		return err
	})
	send(second, 507) // it is not counted anew for each
	w.clock.Advance(5 * time.Second)
	send(second, 201)
}

func TestACaptureThatIsThereIsAnsweredWithoutRoomForMore(t *testing.T) {
	w, _ := holding(t, 20_000)
	job, content := w.newJob(jobBody), recording(20_000)
	for range 2 {
		if a := w.resume(job, step{body: content, sum: sumOf(content)}); a.status != 201 {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
}

func TestPartsCountAmongWhatIsNotSubmitted(t *testing.T) {
	w, send := holding(t, 2*kib16)
	job, content := w.newJob(jobBody), recording(3*kib16)
	for i := range 3 {
		from := i * kib16
		status := 308
		if i == 2 {
			status = 507
		}
		span := fmt.Sprintf("%d-%d/%d", from, from+kib16-1, len(content))
		if a := w.resume(job, step{span: span, body: content[from : from+kib16]}); a.status != status {
			t.Errorf("part %d: %d %s", i, a.status, a.body)
		}
	}
	send(w.newJob(jobBody), 507)
	w.clock.Advance(time.Minute)
	send(w.newJob(jobBody), 507) // counted from the tables
}

// Anybody may take the token out of a page: whoever fills what its jobs may hold keeps no applicant with a link from
// sending captures.
func TestJobsOfAPageHoldHalfOfWhatItsClientMayHold(t *testing.T) {
	w := newWorld(t, capturing, listed, func(w *world) { w.in.Unsubmitted = 80_000 })
	n := 0
	send := func(by headers, job string, status int) {
		t.Helper()
		n++
		a := w.call("PUT", "/api/v4/jobs/"+job+"/captures/voice", by, recording(20_000+n))
		if a.status != status {
			t.Errorf("capture %d: %d %s, want %d", n, a.status, a.body, status)
		}
		if status == 507 && !strings.Contains(string(a.body), "not submitted") {
			t.Errorf("capture %d: the rule is not named: %s", n, a.body)
		}
	}
	page := bearer("acme2")
	opened := []string{w.newJobOf("acme2", jobBody), w.newJobOf("acme2", jobBody)}
	send(page, opened[0], 201)
	send(page, opened[1], 201)
	send(page, opened[0], 507)
	w.clock.Advance(time.Minute)
	send(page, opened[1], 507) // counted from the tables
	l := w.newLinkOf("acme2", `{"function": "VOICE_CAPTURE"}`)
	_, token := w.start(l)
	send(bearer(token), l.JobID, 201)
	send(page, opened[0], 507)
	send(bearer(token), l.JobID, 201)
	send(bearer(token), l.JobID, 507) // that is all
	w.write(func(tx *store.Tx) error {
		_, err := tx.SubmitJob(t.Context(), "acme", opened[0])
		return err
	})
	w.clock.Advance(5 * time.Second)
	send(page, opened[1], 201) // what links hold is not counted to the page
	send(page, opened[1], 507)
	server := w.newJob(jobBody) // its client has no page
	for _, status := range []int{201, 201, 201, 201, 507} {
		send(bearer("acme"), server, status)
	}
}
