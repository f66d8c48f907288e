package store

import (
	"context"
	"time"
)

const (
	linksEnded = linkSelect + `
		WHERE l.settled_at = 0 AND (l.expires_at < ? OR l.revoked_at > 0 AND l.revoked_at < ?)
		ORDER BY l.expires_at, l.id
		LIMIT ?`
	linkSettle  = `UPDATE capture_links SET settled_at = ? WHERE company = ? AND id = ? AND settled_at = 0`
	sentObjects = `
		SELECT object
		FROM captures
		WHERE company = ? AND job_id = ? AND request = ? AND object <> ''
		ORDER BY object`
	sentDelete = `DELETE FROM captures WHERE company = ? AND job_id = ? AND request = ?`
)

// EndedLinks lists links of any company that ended before a time and are not settled.
func (q queries) EndedLinks(ctx context.Context, before time.Time, limit int) ([]CaptureLink, error) {
	return list(ctx, q, scanLink, linksEnded, millis(before), millis(before), limit)
}

// SettleLink records that nothing is left to do for a link that has ended, and reports whether nobody did before.
func (tx *Tx) SettleLink(ctx context.Context, company, id string) (bool, error) {
	n, err := tx.exec(ctx, linkSettle, millis(tx.Now), company, id)
	return n == 1, err
}

// RemoveSent removes the captures of a job that came by a request, or the first ones of a job where it is empty. It
// returns the names of their objects, which are listed as removed until ForgetObjects is called. The caller holds what
// takes captures.
func (tx *Tx) RemoveSent(ctx context.Context, company, jobID, request string) ([]string, error) {
	objects, err := list(ctx, tx.queries, scanName, sentObjects, company, jobID, request)
	if err != nil {
		return nil, err
	}
	if err := tx.listRemoved(ctx, company, objects); err != nil {
		return nil, err
	}
	return objects, tx.insert(ctx, sentDelete, company, jobID, request)
}
