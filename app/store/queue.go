package store

import (
	"context"
	"slices"
	"strings"
	"time"

	"proofdesk/app/onboarding"
)

// QueueView is a part of the review queue that the console shows.
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

// Queued is one row of the queue: a case with the fields of its job, its client and its holder that the list shows.
type Queued struct {
	ReviewCase
	FullName       string
	UniqueNumber   string
	DocumentType   string
	IssuingCountry string
	Client         string
	HolderName     string
	Sandbox        bool // whether the job's outcome was chosen, or its client is a sandbox client
}

// QueueCursor is where a page of the queue ended; the zero cursor is the start.
type QueueCursor struct {
	Sandbox bool // where what is at stake is the order, as Stakes
	Stakes  int
	At      int64 // Unix milliseconds of the deadline where that is the order, else of the opening
	Seq     int64
}

// CursorAfter returns where a page ends whose last row is r.
func (f QueueFilter) CursorAfter(r Queued) QueueCursor {
	switch f.Listed() {
	case NearestDeadline:
		return QueueCursor{At: millis(r.DeadlineAt), Seq: r.Seq}
	case LongestWaiting:
		return QueueCursor{At: millis(r.OpenedAt), Seq: r.Seq}
	}
	return QueueCursor{Sandbox: r.Sandbox, Stakes: r.Stakes, At: millis(r.OpenedAt), Seq: r.Seq}
}

// QueueOrder is the order of a list of the queue.
type QueueOrder string

// The orders of the queue. HighestStakes is by what is at stake, then by age, with the jobs of sandbox clients last;
// overdue cases are then listed by their deadlines, as that view is about them.
const (
	HighestStakes   QueueOrder = ""
	NearestDeadline QueueOrder = "deadline"
	LongestWaiting  QueueOrder = "waited"
)

// QueueFilter narrows a view of the queue; an empty field does not.
type QueueFilter struct {
	View     QueueView
	Function onboarding.Function
	Client   string // id
	Document string // type
	Why      string // words of a reason, in any language
	Order    QueueOrder
}

// Listed returns the order in which the filter lists its view.
func (f QueueFilter) Listed() QueueOrder {
	if f.Order == HighestStakes && f.View == ViewOverdue {
		return NearestDeadline
	}
	return f.Order
}

// Narrow reports whether the filter shows less than its view.
func (f QueueFilter) Narrow() bool {
	return f.Function != "" || f.Client != "" || f.Document != "" || f.Why != ""
}

// conditions returns the arguments of queueWhere.
func (f QueueFilter) conditions() []any {
	words := strings.Join(strings.Fields(strings.ToLower(f.Why)), " ")
	pattern := "%" + strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(words) + "%"
	return []any{string(f.Function), string(f.Function), f.Client, f.Client, f.Document, f.Document, words, pattern}
}

const (
	queueSelect = `
		SELECT c.company, c.job_id, c.seq, c.state, c.function, c.summary, c.stakes, c.deadline_at, c.opened_at,
			c.holder, c.claim, c.lease_until, c.claimed_at, c.proposer, c.evidence_digest, c.version, c.closed_at,
			c.closed_from, c.waits_until, c.returns_to, c.returns_until,
			j.full_name, j.unique_number, j.document_type, j.issuing_country,
			COALESCE(k.name, j.client_id), COALESCE(a.display_name, ''), c.sandbox
		FROM review_cases c
		JOIN jobs j ON j.company = c.company AND j.id = c.job_id
		LEFT JOIN clients k ON k.company = j.company AND k.id = j.client_id
		LEFT JOIN agents a ON a.company = c.company AND a.id = c.holder
		WHERE c.company = ? AND `
	// queueState repeats the condition of the indexes of open cases.
	queueState  = `c.state = ? AND c.state <> 'DONE' AND c.deadline_at < ?`
	queueHolder = `c.holder = ? AND c.lease_until > ? AND c.state <> 'DONE'`
	queueWhere  = `
		AND (? = '' OR c.function = ?)
		AND (? = '' OR c.client_id = ?)
		AND (? = '' OR c.document_type = ?)
		AND (? = '' OR c.words LIKE ? ESCAPE '!')`

	byDeadline = ` AND (c.deadline_at, c.seq) > (?, ?) ORDER BY c.deadline_at, c.seq LIMIT ?`
	byWaiting  = ` AND (c.opened_at, c.seq) > (?, ?) ORDER BY c.opened_at, c.seq LIMIT ?`
	byStakes   = `
		AND (c.sandbox, c.stakes, c.opened_at, c.seq) > (?, ?, ?, ?)
		ORDER BY c.sandbox, c.stakes, c.opened_at, c.seq
		LIMIT ?`

	stateByDeadline  = queueSelect + queueState + queueWhere + byDeadline
	stateByWaiting   = queueSelect + queueState + queueWhere + byWaiting
	stateByStakes    = queueSelect + queueState + queueWhere + byStakes
	holderByDeadline = queueSelect + queueHolder + queueWhere + byDeadline
	holderByWaiting  = queueSelect + queueHolder + queueWhere + byWaiting
	holderByStakes   = queueSelect + queueHolder + queueWhere + byStakes

	// counted are the cases that wait: a sandbox client's are listed and not counted. It repeats the condition of the
	// index for it.
	counted = `state <> 'DONE' AND sandbox = 0`
	// queueCounted counts the cases that match a filter, and all cases that were looked at.
	queueCounted = `
		SELECT COALESCE(SUM(CASE WHEN 1 = 1` + queueWhere + ` THEN 1 ELSE 0 END), 0), count(*)
		FROM (SELECT function, client_id, document_type, words FROM review_cases WHERE company = ? AND `
	countState = queueCounted + `state = ? AND deadline_at < ? AND ` + counted + `
			ORDER BY deadline_at, seq
			LIMIT ?
		) c`
	// countClient counts what one client sent, so that a sandbox client's jobs are counted where only they are shown.
	countClient = queueCounted + `state = ? AND deadline_at < ? AND state <> 'DONE' AND client_id = ?
			ORDER BY deadline_at, seq
			LIMIT ?
		) c`
	countHolder = queueCounted + `holder = ? AND lease_until > ? AND state <> 'DONE' LIMIT ?) c`

	queuePlain  = `SELECT count(*) FROM (SELECT 1 FROM review_cases WHERE company = ? AND `
	plainState  = queuePlain + `state = ? AND deadline_at < ? AND ` + counted + ` LIMIT ?) n`
	plainHolder = queuePlain + `holder = ? AND lease_until > ? AND state <> 'DONE' LIMIT ?) n`
)

