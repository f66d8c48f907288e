package concurrency_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/evidence"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/presets"
	"proofdesk/app/review"
	reading "proofdesk/engine"
)

// beside is what goes on about a person while they are erased.
type beside struct {
	job   string
	agent review.Agent         // who decides the job
	do    func(i int) error    // sent by eleven at the instant of the erasure
	first func() error         // by whom erases, before they read what they confirm; nil for nothing
	after func(w *world) error // checks what must hold once the person is gone; nil for nothing
}

// hosted is a person's link to the hosted capture page.
type hosted struct {
	job, id, secret string
	client, browser intake.Caller
}

// invited creates a link of a person.
func (w *world) invited() hosted {
	w.Helper()
	by := intake.Caller{Company: w.slug, ClientID: w.client()}
	made, err := w.intake.CreateLink(w.Context(), by, intake.LinkRequest{
		Function:     onboarding.SignatureCapture,
		UniqueNumber: unique,
		Reference:    phoned,
		Submitted:    submitted,
	})
	w.must(err)
	h := hosted{job: made.JobID, id: made.ID, client: by}
	_, h.secret, _ = strings.Cut(made.URL, "#")
	return h
}

// begun creates a link of a person, with which a browser has begun.
func (w *world) begun() hosted {
	w.Helper()
	h := w.invited()
	begin := beginning(h.id, h.secret, 0)
	w.must(w.intake.StartLink(w.Context(), h.id, begin))
	var err error
	h.browser, err = w.intake.LinkCaller(w.Context(), begin.Token)
	w.must(err)
	return h
}

// browsing stages the link of a person, with which a browser does something.
func browsing(stage func(w *world) hosted, do func(w *world, h hosted, i int) error) func(w *world) beside {
	return func(w *world) beside {
		h := stage(w)
		return beside{
			job:   h.job,
			agent: w.reviewer(w.user(access.Agent)),
			do:    func(i int) error { return do(w, h, i) },
		}
	}
}

// requested stages a job in review, of whose applicant an agent asks or has asked captures anew. The job is decided
// before whoever erases reads the list.
func requested(stage func(w *world, a intake.Asking) func() error) func(w *world) beside {
	return func(w *world) beside {
		asking, agent, held := w.askingFor(unique)
		asking.Words = "askkumquat"
		do := stage(w, asking)
		return beside{
			job:   asking.JobID,
			agent: agent,
			do:    func(int) error { return do() },
			first: func() error {
				shown, err := w.Store.ReviewCase(w.Context(), w.slug, held.JobID)
				if err == nil {
					_, err = w.desk.Decide(w.Context(), agent,
						decision(shown, onboarding.ReviewDeclined, "data.expired"))
				}
				return err
			},
		}
	}
}

// atAnErasure are the things that go on while a person is erased, which the pairs of a removal with each use case of
// the table do not join with an erasure as a whole: the list that is confirmed, the files and the log.
var atAnErasure = map[string]func(w *world) beside{
	"thresholds are played back": playedBack,
	"a browser sends a capture": browsing((*world).begun, func(w *world, h hosted, _ int) error {
		_, err := w.intake.PutCapture(w.Context(), h.browser, h.job, "signature", "", strings.NewReader(strokes))
		return err
	}),
	"a browser sends a part of a capture": browsing((*world).begun, func(w *world, h hosted, i int) error {
		_, err := w.intake.ReceiveCapture(w.Context(), h.browser, h.job, intake.Upload{
			Kind:  "signature",
			Body:  strings.NewReader(longStrokes[:intake.MinPart]),
			Range: intake.ByteRange{Size: intake.MinPart, Total: int64(len(longStrokes) + i)},
		})
		return err
	}),
	"a browser submits": browsing((*world).begun, func(w *world, h hosted, _ int) error {
		_, err := w.intake.PutCapture(w.Context(), h.browser, h.job, "signature", "", strings.NewReader(strokes))
		if err == nil {
			_, err = w.intake.Submit(w.Context(), h.browser, h.job)
		}
		return err
	}),
	"a link moves to another browser": browsing((*world).begun, func(w *world, h hosted, i int) error {
		move, err := w.intake.MoveLink(w.Context(), h.id, beginning(h.id, h.secret, 0).Token)
		if err != nil {
			return err
		}
		r := beginning(h.id, h.secret, i)
		r.Move = move
		return w.intake.StartLink(w.Context(), h.id, r)
	}),
	"a link is handed to a phone": browsing((*world).invited, func(w *world, h hosted, _ int) error {
		_, err := w.intake.OfferHandover(w.Context(), h.id,
			intake.HandoverOffer{Secret: h.secret, Desk: desk, Browser: headed})
		return err
	}),
	"a link is revoked": browsing((*world).begun, func(w *world, h hosted, _ int) error {
		return w.intake.RevokeLink(w.Context(), h.client, h.id)
	}),
	"captures are asked for": requested(func(w *world, a intake.Asking) func() error {
		return func() error { return w.intake.Ask(w.Context(), a) }
	}),
	"a request is withdrawn": requested(func(w *world, a intake.Asking) func() error {
		w.must(w.intake.Ask(w.Context(), a))
		return func() error { return w.intake.Withdraw(w.Context(), a) }
	}),
	"what was asked for is sent": requested(func(w *world, a intake.Asking) func() error {
		by, picture := w.answering(a), w.picture(1)
		return func() error {
			_, err := w.intake.PutCapture(w.Context(), by, a.JobID, "passport", "", bytes.NewReader(picture))
			if err == nil {
				_, err = w.intake.Submit(w.Context(), by, a.JobID)
			}
			return err
		}
	}),
}

