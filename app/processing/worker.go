// Package processing decides submitted jobs: captures go into the engine, its report into policy, and one transaction
// writes everything that follows from the decision.
package processing

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/evidence"
	"proofdesk/app/fault"
	"proofdesk/app/gallery"
	"proofdesk/app/ids"
	"proofdesk/app/inspection"
	"proofdesk/app/keyring"
	"proofdesk/app/store"
)

const (
	leaseLength = 2 * time.Minute // renewed for as long as the work takes
	idlePoll    = time.Second
	retryDelay  = 10 * time.Second
	maxAttempts = 5 // after which a job that can't be processed ends in ERROR
)

// Worker decides jobs. Set the exported fields, then Run.
type Worker struct {
	Store       *store.Store
	Keys        *keyring.Keys
	Evidence    evidence.Safe
	Gallery     *gallery.Gallery
	Engine      *inspection.Pool
	Clock       clock.Clock
	Log         *slog.Logger
	Environment string
	Region      string
	Parallel    int           // jobs at once
	Deadline    time.Duration // for a review
	Countries   [][]byte      // country certificates for passport chips, DER
	Lease       time.Duration // how long a job stays with a worker that does not renew it; two minutes where zero
	OnCommit    func()        // wakes the worker that sends deliveries; may be nil
	OnDecision  func(outcome string, took time.Duration)

	wake chan struct{}
	once sync.Once
}

func (w *Worker) prepare() {
	w.wake = make(chan struct{}, 1)
	if w.Lease == 0 {
		w.Lease = leaseLength
	}
}

// Nudge wakes the worker as a job may be due. It never blocks.
func (w *Worker) Nudge() {
	w.once.Do(w.prepare)
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Run decides jobs until ctx ends; then it waits for the running ones.
func (w *Worker) Run(ctx context.Context) error {
	w.once.Do(w.prepare)
	slots := make(chan struct{}, max(1, w.Parallel))
	var work sync.WaitGroup
	defer work.Wait()
	for ctx.Err() == nil {
		slots <- struct{}{}
		job, ok := w.claim(ctx)
		if !ok {
			<-slots
			w.enrolments(ctx)
			w.rest(ctx)
			continue
		}
		work.Go(func() {
			defer func() { <-slots }()
			w.process(ctx, job)
		})
	}
	return nil
}

func (w *Worker) rest(ctx context.Context) {
	timer := time.NewTimer(idlePoll)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-w.wake:
	case <-timer.C:
	}
}

// claim takes one due job.
func (w *Worker) claim(ctx context.Context) (store.ClaimedJob, bool) {
	var jobs []store.ClaimedJob
	err := w.Store.Write(ctx, func(tx *store.Tx) (err error) {
		jobs, err = tx.ClaimJobs(ctx, ids.UUID(), tx.Now.Add(w.Lease), 1)
		return err
	})
	if err != nil {
		if ctx.Err() == nil {
			w.Log.Error("claim job failed", "error", err)
		}
		return store.ClaimedJob{}, false
	}
	if len(jobs) == 0 {
		return store.ClaimedJob{}, false
	}
	return jobs[0], true
}

// process decides one claimed job. A failure on our side is tried again; a job that can't be processed at all ends in
// ERROR instead of being tried for ever.
func (w *Worker) process(ctx context.Context, job store.ClaimedJob) {
	started := time.Now()
	held, leave := w.hold(ctx, job)
	outcome, err := w.decide(held, job)
	leave()
	switch {
	case err == nil:
		w.Log.Info("decision", "job", job.ID, "company", job.Company, "function", job.Function, "outcome", outcome,
			"ms", time.Since(started).Milliseconds())
		if w.OnDecision != nil {
			w.OnDecision(string(outcome), time.Since(started))
		}
	case ctx.Err() != nil:
		w.release(context.WithoutCancel(ctx), job, 0)
	case job.Attempts >= maxAttempts || fault.Is(err, fault.NotFound):
		w.Log.Error("process job failed, ending it in ERROR", "job", job.ID, "attempt", job.Attempts, "error", err)
		if err := w.fail(ctx, job); err != nil {
			w.Log.Error("end job failed", "job", job.ID, "error", err)
		}
	default:
		w.Log.Error("process job failed, trying again", "job", job.ID, "attempt", job.Attempts, "error", err)
		w.release(ctx, job, retryDelay)
	}
}

// hold renews a job's lease until leave is called. The context ends when the lease is lost, as another worker then has
// the job.
func (w *Worker) hold(ctx context.Context, job store.ClaimedJob) (held context.Context, leave func()) {
	held, cancel := context.WithCancel(ctx)
	var beating sync.WaitGroup
	beating.Go(func() {
		tick := time.NewTicker(w.Lease / 4)
		defer tick.Stop()
		for {
			select {
			case <-held.Done():
				return
			case <-tick.C:
			}
			kept := true
			err := w.Store.Write(held, func(tx *store.Tx) (err error) {
				kept, err = tx.ExtendJob(held, job.ID, job.Lease, tx.Now.Add(w.Lease))
				return err
			})
			if err == nil && !kept {
				cancel()
			}
		}
	})
	return held, func() { cancel(); beating.Wait() }
}

func (w *Worker) release(ctx context.Context, job store.ClaimedJob, after time.Duration) {
	err := w.Store.Write(ctx,
		func(tx *store.Tx) error { return tx.ReturnJob(ctx, job.ID, job.Lease, tx.Now.Add(after)) })
	if err != nil {
		w.Log.Error("release job failed", "job", job.ID, "error", err)
	}
}

// enrolments enrols the applicants whose review can no longer be undone.
func (w *Worker) enrolments(ctx context.Context) {
	jobs, err := w.Store.EnrolmentsDue(ctx, w.Clock.Now(), 50)
	if err != nil {
		w.Log.Error("enrolments", "error", err)
		return
	}
	for _, job := range jobs {
		if err := w.enrolReviewed(ctx, job); err != nil {
			w.Log.Error("enrolment", "job", job.ID, "error", err)
		}
	}
}