func scanQueued(scan scanner) (Queued, error) {
	var r Queued
	sandbox := 0
	c, err := scanCase(func(dest ...any) error {
		return scan(append(dest, &r.FullName, &r.UniqueNumber, &r.DocumentType, &r.IssuingCountry, &r.Client,
			&r.HolderName, &sandbox)...)
	})
	r.ReviewCase, r.Sandbox = c, sandbox == 1
	return r, err
}

// Queue lists the cases that a filter shows to an agent, in the filter's order, after a cursor.
func (q queries) Queue(
	ctx context.Context, company, agent string, f QueueFilter, now time.Time, after QueueCursor, limit int,
) ([]Queued, error) {
	args := append([]any{company}, f.place(agent, now)...)
	args = append(args, f.conditions()...)
	times := append(slices.Clone(args), after.At, after.Seq, limit)
	stakes := append(slices.Clone(args), flag(after.Sandbox), after.Stakes, after.At, after.Seq, limit)
	mine := f.View == ViewMine
	switch order := f.Listed(); {
	case mine && order == LongestWaiting:
		return list(ctx, q, scanQueued, holderByWaiting, times...)
	case mine && order == NearestDeadline:
		return list(ctx, q, scanQueued, holderByDeadline, times...)
	case mine:
		return list(ctx, q, scanQueued, holderByStakes, stakes...)
	case order == LongestWaiting:
		return list(ctx, q, scanQueued, stateByWaiting, times...)
	case order == NearestDeadline:
		return list(ctx, q, scanQueued, stateByDeadline, times...)
	}
	return list(ctx, q, scanQueued, stateByStakes, stakes...)
}

// place returns the arguments that pick the cases of the view: of queueHolder for the agent's own, else of queueState.
func (f QueueFilter) place(agent string, now time.Time) []any {
	switch f.View {
	case ViewMine:
		return []any{agent, millis(now)}
	case ViewOverdue:
		return []any{string(CaseOpen), millis(now)}
	}
	return []any{string(viewState(f.View)), int64(1<<63 - 1)}
}

const scanCases = 10_000 // cases that one count looks at

// CountQueue counts the cases that a filter shows to an agent, up to a bound. More is true where there may be further
// ones: the bound was reached, or there are more cases than one count looks at, which are those with the nearest
// deadlines.
func (q queries) CountQueue(
	ctx context.Context, company, agent string, f QueueFilter, now time.Time, bound int,
) (n int, more bool, err error) {
	args := append([]any{company}, f.place(agent, now)...)
	if !f.Narrow() {
		text := plainState
		if f.View == ViewMine {
			text = plainHolder
		}
		err = q.row(ctx, text, append(args, bound)...).scan(&n)
		return n, n >= bound, err
	}
	text, seen := countState, 0
	switch {
	case f.View == ViewMine:
		text = countHolder
	case f.Client != "":
		text, args = countClient, append(args, f.Client)
	}
	err = q.row(ctx, text, append(append(f.conditions(), args...), scanCases)...).scan(&n, &seen)
	return min(n, bound), n >= bound || seen >= scanCases, err
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

// QueueCount is how many cases a view has, and when the oldest of them was opened; the zero time where there is none.
type QueueCount struct {
	View   QueueView
	Cases  int
	Oldest time.Time
}

const (
	countCases = `
		SELECT count(*), COALESCE(MIN(opened_at), 0)
		FROM review_cases
		WHERE company = ? AND state = ? AND ` + counted + ` `
	countOverdue = countCases + `AND deadline_at < ?`
	countMine    = `
		SELECT count(*), COALESCE(MIN(opened_at), 0)
		FROM review_cases
		WHERE company = ? AND holder = ? AND lease_until > ? AND state <> 'DONE'`
)

// QueueCounts counts the cases of every view for an agent; those of sandbox clients only where the agent holds them.
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

const countOpen = `SELECT count(*) FROM review_cases WHERE company = ? AND state = 'OPEN' AND ` + counted

// CountOpenCases counts a company's open cases.
func (q queries) CountOpenCases(ctx context.Context, company string) (int, error) {
	var n int
	err := q.row(ctx, countOpen, company).scan(&n)
	return n, err
}
