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

// Tally is what an agent has done today.
type Tally struct {
	Done   int
	Median time.Duration // of handling a job
}

// mostToday is how many decisions of a day are counted.
const mostToday = 1000

// Today counts what the agent's own page counts: the decisions and proposals since midnight in their time zone that
// were not undone, without those of sandbox jobs.
func (d *Desk) Today(ctx context.Context, a Agent, zone *time.Location) (Tally, error) {
	now := d.Clock.Now().In(zone)
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, zone)
	handled, err := d.Store.HandledBy(ctx, a.Company, a.ID, midnight, d.Clock.Now().Add(time.Millisecond), mostToday)
	if err != nil || len(handled) == 0 {
		return Tally{}, err
	}
	times := make([]time.Duration, len(handled))
	for i, h := range handled {
		times[i] = h.CompletedAt.Sub(h.StartedAt)
	}
	slices.Sort(times)
	return Tally{Done: len(times), Median: times[len(times)/2]}, nil
}
