package store

import (
	"context"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"proofdesk/app/audit"
)

// AuditFilter narrows the trail; empty fields do not. Action also takes a beginning that ends in a dot, such as "client.".
type AuditFilter struct {
	Actor  string
	Action string
	Target string
	From   time.Time // on or after
	Until  time.Time // before
}

const (
	auditFrom = `SELECT ` + auditColumns + ` FROM audit WHERE company = ? AND id < ? AND id >= ?`
	auditRest = ` AND (? = '' OR actor = ?) AND (? = '' OR target = ?) AND (? = '' OR action = ?) AND (? = '' OR substr(action, 1, length(?)) = ?) ORDER BY id DESC LIMIT ?`
	// One text for each index that serves; the condition in the middle names its column.
	auditByNone   = auditFrom + ` AND company = ?` + auditRest
	auditByActor  = auditFrom + ` AND actor = ?` + auditRest
	auditByTarget = auditFrom + ` AND target = ?` + auditRest
	auditByAction = auditFrom + ` AND action = ?` + auditRest

	// auditActions steps from one action to the next through the index, however many rows each has.
	auditActions = `WITH RECURSIVE step(action) AS (
	SELECT MIN(action) FROM audit WHERE company = ?
	UNION ALL SELECT (SELECT MIN(a.action) FROM audit a WHERE a.company = ? AND a.action > step.action) FROM step WHERE step.action IS NOT NULL
	) SELECT action FROM step WHERE action IS NOT NULL ORDER BY action`
)

// SearchAudit gives a company's entries that pass the filter, newest first, older than the id before; "" for the newest.
func (q queries) SearchAudit(ctx context.Context, company string, f AuditFilter, before string, limit int) ([]audit.Row, error) {
	from, until := firstULID(f.From), orEnd(before)
	if !f.Until.IsZero() {
		until = min(until, firstULID(f.Until))
	}
	action, area := f.Action, ""
	if strings.HasSuffix(action, ".") {
		action, area = "", action
	}
	rest := []any{f.Actor, f.Actor, f.Target, f.Target, action, action, area, area, area, limit}
	args := func(value string) []any { return append([]any{company, until, from, value}, rest...) }
	switch {
	case f.Target != "":
		return list(ctx, q, scanAudit, auditByTarget, args(f.Target)...)
	case f.Actor != "":
		return list(ctx, q, scanAudit, auditByActor, args(f.Actor)...)
	case action != "":
		return list(ctx, q, scanAudit, auditByAction, args(action)...)
	}
	return list(ctx, q, scanAudit, auditByNone, args(company)...)
}

// AuditActions gives the actions that the company's trail holds, in order.
func (q queries) AuditActions(ctx context.Context, company string) ([]string, error) {
	return list(ctx, q, func(scan scanner) (s string, err error) { err = scan(&s); return s, err }, auditActions, company, company)
}

// firstULID gives the first identifier of a millisecond; the very first for the zero time.
func firstULID(t time.Time) string {
	var id ulid.ULID
	if t.IsZero() {
		return id.String()
	}
	_ = id.SetTime(uint64(max(0, t.UnixMilli()))) // fails only beyond the year 10889
	return id.String()
}
