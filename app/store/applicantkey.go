package store

import (
	"context"
	"time"
)

// ApplicantKey is the data key of one applicant (a job or a customer) under the company's key. A destroyed one has no
// WrappedKey: what it sealed can't be opened again.
type ApplicantKey struct {
	Company     string
	ID          string
	WrappedKey  []byte
	CreatedAt   time.Time
	DestroyedAt time.Time
}

const (
	applicantKeyByID = `
		SELECT company, id, wrapped_key, created_at, destroyed_at
		FROM applicant_keys
		WHERE company = ? AND id = ?`
	applicantKeyInsert  = `INSERT INTO applicant_keys (company, id, wrapped_key, created_at) VALUES (?, ?, ?, ?)`
	applicantKeyDestroy = `
		UPDATE applicant_keys
		SET wrapped_key = NULL, destroyed_at = ?
		WHERE company = ? AND id = ? AND destroyed_at IS NULL`
)

// ApplicantKey returns the key row of an applicant.
func (q queries) ApplicantKey(ctx context.Context, company, id string) (ApplicantKey, error) {
	var k ApplicantKey
	err := q.row(ctx, applicantKeyByID, company, id).or("nothing is stored about this applicant any more").
		scan(&k.Company, &k.ID, &k.WrappedKey, instant{&k.CreatedAt}, instant{&k.DestroyedAt})
	return k, err
}

// InsertApplicantKey adds the key row of an applicant, created now.
func (tx *Tx) InsertApplicantKey(ctx context.Context, k ApplicantKey) error {
	return tx.change(ctx, applicantKeyInsert, k.Company, k.ID, k.WrappedKey, millis(tx.Now))
}

// DestroyApplicantKey removes an applicant's key for good, and reports whether there was one.
func (tx *Tx) DestroyApplicantKey(ctx context.Context, company, id string) (bool, error) {
	n, err := tx.exec(ctx, applicantKeyDestroy, millis(tx.Now), company, id)
	return n == 1, err
}
