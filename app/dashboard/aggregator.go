package dashboard

import (
	"context"
	"log/slog"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/engine"
)

// Aggregator adds new rows to the counters. Every node may run one: the lease of a row lets one of them work at a time,
// and the marks of the rows prevent that two count the same row.
type Aggregator struct {
	Store *store.Store
	Clock clock.Clock
	Log   *slog.Logger

	holder string
}

const (
	foldEvery = 2 * time.Second
	foldBatch = 100              // rows of a kind in one transaction: a few milliseconds of the writer's time
	foldLease = 30 * time.Second // longer than any batch takes
	foldName  = "rollups"
	undoGrace = 10 * time.Second // after a decision's hold, as the clocks of nodes may differ
)

// Run folds until the context ends. What fails is tried again in the next turn.
func (f *Aggregator) Run(ctx context.Context) error {
	tick := time.NewTicker(foldEvery)
	defer tick.Stop()
	for {
		if _, err := f.Fold(ctx); err != nil && ctx.Err() == nil {
			f.Log.Error("fold figures failed", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Fold adds all waiting rows to the counters, in small batches, and returns how many.
func (f *Aggregator) Fold(ctx context.Context) (int, error) {
	if f.holder == "" {
		f.holder = ids.ULID(f.Clock.Now())
	}
	folded := 0
	for _, step := range []func(context.Context) ([]entry, error){
		f.submissions, f.timings, f.decisions, f.reviews, f.attempts, f.deliveries,
	} {
		for {
			n, full, err := f.take(ctx, step)
			folded += n
			if err != nil {
				return folded, err
			}
			if !full {
				break
			}
		}
	}
	return folded, nil
}

// entry is one row to fold: mark sets its mark and reports whether it was not set before, facts is what it counts.
type entry struct {
	mark  func(ctx context.Context, tx *store.Tx) (bool, error)
	facts []store.Rollup
}

// take folds one batch. It returns how many rows it folded and whether more may wait.
func (f *Aggregator) take(
	ctx context.Context, step func(context.Context) ([]entry, error),
) (n int, full bool, err error) {
	entries, err := step(ctx)
	if err != nil || len(entries) == 0 {
		return 0, false, err
	}
	err = f.Store.Write(ctx, func(tx *store.Tx) error {
		n = 0
		ours, err := tx.HoldWork(ctx, foldName, f.holder, tx.Now.Add(foldLease))
		if err != nil || !ours {
			return err
		}
		var facts []store.Rollup
		for _, e := range entries {
			marked, err := e.mark(ctx, tx)
			if err != nil {
				return err
			}
			if marked {
				n++
				facts = append(facts, e.facts...)
			}
		}
		return tx.AddRollups(ctx, facts)
	})
	return n, err == nil && n > 0 && len(entries) == foldBatch, err
}

// kept returns the facts of a row; none where the row is a sandbox test.
func kept(sandbox bool, facts []store.Rollup) []store.Rollup {
	if sandbox {
		return nil
	}
	return facts
}

func (f *Aggregator) submissions(ctx context.Context) ([]entry, error) {
	rows, err := f.Store.UnfoldedSubmissions(ctx, foldBatch)
	var all []entry
	for _, row := range rows {
		all = append(all, entry{
			func(ctx context.Context, tx *store.Tx) (bool, error) { return tx.MarkSubmission(ctx, row) },
			kept(row.Sandbox, ofSubmission(row)),
		})
	}
	return all, err
}

func (f *Aggregator) timings(ctx context.Context) ([]entry, error) {
	rows, err := f.Store.UnfoldedTimings(ctx, foldBatch)
	var all []entry
	for _, row := range rows {
		all = append(all, entry{
			func(ctx context.Context, tx *store.Tx) (bool, error) { return tx.MarkTimings(ctx, row) },
			kept(row.Sandbox, ofTimings(row)),
		})
	}
	return all, err
}

func (f *Aggregator) decisions(ctx context.Context) ([]entry, error) {
	rows, err := f.Store.UnfoldedDecisions(ctx, foldBatch)
	if err != nil {
		return nil, err
	}
	var all []entry
	for _, row := range rows {
		report, err := readReport(ctx, f.Store, f.Log, row.Company, row.ID)
		if err != nil {
			return nil, err
		}
		var decision policy.Decision
		err = f.Store.ReadJobDoc(ctx, row.Company, row.ID, store.DocDecision, &decision)
		if err := emptyIfDamaged(err, f.Log, row.ID); err != nil {
			return nil, err
		}
		all = append(all, entry{
			func(ctx context.Context, tx *store.Tx) (bool, error) { return tx.MarkDecision(ctx, row) },
			kept(row.Sandbox, ofDecision(row, report, decision)),
		})
	}
	return all, nil
}

func (f *Aggregator) reviews(ctx context.Context) ([]entry, error) {
	rows, err := f.Store.UnfoldedReviews(ctx, f.Clock.Now().Add(-undoGrace), foldBatch)
	if err != nil {
		return nil, err
	}
	var all []entry
	for _, row := range rows {
		report, err := readReport(ctx, f.Store, f.Log, row.Company, row.JobID)
		if err != nil {
			return nil, err
		}
		all = append(all, entry{
			func(ctx context.Context, tx *store.Tx) (bool, error) { return tx.MarkReview(ctx, row) },
			kept(row.Sandbox, ofReview(row, report)),
		})
	}
	return all, nil
}

func (f *Aggregator) attempts(ctx context.Context) ([]entry, error) {
	rows, err := f.Store.UnfoldedAttempts(ctx, foldBatch)
	var all []entry
	for _, row := range rows {
		all = append(all, entry{
			func(ctx context.Context, tx *store.Tx) (bool, error) { return tx.MarkAttempt(ctx, row) },
			kept(row.Sandbox, ofAttempt(row)),
		})
	}
	return all, err
}

func (f *Aggregator) deliveries(ctx context.Context) ([]entry, error) {
	rows, err := f.Store.UnfoldedDeliveries(ctx, foldBatch)
	var all []entry
	for _, row := range rows {
		all = append(all, entry{
			func(ctx context.Context, tx *store.Tx) (bool, error) { return tx.MarkDelivery(ctx, row) },
			kept(row.Sandbox, ofDelivery(row)),
		})
	}
	return all, err
}

// readReport loads the engine's report of a job.
func readReport(
	ctx context.Context, st *store.Store, log *slog.Logger, company, job string,
) (engine.Report, error) {
	var r engine.Report
	err := st.ReadJobDoc(ctx, company, job, store.DocReport, &r)
	return r, emptyIfDamaged(err, log, job)
}

// emptyIfDamaged makes a missing or damaged document count as empty: one bad row must not stop all figures.
func emptyIfDamaged(err error, log *slog.Logger, job string) error {
	switch {
	case err == nil || fault.Is(err, fault.NotFound):
		return nil
	case fault.Is(err, fault.Unavailable):
		return err
	}
	log.Warn("read report failed, the job counts without it", "job", job, "error", err)
	return nil
}
