package store

import (
	"context"
	"time"
)

const (
	linksEnded = `
		SELECT l.company, l.id, l.job_id, l.asked_by, l.expires_at
		FROM capture_links l
		WHERE l.settled_at = 0 AND (l.expires_at < ? OR l.revoked_at > 0 AND l.revoked_at < ?)
			AND (l.expires_at, l.id) > (?, ?)
		ORDER BY l.expires_at, l.id
		LIMIT ?`
	linkSettle  = `UPDATE capture_links SET settled_at = ? WHERE company = ? AND id = ? AND settled_at = 0`
	sentObjects = `
		SELECT object
		FROM captures
		WHERE company = ? AND job_id = ? AND link = ? AND object <> ''
		ORDER BY object`
	sentDelete = `DELETE FROM captures WHERE company = ? AND job_id = ? AND link = ?`
)

// EndedLink is a link that has ended and is not settled.
type EndedLink struct {
	Company   string
	ID        string
	JobID     string
	AskedBy   string // as in CaptureLink
	ExpiresAt time.Time
}

// EndedLinks lists links of any company that ended before a time and are not settled, in the order in which they
// expire; those after one, or the first ones after an empty one.
func (q queries) EndedLinks(
	ctx context.Context, before time.Time, after EndedLink, limit int,
) ([]EndedLink, error) {
	return list(ctx, q, func(scan scanner) (l EndedLink, err error) {
		err = scan(&l.Company, &l.ID, &l.JobID, &l.AskedBy, instant{&l.ExpiresAt})
		return l, err
	}, linksEnded, millis(before), millis(before), millis(after.ExpiresAt), after.ID, limit)
}

// SettleLink records that nothing is left to do for a link that has ended, and reports whether nobody did before.
func (tx *Tx) SettleLink(ctx context.Context, company, id string) (bool, error) {
	n, err := tx.exec(ctx, linkSettle, millis(tx.Now), company, id)
	return n == 1, err
}

// RemoveSent removes the captures of a job that came by a link. It returns the names of their objects, which are listed
// as removed until ForgetObjects is called. The caller holds what takes captures.
func (tx *Tx) RemoveSent(ctx context.Context, company, jobID, link string) ([]string, error) {
	objects, err := list(ctx, tx.queries, scanName, sentObjects, company, jobID, link)
	if err != nil {
		return nil, err
	}
	if err := tx.listRemoved(ctx, company, objects); err != nil {
		return nil, err
	}
	return objects, tx.change(ctx, sentDelete, company, jobID, link)
}
