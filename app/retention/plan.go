package retention

import (
	"context"
	"time"

	"proofdesk/app/store"
)

// maxCounted bounds how many old jobs a plan looks at.
const maxCounted = 100_000

// Plan is what a rule would remove now, and what it would leave for now.
type Plan struct {
	store.RetentionRule
	Jobs     int       // with all that belongs to them
	Alone    int       // jobs that stay and lose their captures
	Captures int       // of both
	First    time.Time // when the oldest of all these jobs was made
	Stay     map[store.Fate]int
	More     bool // whether there are more old jobs than were counted
}

// Empty reports whether nothing would go.
func (p Plan) Empty() bool { return p.Jobs == 0 && p.Captures == 0 }

// before returns the time before which a job has to have been finished to go after so many days; zero for never.
func before(now time.Time, days int) time.Time {
	if days == 0 {
		return time.Time{}
	}
	return now.AddDate(0, 0, -days)
}

// Plan counts what a rule would remove now, without changing anything.
func (k *Keeper) Plan(ctx context.Context, r store.RetentionRule) (Plan, error) {
	now := k.Clock.Now()
	p := Plan{RetentionRule: r, Stay: map[store.Fate]int{}}
	whole, err := k.count(ctx, &p, store.Old{Company: r.Company, Before: before(now, r.JobDays)})
	if err != nil {
		return p, err
	}
	pictured, err := k.count(ctx, &p, store.Old{Company: r.Company, Before: before(now, r.CaptureDays), Captured: true})
	if err != nil {
		return p, err
	}
	// Jobs that go whole are among those whose captures go: captures never stay longer than their job.
	p.Jobs, p.Alone, p.Captures = whole.Jobs, max(0,
		pictured.Pictured-whole.Pictured), max(whole.Captures, pictured.Captures)
	return p, nil
}

// count returns what of the old jobs may go, and notes in the plan what stays.
func (k *Keeper) count(ctx context.Context, p *Plan, o store.Old) (due store.FateCount, err error) {
	if o.Before.IsZero() {
		return due, nil
	}
	fates, err := k.Store.CountFates(ctx, o, maxCounted)
	seen := 0
	for _, f := range fates {
		seen += f.Jobs
		switch f.Fate {
		case store.FateDue:
			due = f
			if p.First.IsZero() || f.First.Before(p.First) {
				p.First = f.First
			}
		case store.FateRecent:
		default:
			p.Stay[f.Fate] = max(p.Stay[f.Fate], f.Jobs)
		}
	}
	p.More = p.More || seen >= maxCounted
	return due, err
}
