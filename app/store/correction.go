package store

import (
	"context"
	"time"
)

// Correction is a value that an agent put right while reviewing.
type Correction struct {
	ID        string
	Company   string
	JobID     string
	AgentID   string
	Source    string // VIZ or SUBMITTED; what a machine can check is never corrected
	Field     string
	Before    string
	After     string
	CreatedAt time.Time
}

const insertCorrection = `INSERT INTO corrections (company, job_id, id, agent_id, source, field, before_value,
	after_value, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`

// InsertCorrection records a corrected value; earlier ones of the same field stay as history.
func (tx *Tx) InsertCorrection(ctx context.Context, c Correction) error {
	return tx.insert(ctx, insertCorrection, c.Company, c.JobID, c.ID, c.AgentID, c.Source, c.Field, c.Before, c.After,
		millis(tx.Now))
}

const selectCorrections = `SELECT company, job_id, id, agent_id, source, field, before_value, after_value, created_at
	FROM corrections
WHERE company = ? AND job_id = ? ORDER BY id`

// Corrections lists a job's corrections, oldest first.
func (q queries) Corrections(ctx context.Context, company, jobID string) ([]Correction, error) {
	return list(ctx, q, func(scan scanner) (Correction, error) {
		var c Correction
		err := scan(&c.Company, &c.JobID, &c.ID, &c.AgentID, &c.Source, &c.Field, &c.Before, &c.After,
			instant{&c.CreatedAt})
		return c, err
	}, selectCorrections, company, jobID)
}
