package processing

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// counting is a clock that tells of each reading: the store reads it once per write.
type counting struct {
	*clock.Manual
	read chan struct{}
}

// Now implements clock.Clock.
func (c counting) Now() time.Time {
	select {
	case c.read <- struct{}{}:
	default:
	}
	return c.Manual.Now()
}

func submitted(t *testing.T, st *store.Store) {
	t.Helper()
	err := st.Write(t.Context(), func(tx *store.Tx) error {
		job := onboarding.Job{
			ID:        ids.UUID(),
			Seq:       tx.NextSeq(),
			Company:   "acme",
			Function:  onboarding.IDValidation,
			Status:    onboarding.Capturing,
			CreatedAt: tx.Now,
		}
		if err := tx.InsertJob(t.Context(), job); err != nil {
			return err
		}
		_, err := tx.SubmitJob(t.Context(), job.Company, job.ID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func newWorker(t *testing.T, c clock.Clock, lease time.Duration) *Worker {
	t.Helper()
	st, err := store.Open(t.Context(), store.Options{URL: "sqlite:" + filepath.Join(t.TempDir(), "test.db"), Clock: c})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	submitted(t, st)
	return &Worker{Store: st, Clock: c, Log: slog.New(slog.DiscardHandler), Lease: lease}
}

func TestAJobStaysWithAWorkerForAsLongAsItWorks(t *testing.T) {
	const lease = 40 * time.Millisecond
	c := counting{clock.NewManual(clock.System{}.Now()), make(chan struct{})}
	w := newWorker(t, c, lease)
	job, ok := w.claim(t.Context())
	if !ok {
		t.Fatal("nothing was claimed")
	}
	held, leave := w.hold(t.Context(), w.extendJob(job))
	for range 5 {
		c.Advance(lease * 3 / 4)
		<-c.read // a sign of life begins after the clock moved,
		<-c.read // and has been written when the next begins
		if _, again := w.claim(t.Context()); again || held.Err() != nil {
			t.Fatalf("the job was given away under its worker (%v)", held.Err())
		}
	}
	leave()
	c.Advance(2 * lease)
	if _, again := w.claim(t.Context()); !again {
		t.Error("a job that nobody holds any more was not given to the next")
	}
}

func TestAWorkerWhoseJobIsLostStops(t *testing.T) {
	c := clock.NewManual(clock.System{}.Now())
	w := newWorker(t, c, 40*time.Millisecond)
	job, _ := w.claim(t.Context())
	c.Advance(time.Minute) // the worker gave no sign of life
	if _, again := w.claim(t.Context()); !again {
		t.Fatal("the job was not given to the next")
	}
	held, leave := w.hold(context.Background(), w.extendJob(job))
	defer leave()
	select {
	case <-held.Done():
	case <-t.Context().Done():
		t.Error("the worker goes on with a job that is somebody else's")
	}
}

func TestAJobStaysWithItsWorkerWhereARenewalFails(t *testing.T) {
	w := newWorker(t, clock.NewManual(clock.System{}.Now()), 40*time.Millisecond)
	tried := make(chan struct{})
	held, leave := w.hold(t.Context(), func(held context.Context, _ *store.Tx) (bool, error) {
		select {
		case tried <- struct{}{}:
		case <-held.Done():
		}
		return false, errors.New("the database is busy")
	})
	defer leave()
	for range 3 {
		select {
		case <-tried:
		case <-held.Done():
			t.Fatal("the worker gives up a job that may still be its own")
		}
	}
}

func TestAWorkerThatStopsGivesItsJobBackAtOnce(t *testing.T) {
	w := newWorker(t, clock.NewManual(clock.System{}.Now()), time.Minute)
	job, _ := w.claim(t.Context())
	ctx, stop := context.WithCancel(t.Context())
	stop()
	w.process(ctx, job)
	if _, again := w.claim(t.Context()); !again {
		t.Error("the job waits for the end of its lease")
	}
}

func TestPicturesAreMadeOfAJobThatGoesToReview(t *testing.T) {
	var made []string
	w := &Worker{Prepare: func(_ context.Context, company, job string) error {
		made = append(made, company+"/"+job)
		return nil
	}}
	job := onboarding.Job{Company: "acme", ID: "1"}
	for _, outcome := range []onboarding.Status{onboarding.Approved, onboarding.Review} {
		w.prepareReview(t.Context(), job, outcome)
	}
	if !slices.Equal(made, []string{"acme/1"}) {
		t.Errorf("pictures are made of %v", made)
	}
}
