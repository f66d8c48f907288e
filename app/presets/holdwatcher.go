package presets

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/preset"
	"proofdesk/app/store"
)

// HoldWatcher holds the assignments whose jobs break their hold rule. Every node may run one: a lease lets one of them
// count at a time, and an assignment is held only if it still is as it was when its jobs were counted.
type HoldWatcher struct {
	Store *store.Store
	Clock clock.Clock
	Log   *slog.Logger

	once sync.Once
	name string
}

const (
	// WatchEvery is how often the jobs of assignments with a hold rule are counted.
	WatchEvery = 30 * time.Second
	watchLease = 2 * time.Minute // longer than a turn takes
	leaseName  = "preset holds"
)

// System is the actor of a hold in the audit trail.
const System = "system"

// holder returns the name of this watcher in the lease.
func (w *HoldWatcher) holder() string {
	w.once.Do(func() { w.name = ids.UUID() })
	return w.name
}

// Run works until the context ends. What fails is tried again in the next turn.
func (w *HoldWatcher) Run(ctx context.Context) error {
	tick := time.NewTicker(WatchEvery)
	defer tick.Stop()
	for {
		if _, err := w.Turn(ctx); err != nil && ctx.Err() == nil {
			w.Log.WarnContext(ctx, "check hold rules of presets failed", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Turn counts the jobs of every assignment with a hold rule that is not held, holds those that break it, and returns
// how many it held. It does nothing where another node holds the lease.
func (w *HoldWatcher) Turn(ctx context.Context) (held int, err error) {
	watched, err := w.Store.WatchedAssignments(ctx)
	if err != nil || len(watched) == 0 {
		return 0, err
	}
	ours := false
	err = w.Store.Write(ctx, func(tx *store.Tx) (err error) {
		ours, err = tx.HoldWork(ctx, leaseName, w.holder(), tx.Now.Add(watchLease))
		return err
	})
	if err != nil || !ours {
		return 0, err
	}
	for _, a := range watched {
		done, failed := w.check(ctx, a)
		if failed != nil { // the others are still looked at
			err = errors.Join(err, fmt.Errorf("%s of %s: %w", a.Preset, a.Company, failed))
		}
		if done {
			held++
		}
	}
	return held, err
}

// check holds an assignment if its jobs break its rule, and reports whether it did.
func (w *HoldWatcher) check(ctx context.Context, a store.WatchedAssignment) (bool, error) {
	now := w.Clock.Now()
	of := store.PresetJobs{
		Preset:   a.Preset + "@" + strconv.Itoa(a.InForce()),
		Client:   a.Client,
		Function: a.Function,
	}
	outcomes, err := w.Store.PresetOutcomes(ctx, a.Company, of, a.Hold.Since(now))
	if err != nil {
		return false, err
	}
	held := a.Hold.Broken(a.InForce(), outcomes, now)
	if held == nil {
		return false, nil
	}
	err = w.Store.Write(ctx, func(tx *store.Tx) error {
		_, err := changeIn(ctx, tx, System, a.Company, a.Preset, AnyRevision,
			func(*preset.Preset, *store.Tx) (store.PresetChange, error) {
				made, err := changeHold(ctx, tx, a.Company, a.Preset, a.Client, a.Function,
					func(now preset.Assignment) (preset.Hold, audit.Entry, error) {
						return hold(tx, a, now, *held)
					})
				made.Aside = true // the draft stays that of whoever edited it
				return made, err
			})
		return err
	})
	if fault.Is(err, fault.Conflict) || fault.Is(err, fault.NotFound) {
		return false, nil // somebody changed it meanwhile: the next turn sees how it is now
	}
	if err == nil {
		w.Log.InfoContext(ctx, "preset assignment held", "company", a.Company, "preset", of.Preset, "figure",
			held.Figure, "jobs", held.Jobs, "bad", held.Bad)
	}
	return err == nil, err
}

// ErrAssignmentChanged reports that an assignment is no longer as somebody has seen it, or as it was when its jobs were
// counted.
var ErrAssignmentChanged = fault.New(fault.Conflict,
	"somebody else has changed this assignment: look at it again, then repeat your change")

// hold returns the rule of an assignment that is held from now on.
func hold(
	tx *store.Tx, counted store.WatchedAssignment, now preset.Assignment, held preset.Held,
) (preset.Hold, audit.Entry, error) {
	if now.Hold == nil || now.Held() != nil || now.InForce() != counted.InForce() || !now.Hold.Same(*counted.Hold) ||
		!now.Hold.Resumed.Equal(counted.Hold.Resumed) {
		return preset.Hold{}, audit.Entry{}, ErrAssignmentChanged
	}
	next := *now.Hold
	held.Since = tx.Now
	next.Held = &held
	detail := scoped(now, map[string]any{
		"version": held.Version,
		"figure":  held.Figure,
		"jobs":    held.Jobs,
		"bad":     held.Bad,
	})
	return next, entry(counted.Company, System, "preset.hold", now.Preset, detail), nil
}
