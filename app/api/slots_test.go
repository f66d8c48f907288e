package api_test

import (
	"context"
	"sync"
	"testing"

	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/engine"
)

// checking holds uploads while their pictures are checked.
type checking struct {
	begun chan struct{}
	end   chan struct{}
}

// checksSlowly makes each check of a picture wait for the end of all.
func checksSlowly(w *world) checking {
	c := checking{begun: make(chan struct{}), end: make(chan struct{})}
	w.in.Quality = func(
		context.Context, onboarding.CaptureKind, []byte, engine.Thresholds,
	) (intake.PictureQuality, error) {
		select {
		case c.begun <- struct{}{}:
			<-c.end
		case <-c.end:
		}
		return intake.PictureQuality{Outcome: "PASS"}, nil
	}
	return c
}

// uploads begins uploads and returns once all of them are being checked.
func (c checking) uploads(w *world, all *sync.WaitGroup, n int, path string, h headers, picture string) {
	for range n {
		all.Go(func() { w.call("PUT", path, h, picture) })
	}
	for range n {
		<-c.begun
	}
}

func TestALinkSendsTwoCapturesAtOnce(t *testing.T) {
	var slow checking
	w := newWorld(t, capturing, func(w *world) { slow = checksSlowly(w) })
	l, other := w.newLink(faceLink), w.newLink(faceLink)
	_, token := w.start(l)
	_, others := w.start(other)
	path := "/api/v4/jobs/" + l.JobID + "/captures/selfie"
	picture := string(jpegOf(t, 64, 40))
	var all sync.WaitGroup
	slow.uploads(w, &all, 2, path, bearer(token), picture)
	a := w.call("PUT", path, bearer(token), picture)
	if a.status != 429 || a.header.Get("Retry-After") != "6" {
		t.Errorf("a third one: %d %s", a.status, a.body)
	}
	slow.uploads(w, &all, 1, "/api/v4/jobs/"+other.JobID+"/captures/selfie", bearer(others), picture)
	close(slow.end)
	all.Wait()
	if a := w.call("PUT", path, bearer(token), picture); a.status != 201 {
		t.Errorf("once they are done: %d %s", a.status, a.body)
	}
}

func TestAClientLeavesSlotsForUploadsToOthers(t *testing.T) {
	var slow checking
	w := newWorld(t, capturing, func(w *world) { slow = checksSlowly(w) })
	path := "/api/v4/jobs/" + w.newJob(jobBody) + "/captures/selfie"
	picture := string(jpegOf(t, 64, 40))
	var all sync.WaitGroup
	slow.uploads(w, &all, 32, path, bearer("acme"), picture)
	a := w.call("PUT", path, bearer("acme"), picture)
	if a.status != 429 || a.header.Get("Retry-After") != "1" {
		t.Errorf("two thirds of the slots and one more: %d %s", a.status, a.body)
	}
	slow.uploads(w, &all, 1, path, bearer("acme2"), picture)
	close(slow.end)
	all.Wait()
}
