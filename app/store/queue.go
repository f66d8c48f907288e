package store

import (
	"context"
	"time"
)

// QueueView is a way to look at the review queue.
type QueueView string

// The views of the queue.
const (
	ViewOpen      QueueView = "open"
	ViewOverdue   QueueView = "overdue"
	ViewMine      QueueView = "mine"
	ViewEscalated QueueView = "escalated"
	ViewCheck     QueueView = "check"
)

// QueueViews lists the views in the order in which the console shows them.
func QueueViews() []QueueView {
	return []QueueView{ViewOpen, ViewOverdue, ViewMine, ViewEscalated, ViewCheck}
}

// Queued is one row of the queue: a case with what the list shows of its job, its client and its holder.
type Queued struct {
	ReviewCase
	FullName       string
	UniqueNumber   string
	DocumentType   string
	IssuingCountry string
	Client         string
	HolderName     string
}

// QueueCursor is where a page of the queue ended; the zero cursor is the start.
type QueueCursor struct {
	Deadline int64 // Unix milliseconds
	Seq      int64
}

const (
	queueColumns = `c.company, c.job_id, c.seq, c.state, c.function, c.summary, c.score, c.deadline_at, c.opened_at, c.holder, c.claim, c.lease_until,
	c.claimed_at, c.proposer, c.evidence_digest, c.version, c.closed_at, c.closed_from,
	j.full_name, j.unique_number, j.document_type, j.issuing_country, COALESCE(k.name, j.client_id), COALESCE(a.display_name, '')`
	queueFrom = ` FROM review_cases c JOIN jobs j ON j.company = c.company AND j.id = c.job_id
	LEFT JOIN clients k ON k.id = j.client_id LEFT JOIN agents a ON a.company = c.company AND a.id = c.holder WHERE c.company = ? AND `
	queueOrder = ` AND (c.deadline_at, c.seq) > (?, ?) ORDER BY c.deadline_at, c.seq LIMIT ?`

	queueByState = `SELECT ` + queueColumns + queueFrom + `c.state = ?` + queueOrder
	queueOverdue = `SELECT ` + queueColumns + queueFrom + `c.state = ? AND c.deadline_at < ?` + queueOrder
	queueMine    = `SELECT ` + queueColumns + queueFrom + `c.holder = ? AND c.lease_until > ? AND c.state <> 'DONE'` + queueOrder
)

func scanQueued(scan scanner) (Queued, error) {
	var r Queued
	c, err := scanCase(func(dest ...any) error {
		return scan(append(dest, &r.FullName, &r.UniqueNumber, &r.DocumentType, &r.IssuingCountry, &r.Client, &r.HolderName)...)
	})
	r.ReviewCase = c
	return r, err
}

// Queue lists a view of the queue, nearest deadline first, after a cursor.
func (q queries) Queue(ctx context.Context, company, agent string, view QueueView, now time.Time, after QueueCursor, limit int) ([]Queued, error) {
	switch view {
	case ViewOverdue:
		return list(ctx, q, scanQueued, queueOverdue, company, string(CaseOpen), millis(now), after.Deadline, after.Seq, limit)
	case ViewMine:
		return list(ctx, q, scanQueued, queueMine, company, agent, millis(now), after.Deadline, after.Seq, limit)
	}
	return list(ctx, q, scanQueued, queueByState, company, string(viewState(view)), after.Deadline, after.Seq, limit)
}

func viewState(view QueueView) CaseState {
	switch view {
	case ViewEscalated:
		return CaseEscalated
	case ViewCheck:
		return CaseProposed
	}
	return CaseOpen
}

// QueueCount is how many cases a view holds and since when the oldest has waited; zero where there is none.
type QueueCount struct {
	View   QueueView
	Cases  int
	Oldest time.Time
}

const (
	countCases   = `SELECT count(*), COALESCE(MIN(opened_at), 0) FROM review_cases WHERE company = ? AND state = ?`
	countOverdue = countCases + ` AND deadline_at < ?`
	countMine    = `SELECT count(*), COALESCE(MIN(opened_at), 0) FROM review_cases WHERE company = ? AND holder = ? AND lease_until > ? AND state <> 'DONE'`
)

// QueueCounts counts every view for an agent.
func (q queries) QueueCounts(ctx context.Context, company, agent string, now time.Time) ([]QueueCount, error) {
	counts := make([]QueueCount, 0, len(QueueViews()))
	for _, view := range QueueViews() {
		c := QueueCount{View: view}
		var r *row
		switch view {
		case ViewOverdue:
			r = q.row(ctx, countOverdue, company, string(CaseOpen), millis(now))
		case ViewMine:
			r = q.row(ctx, countMine, company, agent, millis(now))
		default:
			r = q.row(ctx, countCases, company, string(viewState(view)))
		}
		if err := r.scan(&c.Cases, instant{&c.Oldest}); err != nil {
			return nil, err
		}
		counts = append(counts, c)
	}
	return counts, nil
}

const countOpen = `SELECT count(*) FROM review_cases WHERE company = ? AND state = 'OPEN'`

// OpenCases counts a company's open cases.
func (q queries) OpenCases(ctx context.Context, company string) (int, error) {
	var n int
	err := q.row(ctx, countOpen, company).scan(&n)
	return n, err
}
