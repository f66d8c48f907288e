package store

import (
	"context"
	"time"
)

// Correction is a value that an agent corrected during a review.
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

const (
	correctionColumns = `company, job_id, id, agent_id, source, field, before_value, after_value, created_at`
	correctionInsert  = `INSERT INTO corrections (` + correctionColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
	// What was printed on a document of which a new capture came later was corrected on another picture.
	correctionsOfJob = `
		SELECT ` + correctionColumns + `
		FROM corrections r
		WHERE r.company = ? AND r.job_id = ? AND NOT (r.source = 'VIZ' AND EXISTS (
			SELECT 1
			FROM captures c
			WHERE c.company = r.company AND c.job_id = r.job_id AND c.superseded_by <> ''
				AND c.kind IN ('passport', 'id_front', 'id_back') AND c.replaced_at >= r.created_at
		))
		ORDER BY r.id`
)

// InsertCorrection adds a corrected value. Earlier ones of the same field are kept.
func (tx *Tx) InsertCorrection(ctx context.Context, c Correction) error {
	if err := tx.HoldJob(ctx, c.Company, c.JobID); err != nil {
		return err
	}
	return tx.change(ctx, correctionInsert, c.Company, c.JobID, c.ID, c.AgentID, c.Source, c.Field, c.Before, c.After,
		millis(tx.Now))
}

// Corrections lists a job's corrections that hold, oldest first. Those of printed values end with the capture that
// showed them.
func (q queries) Corrections(ctx context.Context, company, jobID string) ([]Correction, error) {
	return list(ctx, q, func(scan scanner) (Correction, error) {
		var c Correction
		err := scan(&c.Company, &c.JobID, &c.ID, &c.AgentID, &c.Source, &c.Field, &c.Before, &c.After,
			instant{&c.CreatedAt})
		return c, err
	}, correctionsOfJob, company, jobID)
}
