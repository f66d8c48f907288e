package retention

import (
	"context"
	"time"

	"proofdesk/app/store"
)

// maxCounted limits how many old jobs a plan counts.
const maxCounted = 100_000

// Plan is what a rule would remove now, and what it would keep for now.
type Plan struct {
	store.RetentionRule
	Jobs     int       // with all that belongs to them
	Alone    int       // jobs that stay but lose their captures
	Captures int       // of both
	First    time.Time // when the oldest of these jobs was created
	Stay     map[store.Disposition]int
	More     bool // whether there are more old jobs than were counted
}

// Empty reports whether nothing would be removed.
func (p Plan) Empty() bool { return p.Jobs == 0 && p.Captures == 0 }

// before returns the time before which a job must have finished to be removed after so many days; zero for never.
func before(now time.Time, days int) time.Time {
	if days == 0 {
		return time.Time{}
	}
	return now.AddDate(0, 0, -days)
}

// Plan returns what a rule would remove now, without changing anything.
func (k *Sweeper) Plan(ctx context.Context, r store.RetentionRule) (Plan, error) {
	now := k.Clock.Now()
	p := Plan{RetentionRule: r, Stay: map[store.Disposition]int{}}
	whole, err := k.count(ctx, &p, store.RetentionScope{Company: r.Company, Before: before(now, r.JobDays)})
	if err != nil {
		return p, err
	}
	pictured, err := k.count(ctx, &p, store.RetentionScope{
		Company:  r.Company,
		Before:   before(now, r.CaptureDays),
		Captured: true,
	})
	if err != nil {
		return p, err
	}
	// Jobs that are removed whole are among those whose captures are removed: captures never stay longer than their
	// job.
	p.Jobs = whole.Jobs
	p.Alone = max(0, pictured.WithCaptures-whole.WithCaptures)
	p.Captures = max(whole.Captures, pictured.Captures)
	return p, nil
}

// count returns which old jobs may be removed, and notes in the plan what stays.
func (k *Sweeper) count(ctx context.Context, p *Plan, o store.RetentionScope) (due store.DispositionCount, err error) {
	if o.Before.IsZero() {
		return due, nil
	}
	dispositions, err := k.Store.CountDispositions(ctx, o, maxCounted)
	seen := 0
	for _, f := range dispositions {
		seen += f.Jobs
		switch f.Disposition {
		case store.DispositionDue:
			due = f
			if p.First.IsZero() || f.First.Before(p.First) {
				p.First = f.First
			}
		case store.DispositionRecent:
		default:
			p.Stay[f.Disposition] = max(p.Stay[f.Disposition], f.Jobs)
		}
	}
	p.More = p.More || seen >= maxCounted
	return due, err
}
