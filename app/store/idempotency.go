package store

import (
	"context"
	"time"
)

// IdempotencyKey is a key of a client, with the request that it came with and the job that this request made.
type IdempotencyKey struct {
	Company       string
	ClientID      string
	Key           string
	RequestSHA256 string // lower-case hex
	JobID         string
	CreatedAt     time.Time
}

const (
	idempotencyColumns = `company, client_id, key, request_sha256, job_id, created_at`
	idempotencyClaim   = `
		INSERT INTO idempotency_keys (` + idempotencyColumns + `) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (company, client_id, key) DO UPDATE
		SET request_sha256 = excluded.request_sha256, job_id = excluded.job_id, created_at = excluded.created_at
		WHERE idempotency_keys.created_at < ?`
	idempotencyByKey = `
		SELECT ` + idempotencyColumns + `
		FROM idempotency_keys
		WHERE company = ? AND client_id = ? AND key = ?`
	idempotencyPurge = `
		DELETE FROM idempotency_keys
		WHERE (company, client_id, key) IN (
			SELECT company, client_id, key
			FROM idempotency_keys
			WHERE created_at < ?
			ORDER BY created_at
			LIMIT ?
		)`
)

// ClaimIdempotencyKey takes a key that is new or older than validity, and returns it and true. Otherwise it returns the
// key as it was taken before, and false.
func (tx *Tx) ClaimIdempotencyKey(
	ctx context.Context, k IdempotencyKey, validity time.Duration,
) (IdempotencyKey, bool, error) {
	n, err := tx.exec(ctx, idempotencyClaim, k.Company, k.ClientID, k.Key, k.RequestSHA256, k.JobID, millis(tx.Now),
		millis(tx.Now.Add(-validity)))
	if err != nil || n == 1 {
		return k, err == nil, err
	}
	var taken IdempotencyKey
	err = tx.row(ctx, idempotencyByKey, k.Company, k.ClientID, k.Key).
		scan(&taken.Company, &taken.ClientID, &taken.Key, &taken.RequestSHA256, &taken.JobID, instant{&taken.CreatedAt})
	return taken, false, err
}

// PurgeIdempotencyKeys removes up to limit keys from before a time, and returns how many it removed.
func (tx *Tx) PurgeIdempotencyKeys(ctx context.Context, before time.Time, limit int) (int64, error) {
	return tx.exec(ctx, idempotencyPurge, millis(before), limit)
}
