package store

import (
	"context"
	"time"
)

// VoidNobodyLeft is why a check is closed that no agent may judge blind any more.
const VoidNobodyLeft = "nobody_left"

// IdleAdmins are the administrators who may take checks by their role but do not review: those without a decision and
// without a check of a second judgement since Since. They count only for checks that were created after Drawn.
type IdleAdmins struct {
	Since time.Time
	Drawn time.Time
}

// nobodyMay picks the checks q that nobody holds and that no user may take: all who review jobs made the decision,
// acted on the job, looked at it, let go of the check, are disabled or are idle administrators. Breaks end by
// themselves and do not count. The empty texts are those of blindFor.
const nobodyMay = `
	q.state = 'OPEN' AND q.lease_until <= ?
	AND NOT EXISTS (
		SELECT 1
		FROM agents a
		WHERE a.company = q.company AND a.state = 'ACTIVE' AND a.role IN ('agent', 'senior', 'admin')
			AND a.id <> q.agent_id
			AND (a.role <> 'admin' OR q.drawn_at > ? OR EXISTS (
				SELECT 1
				FROM reviews w
				WHERE w.company = a.company AND w.agent_id = a.id AND w.completed_at >= ?
			) OR EXISTS (
				SELECT 1
				FROM quality_checks s
				WHERE s.company = a.company AND s.state = 'DONE' AND s.closed_at >= ? AND s.second_id = a.id
			))
			AND NOT EXISTS (
				SELECT 1
				FROM reviews r
				WHERE r.company = q.company AND r.job_id = q.job_id AND r.agent_id || '' = a.id
			)
			AND NOT EXISTS (
				SELECT 1
				FROM audit l
				WHERE l.company = q.company AND l.target = 'job:' || q.job_id AND l.actor || '' = 'agent:' || a.id
					AND l.action || '' IN ('job.view', 'job.export', 'review.claim')
			)
			AND (a.id = q.holder OR NOT EXISTS (
				SELECT 1
				FROM audit l
				WHERE l.company = q.company AND l.target = 'check:' || q.id AND l.actor || '' = 'agent:' || a.id
					AND l.action || '' = 'quality.claim'
			))
	)`

const (
	checksOfNobody = `
		SELECT q.company, q.id, q.job_id
		FROM quality_checks q
		WHERE ` + nobodyMay + `
		ORDER BY q.company, q.drawn_at, q.id
		LIMIT ?`
	voidCheck = `
		UPDATE quality_checks
		SET state = 'VOID', void = ?, closed_at = ?, holder = '', claim = '', lease_until = 0,
			version = version + 1
		WHERE company = ? AND state = 'OPEN' AND lease_until <= ? AND id = (
			SELECT q.id
			FROM quality_checks q
			WHERE q.company = ? AND q.id = ? AND ` + nobodyMay + `
		)`
	voidChecks = selectCheck + `
		AND q.state = 'VOID' AND q.closed_at >= ? AND q.closed_at < ?
		ORDER BY q.closed_at DESC
		LIMIT ?`
	countVoid = `
		SELECT count(*)
		FROM quality_checks
		WHERE company = ? AND state = 'VOID' AND closed_at >= ? AND closed_at < ?`
)

// nobodyArgs returns the arguments of nobodyMay.
func nobodyArgs(now time.Time, idle IdleAdmins) []any {
	return []any{millis(now), millis(idle.Drawn), millis(idle.Since), millis(idle.Since)}
}

// ChecksOfNobody lists open checks of all companies that no user may take, oldest first. Only their company, id and job
// are filled in.
func (q queries) ChecksOfNobody(
	ctx context.Context, now time.Time, idle IdleAdmins, limit int,
) ([]QualityCheck, error) {
	return list(ctx, q, func(scan scanner) (c QualityCheck, err error) {
		err = scan(&c.Company, &c.ID, &c.JobID)
		return c, err
	}, checksOfNobody, append(nobodyArgs(now, idle), limit)...)
}

// VoidCheck closes a check without a second judgement if still no user may take it. It reports whether it did.
func (tx *Tx) VoidCheck(ctx context.Context, company, id, why string, idle IdleAdmins) (bool, error) {
	args := []any{why, millis(tx.Now), company, millis(tx.Now), company, id}
	n, err := tx.exec(ctx, voidCheck, append(args, nobodyArgs(tx.Now, idle)...)...)
	return n == 1, err
}

// VoidChecks lists the checks of a period that were closed without a second judgement, newest first. Second.At is when.
func (q queries) VoidChecks(
	ctx context.Context, company string, from, until time.Time, limit int,
) ([]QualityCheck, error) {
	return list(ctx, q, scanCheck, voidChecks, company, millis(from), millis(until), limit)
}

// CountVoidChecks counts a company's checks that were closed without a second judgement in a period.
func (q queries) CountVoidChecks(ctx context.Context, company string, from, until time.Time) (n int64, err error) {
	err = q.row(ctx, countVoid, company, millis(from), millis(until)).scan(&n)
	return n, err
}
