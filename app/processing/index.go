package processing

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/engine"
)

// searched are the fields by which a job is found, whichever source has them: what an agent reads on a document is
// often not what the engine decided on.
var searched = []string{"firstName", "lastName", "fullName", "documentNumber", "personalNumber", "dateOfBirth"}

// terms returns the texts by which search finds a decided job: those of its row, and those of every source about the
// person.
func terms(j onboarding.Job, submitted map[string]string, report engine.Report) []string {
	all := []string{j.UniqueNumber, j.FullName, j.DocumentNumber}
	for _, field := range searched {
		all = append(all, submitted[field])
	}
	for _, r := range slices.Concat(report.Readings, report.Others, report.Second) {
		if slices.Contains(searched, r.Field) {
			all = append(all, r.Value)
		}
	}
	return all
}

// Indexer adds jobs and customers to the search index that were written by earlier versions of the program, and gives
// the cases that these left in the queue the words by which it is searched. Each step is one transaction that marks
// what it has done, so that indexing continues where it stopped; several nodes may run one.
type Indexer struct {
	Store *store.Store
	Clock clock.Clock
	Log   *slog.Logger
	// Words is that of the Worker; cases stay as they are where it is nil.
	Words func(onboarding.Job, policy.Decision, engine.Report, []onboarding.Capture, time.Time) string
}

const (
	indexEvery     = time.Minute
	indexedJobs    = 50 // per step: their reports are read before its transaction
	indexCustomers = 200
)

// Run indexes what is missing, at intervals, until the context ends.
func (x *Indexer) Run(ctx context.Context) error {
	tick := time.NewTicker(indexEvery)
	defer tick.Stop()
	for {
		if n, err := x.Index(ctx); err != nil && ctx.Err() == nil {
			x.Log.Error("index for search failed", "error", err)
		} else if n > 0 {
			x.Log.Info("indexed for search", "rows", n)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Index indexes everything that is missing, newest first, and returns the number of rows. After each step it rests as
// long as the step took, so that it uses at most half of a processor and of the writer.
func (x *Indexer) Index(ctx context.Context) (int, error) {
	done := 0
	for _, step := range []func(context.Context) (int, error){x.customers, x.jobs, x.cases} {
		for {
			began := x.Clock.Now()
			n, err := step(ctx)
			if done += n; err != nil {
				return done, err
			}
			if n == 0 {
				break
			}
			select {
			case <-ctx.Done():
				return done, ctx.Err()
			case <-time.After(x.Clock.Now().Sub(began)):
			}
		}
	}
	return done, nil
}

func (x *Indexer) customers(ctx context.Context) (n int, err error) {
	err = x.Store.Write(ctx, func(tx *store.Tx) (err error) {
		n, err = tx.IndexCustomers(ctx, indexCustomers)
		return err
	})
	return n, err
}

func (x *Indexer) jobs(ctx context.Context) (int, error) {
	jobs, err := x.Store.UnindexedJobs(ctx, indexedJobs)
	if err != nil || len(jobs) == 0 {
		return 0, err
	}
	texts := make([][]string, len(jobs))
	for i, j := range jobs {
		if texts[i], err = x.texts(ctx, j); err != nil {
			return 0, err
		}
	}
	return len(jobs), x.Store.Write(ctx, func(tx *store.Tx) error {
		for i, j := range jobs {
			if err := tx.IndexJob(ctx, j, texts[i]...); err != nil {
				return err
			}
		}
		return nil
	})
}

func (x *Indexer) cases(ctx context.Context) (int, error) {
	if x.Words == nil {
		return 0, nil
	}
	cases, err := x.Store.CasesWithoutWords(ctx, indexedJobs)
	if err != nil || len(cases) == 0 {
		return 0, err
	}
	for i := range cases {
		if cases[i].Words, err = x.reasons(ctx, cases[i]); err != nil {
			return 0, err
		}
	}
	return len(cases), x.Store.Write(ctx, func(tx *store.Tx) error {
		for _, c := range cases {
			if err := tx.SetCaseWords(ctx, c); err != nil {
				return err
			}
		}
		return nil
	})
}

// reasons returns the words of a case's reasons; none where its documents can't be decoded or its job is gone.
func (x *Indexer) reasons(ctx context.Context, c store.ReviewCase) (string, error) {
	job, err := x.Store.Job(ctx, c.Company, c.JobID)
	if fault.Is(err, fault.NotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	var decision policy.Decision
	var report engine.Report
	if err := x.read(ctx, job, map[string]any{store.DocDecision: &decision, store.DocReport: &report}); err != nil {
		return "", err
	}
	captures, err := x.Store.Captures(ctx, c.Company, c.JobID)
	return x.Words(job, decision, report, captures, c.OpenedAt), err
}

// read reads documents of a job. One that can't be decoded is left out, so that the others can still be found.
func (x *Indexer) read(ctx context.Context, j onboarding.Job, docs map[string]any) error {
	for kind, to := range docs {
		switch err := x.Store.ReadJobDoc(ctx, j.Company, j.ID, kind, to); {
		case fault.Is(err, fault.Internal):
			x.Log.Warn("read document for search failed, left out", "job", j.ID, "document", kind, "error", err)
		case err != nil && !fault.Is(err, fault.NotFound):
			return err
		}
	}
	return nil
}

// texts returns the texts of a job's documents.
func (x *Indexer) texts(ctx context.Context, j onboarding.Job) ([]string, error) {
	var request onboarding.RequestDetails
	var report engine.Report
	if err := x.read(ctx, j, map[string]any{store.DocRequest: &request, store.DocReport: &report}); err != nil {
		return nil, err
	}
	all := terms(j, request.Submitted, report)
	corrections, err := x.Store.Corrections(ctx, j.Company, j.ID)
	for _, c := range corrections {
		all = append(all, c.After)
	}
	return all, err
}
