package review

import (
	"context"
	"slices"
	"time"

	"proofdesk/app/store"
)

// Queue is a page of the queue with the counts of all views.
type Queue struct {
	View    store.QueueView
	Rows    []store.Queued
	Counts  []store.QueueCount
	Skipped store.Skipped
	More    bool
	Now     time.Time
}

// PageSize is how many rows a page of the queue holds.
const PageSize = 50

// Queue returns the cases that match a filter after a cursor, in the filter's order.
func (d *Desk) Queue(ctx context.Context, a Agent, f store.QueueFilter, after store.QueueCursor) (Queue, error) {
	q := Queue{View: f.View, Now: d.Clock.Now()}
	var err error
	if q.Rows, err = d.Store.Queue(ctx, a.Company, a.ID, f, q.Now, after, PageSize+1); err != nil {
		return q, err
	}
	if q.More = len(q.Rows) > PageSize; q.More {
		q.Rows = q.Rows[:PageSize]
	}
	if q.Counts, err = d.Store.QueueCounts(ctx, a.Company, a.ID, q.Now); err != nil {
		return q, err
	}
	q.Skipped, err = d.Store.Skipped(ctx, a.Company, a.ID, q.Now)
	return q, err
}

// Waiting returns the number of open cases of the agent's company.
func (d *Desk) Waiting(ctx context.Context, a Agent) (int, error) {
	return d.Store.CountOpenCases(ctx, a.Company)
}

// Tally is what an agent has done today (UTC).
type Tally struct {
	Done   int
	Median time.Duration // of handling a job
}

// Today counts the agent's decisions since midnight UTC that were not undone.
func (d *Desk) Today(ctx context.Context, a Agent) (Tally, error) {
	midnight := d.Clock.Now().UTC().Truncate(24 * time.Hour)
	times, err := d.Store.HandlingTimes(ctx, a.Company, a.ID, midnight)
	if err != nil || len(times) == 0 {
		return Tally{}, err
	}
	slices.Sort(times)
	return Tally{Done: len(times), Median: times[len(times)/2]}, nil
}
