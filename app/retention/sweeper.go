package retention

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/evidence"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/store"
)

// Sweeper removes old data. Every node runs one: a lease lets one of them work at a time, and a run that a process left
// unfinished is continued by the next holder.
type Sweeper struct {
	Store *store.Store
	Clock clock.Clock
	Safe  evidence.Safe
	Log   *slog.Logger

	batch int // jobs in one transaction, and files at a time; 0 for perStep and sweepBatch
	once  sync.Once
	name  string
	swept time.Time           // when unused links and files left behind were last looked for
	after store.RemovedObject // where the next look for files left behind begins
}

const (
	pollEvery = time.Second
	// LookEvery is how often the rules are checked for data that is due.
	LookEvery  = time.Hour
	carried    = 10  // runs at a time
	sweepBatch = 500 // files at a time
)

// holder returns the name of this sweeper in the lease.
func (k *Sweeper) holder() string {
	k.once.Do(func() { k.name = ids.UUID() })
	return k.name
}

// Run works until the context ends. What fails is tried again in the next turn.
func (k *Sweeper) Run(ctx context.Context) error {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		if err := k.Turn(ctx); err != nil && ctx.Err() == nil {
			k.Log.WarnContext(ctx, "retention", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Turn removes the captures of unused links and files left behind, checks which rules have data due, and continues
// every run to its end. What fails for one company keeps no other one waiting; all errors are returned.
func (k *Sweeper) Turn(ctx context.Context) error {
	now := k.Clock.Now()
	var failed error
	if now.Sub(k.swept) >= LookEvery {
		if failed = errors.Join(k.settle(ctx), k.abandon(ctx), k.sweep(ctx)); failed == nil {
			k.swept = now
		}
	}
	rules, err := k.Store.UncheckedRetentionRules(ctx, now.Add(-LookEvery))
	failed = errors.Join(failed, err)
	for _, rule := range rules {
		failed = errors.Join(failed, of(rule.Company, k.look(ctx, rule)))
	}
	running, err := k.Store.RunningRetentions(ctx, carried)
	failed = errors.Join(failed, err)
	for _, run := range running {
		if ctx.Err() != nil {
			break
		}
		failed = errors.Join(failed, of(run.Company, k.continueRun(ctx, run)))
	}
	return failed
}

// of returns an error with the company that it is about; nil for none.
func of(company string, err error) error {
	if err != nil {
		err = fmt.Errorf("company %s: %w", company, err)
	}
	return err
}

// sweep removes the files that were left behind by a process that ended too early. It ends early where none of a batch
// goes, as the storage may be out of order, and the next one begins behind them, so that every file gets its turn.
func (k *Sweeper) sweep(ctx context.Context) error {
	limit := cmp.Or(k.batch, sweepBatch)
	for {
		listed, err := k.Store.RemovedObjects(ctx, k.after, limit)
		if err != nil {
			return err
		}
		byCompany, left := map[string][]string{}, 0
		for _, o := range listed {
			byCompany[o.Company] = append(byCompany[o.Company], o.Object)
		}
		for company, objects := range byCompany {
			left += k.Safe.Discard(ctx, k.Store, k.Log, company, objects)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if len(listed) < limit {
			k.after = store.RemovedObject{}
			return nil
		}
		k.after = listed[limit-1]
		if left == limit {
			return nil
		}
	}
}

// look starts a run where a rule has data due. When several nodes try, one succeeds.
func (k *Sweeper) look(ctx context.Context, rule store.RetentionRule) error {
	plan, err := k.Plan(ctx, rule)
	if err != nil {
		return err
	}
	return k.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.LockCompany(ctx, rule.Company); err != nil { // no other run starts meanwhile
			return err
		}
		first, err := tx.MarkRetentionRuleChecked(ctx, rule)
		if err != nil || !first || plan.Empty() {
			return err
		}
		running, err := tx.RunningRetention(ctx, rule.Company)
		if err != nil || len(running) > 0 {
			return err
		}
		return tx.InsertRetentionRun(ctx, newRun(plan, System, tx.Now))
	})
}

// continueRun continues a run until it ends or another node continues it. A write that fails now is tried again in the
// next turn; any other error ends the run.
func (k *Sweeper) continueRun(ctx context.Context, run store.RetentionRun) error {
	for run.Stage == store.RetentionRunning {
		next, moved, err := k.step(ctx, run)
		switch {
		case ctx.Err() != nil:
			k.releaseLease(ctx)
			return ctx.Err()
		case fault.Is(err, fault.Unavailable):
			return err
		case err != nil:
			k.Log.ErrorContext(ctx, "retention run failed", "run", run.ID, "error", err)
			_, _, err = k.fail(ctx, run, message(err))
			return err
		case !moved:
			return nil
		}
		run = next
	}
	k.Log.InfoContext(ctx, "retention run ended", "company", run.Company, "run", run.ID, "stage", run.Stage, "jobs",
		run.Jobs, "captures", run.Captures)
	return nil
}

// message returns the part of an error that is safe to show.
func message(err error) string {
	var f *fault.Error
	if errors.As(err, &f) {
		return f.Message
	}
	return "something went wrong on our side"
}

// releaseLease releases the lease when this node stops in the middle of a run, so that another one can continue at
// once.
func (k *Sweeper) releaseLease(ctx context.Context) {
	ctx = context.WithoutCancel(ctx)
	err := k.Store.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.HoldWork(ctx, workName, k.holder(), tx.Now)
		return err
	})
	if err != nil {
		k.Log.WarnContext(ctx, "release retention lease failed", "error", err)
	}
}
