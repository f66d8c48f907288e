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
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/engine"
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
	// Words returns the reasons of a decision as agents read them, in all languages, for the search in the queue; may
	// be nil.
	Words func(onboarding.Job, policy.Decision, engine.Report, []onboarding.Capture, time.Time) string
	// Prepare makes the pictures that the review page of a job shows; may be nil.
	Prepare func(ctx context.Context, company, jobID string) error

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
		w.start(ctx, slots, &work)
		w.enrolments(ctx)
		w.rest(ctx)
	}
	return nil
}

// Turn decides the jobs that are due and enrols the applicants who are due, and returns once that is done. It is for a
// caller that runs the worker step by step instead of with Run.
func (w *Worker) Turn(ctx context.Context) {
	w.once.Do(w.prepare)
	var work sync.WaitGroup
	w.start(ctx, make(chan struct{}, max(1, w.Parallel)), &work)
	work.Wait()
	w.enrolments(ctx)
}

// start claims due jobs and requests until there are none and begins to process each, as many at once as there are
// slots.
func (w *Worker) start(ctx context.Context, slots chan struct{}, work *sync.WaitGroup) {
	for ctx.Err() == nil {
		slots <- struct{}{}
		process, ok := w.due(ctx)
		if !ok {
			<-slots
			return
		}
		work.Go(func() {
			defer func() { <-slots }()
			process()
		})
	}
}

// due claims a job that waits for its decision, else a request whose captures wait to be checked, and returns what
// processes it. A claim that has begun is not ended with ctx: where its commit got no answer, nobody would know of it
// until the lease ends.
func (w *Worker) due(ctx context.Context) (process func(), found bool) {
	if ctx.Err() != nil {
		return nil, false
	}
	claiming := context.WithoutCancel(ctx)
	if job, ok := w.claim(claiming); ok {
		return func() { w.process(ctx, job) }, true
	}
	if request, ok := w.claimRequest(claiming); ok {
		return func() { w.processRequest(ctx, request) }, true
	}
	return nil, false
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
		w.Log.Error("claim job failed", "error", err)
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
	held, leave := w.hold(ctx, w.extendJob(job))
	outcome, err := w.decide(held, job)
	leave()
	switch {
	case err == nil:
		w.Log.Info("decision", "job", job.ID, "company", job.Company, "function", job.Function, "outcome", outcome,
			"ms", time.Since(started).Milliseconds())
		if w.OnDecision != nil {
			w.OnDecision(string(outcome), time.Since(started))
		}
		w.prepareReview(ctx, job.Job, outcome)
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

// fail ends a job that can't be processed.
func (w *Worker) fail(ctx context.Context, claimed store.ClaimedJob) error {
	d := &dossier{job: claimed.Job, last: true, report: engine.Report{EngineVersion: engine.Version}}
	if err := w.gather(ctx, d); err != nil {
		return err
	}
	d.decision = policy.Decision{
		Outcome: onboarding.Errored, Policy: d.policy.Version,
		Reasons: []policy.Reason{
			{Code: "processing.failed", Band: policy.BandQuality, Text: "The job could not be processed"},
		},
	}
	return w.conclude(ctx, claimed, d)
}

// prepareReview makes the pictures of a job that went to review. The decision is committed by then; where the process
// ends meanwhile, pictures are made when somebody asks for them.
func (w *Worker) prepareReview(ctx context.Context, job onboarding.Job, outcome onboarding.Status) {
	if outcome != onboarding.Review || w.Prepare == nil {
		return
	}
	if err := w.Prepare(ctx, job.Company, job.ID); err != nil && ctx.Err() == nil {
		w.Log.Warn("prepare pictures failed", "job", job.ID, "error", err)
	}
}

// extendJob returns what renews the lease of a job.
func (w *Worker) extendJob(job store.ClaimedJob) func(context.Context, *store.Tx) (bool, error) {
	return func(held context.Context, tx *store.Tx) (bool, error) {
		return tx.ExtendJob(held, job.ID, job.Lease, tx.Now.Add(w.Lease))
	}
}

// hold renews a lease until leave is called. The context ends when the lease is lost, as another worker then has the
// job.
func (w *Worker) hold(
	ctx context.Context, extend func(context.Context, *store.Tx) (bool, error),
) (held context.Context, leave func()) {
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
				kept, err = extend(held, tx)
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