// playedBack stages captures that are measured, over which a threshold is played back.
func playedBack(w *world) beside {
	const captures, path = 3, "idCaptureCustomizationOptions.captureOptions.glareDetectionThreshold"
	w.intake.Quality = func(context.Context, reading.Capture, reading.Thresholds) (intake.PictureQuality, error) {
		return intake.PictureQuality{Outcome: "PASS", Scores: map[string]float64{"glare": .5}}, nil
	}
	request := jobRequest
	request.Function, request.UniqueNumber, request.Submitted = onboarding.IDValidation, unique, submitted
	made, err := w.intake.CreateJob(w.Context(), w.caller(), request, "", nil)
	w.must(err)
	for i := range captures {
		_, err := w.intake.PutCapture(w.Context(), w.caller(), made.JobID, "id_front", "",
			bytes.NewReader(w.picture(i+1)))
		w.must(err)
	}
	replay := func() (presets.Replay, error) {
		return w.Presets.Replay(w.Context(), w.slug, presets.Trial{Path: path, Value: .1}, w.now.Now())
	}
	return beside{
		job: made.JobID,
		do: func(int) error {
			got, err := replay()
			if err == nil && got.Captures != 0 && got.Captures != captures || got.Prompted != got.Captures {
				return fmt.Errorf("a part of a person is played back: %+v", got)
			}
			return err
		},
		after: func(*world) error {
			got, err := replay()
			if err == nil && got.Captures != 0 {
				return fmt.Errorf("%d captures of who was erased are played back", got.Captures)
			}
			return err
		},
	}
}

func TestNothingOfAPersonIsLeftByWhatGoesOnWhileTheyAreErased(t *testing.T) {
	for _, name := range racing() {
		now := clock.NewManual(noon)
		e, n := open(t, name, now), 0
		for what, stage := range atAnErasure {
			t.Run(name+" while "+what, func(t *testing.T) {
				for range rounds() {
					n++
					w := newWorld(t, e, now, n)
					w.erasedBeside(stage(w))
				}
			})
		}
	}
}

// erasedBeside erases a person while something goes on about them. Where that is refused, because it came first, the
// person is erased once all is decided.
func (w *world) erasedBeside(b beside) {
	w.Helper()
	if known := w.engine.traces(w.T, w.slug); len(known[unique]) == 0 {
		w.Fatal("no row has the person: nothing would show that they stay")
	}
	answers := make([]error, requests)
	together(func(i int) {
		if i > 0 {
			answers[i] = b.do(i)
			return
		}
		if b.first != nil {
			answers[0] = b.first()
		}
		if answers[0] == nil {
			answers[0] = w.erase()
		}
	})
	for i, err := range answers {
		switch got, _, _ := strings.Cut(answer(err), " "); got {
		case "ok", "conflict", "not_found", "unauthenticated":
		default:
			w.Errorf("request %d was told %v", i, err)
		}
	}
	if answers[0] != nil {
		w.settle(b.agent, b.job)
		w.must(w.erase())
	}
	w.gone(b.job)
	if b.after != nil {
		w.must(b.after(w))
	}
}

// erase confirms what is known of the person.
func (w *world) erase() error {
	shown, err := w.customers.Record(w.Context(), w.slug, unique)
	if err != nil {
		return err
	}
	_, err = w.customers.Erase(w.Context(), "agent:ann", w.slug, unique, shown.Digest(), 100)
	return err
}

// settle decides a job as far as it was submitted.
func (w *world) settle(agent review.Agent, job string) {
	w.Helper()
	w.worker().Turn(w.Context())
	of, err := w.Store.Job(w.Context(), w.slug, job)
	w.must(err)
	if !of.Status.Is(onboarding.Review) {
		return
	}
	_, err = w.desk.Decide(w.Context(), agent,
		decision(w.claimed(agent, job), onboarding.ReviewDeclined, "data.expired"))
	w.must(err)
}

// gone reports what is left of a person in the tables, among the captures and in the files of SQLite.
func (w *world) gone(job string) {
	w.Helper()
	for canary, rows := range w.engine.traces(w.T, w.slug) {
		w.Errorf("%q is still in %.600s", canary, strings.Join(rows, "\n"))
	}
	for _, orphan := range w.engine.orphans(w.T, w.slug, []string{job}) {
		w.Errorf("they belong to who was erased: %s", orphan)
	}
	root := w.safe.Store.(*evidence.Folder).Root
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			w.Errorf("a capture of who was erased is still there: %s", filepath.Base(path))
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.Fatal(err)
	}
	if w.engine.name != "sqlite" {
		return
	}
	// As once an hour: the erasure leaves the log where somebody reads at that instant.
	if emptied, err := w.Store.EmptyLog(w.Context()); err != nil || !emptied {
		w.Fatalf("the log was not emptied: %v", err)
	}
	if left := w.onDisk(); len(left) > 0 {
		w.Errorf("they are still in the files: %q", left)
	}
}
