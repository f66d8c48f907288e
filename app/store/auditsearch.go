package store

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"proofdesk/app/audit"
)

// AuditFilter narrows the audit log; an empty field does not. Action may also be the beginning of an action up to its
// dot, such as "client.".
type AuditFilter struct {
	Actors []string // any of them
	Action string
	Target string
	From   time.Time // on or after
	Until  time.Time // before
	// id of an agent from whom the entries about jobs that they judge blind, and about open checks of their own
	// decisions, are hidden
	Viewer string
}

const (
	auditFrom = `SELECT ` + auditColumns + ` FROM audit WHERE company = ? AND id < ? AND id >= ?`
	auditRest = `
		AND (? = '' OR actor = ?)
		AND (? = '' OR target = ?)
		AND (? = '' OR action = ?)
		AND (? = '' OR substr(action, 1, length(?)) = ?)
		AND target NOT IN (SELECT 'job:' || b.job_id FROM (` + blindJobs + `) b)
		AND target NOT IN (
			SELECT 'check:' || o.id
			FROM quality_checks o
			WHERE o.company = ? AND o.agent_id = ? AND o.state = 'OPEN'
		)
		ORDER BY id DESC
		LIMIT ?`
	// There is one text for each index. The condition in the middle names the column that the index begins with.
	auditByNone   = auditFrom + ` AND company = ?` + auditRest
	auditByActor  = auditFrom + ` AND actor = ?` + auditRest
	auditByTarget = auditFrom + ` AND target = ?` + auditRest
	auditByAction = auditFrom + ` AND action = ?` + auditRest

	// auditActions steps from one action to the next through the index, so that the number of rows does not matter.
	auditActions = `
		WITH RECURSIVE step(action) AS (
			SELECT MIN(action) FROM audit WHERE company = ?
			UNION ALL
			SELECT (SELECT MIN(a.action) FROM audit a WHERE a.company = ? AND a.action > step.action)
			FROM step
			WHERE step.action IS NOT NULL
		)
		SELECT action FROM step WHERE action IS NOT NULL ORDER BY action`
)

// SearchAudit returns the entries of a company that match a filter, newest first, older than the id before; "" for the
// newest.
func (q queries) SearchAudit(
	ctx context.Context, company string, f AuditFilter, before string, limit int,
) ([]audit.Row, error) {
	if len(f.Actors) > 1 {
		return q.searchAuditOf(ctx, company, f, before, limit)
	}
	actor := ""
	if len(f.Actors) == 1 {
		actor = f.Actors[0]
	}
	from, until := firstULID(f.From), orEnd(before)
	if !f.Until.IsZero() {
		until = min(until, firstULID(f.Until))
	}
	action, area := f.Action, ""
	if strings.HasSuffix(action, ".") {
		action, area = "", action
	}
	rest := []any{
		actor, actor, f.Target, f.Target, action, action, area, area, area, company, f.Viewer, company,
		f.Viewer, limit,
	}
	args := func(value string) []any { return append([]any{company, until, from, value}, rest...) }
	switch {
	case f.Target != "":
		return list(ctx, q, scanAudit, auditByTarget, args(f.Target)...)
	case actor != "":
		return list(ctx, q, scanAudit, auditByActor, args(actor)...)
	case action != "":
		return list(ctx, q, scanAudit, auditByAction, args(action)...)
	}
	return list(ctx, q, scanAudit, auditByNone, args(company)...)
}

// searchAuditOf searches for each of several actors through the index, and returns the newest of all entries.
func (q queries) searchAuditOf(
	ctx context.Context, company string, f AuditFilter, before string, limit int,
) ([]audit.Row, error) {
	var all []audit.Row
	for _, actor := range f.Actors {
		one := f
		one.Actors = []string{actor}
		rows, err := q.SearchAudit(ctx, company, one, before, limit)
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	slices.SortFunc(all, func(a, b audit.Row) int { return strings.Compare(b.ID, a.ID) })
	return all[:min(limit, len(all))], nil
}

// AuditActions returns the actions in a company's audit log, in order.
func (q queries) AuditActions(ctx context.Context, company string) ([]string, error) {
	return list(ctx, q, func(scan scanner) (s string, err error) { err = scan(&s); return s, err }, auditActions,
		company, company)
}

// firstULID returns the first identifier of a millisecond; the very first for the zero time.
func firstULID(t time.Time) string {
	var id ulid.ULID
	if t.IsZero() {
		return id.String()
	}
	_ = id.SetTime(uint64(max(0, t.UnixMilli()))) // fails only beyond the year 10889
	return id.String()
}
