package store

import (
	"context"
	"time"
)

const jobsAbandoned = `
	SELECT j.company, j.id, j.seq
	FROM jobs j
	WHERE j.status = 'CAPTURING' AND j.seq > ? AND j.created_at < ? AND EXISTS (
		SELECT 1
		FROM captures c
		WHERE c.company = j.company AND c.job_id = j.id AND c.link = ''
	) AND NOT EXISTS (
		SELECT 1
		FROM captures c
		WHERE c.company = j.company AND c.job_id = j.id AND c.created_at >= ?
	)
	ORDER BY j.seq
	LIMIT ?`

// AbandonedJob is a job that was never submitted and for which nothing came for long.
type AbandonedJob struct {
	Company string
	ID      string
	Seq     int64
}

// AbandonedJobs lists jobs of any company, after one, that are not submitted and have captures of their client, where
// the last capture came before a time.
func (q queries) AbandonedJobs(ctx context.Context, before time.Time, after int64, limit int) ([]AbandonedJob, error) {
	return list(ctx, q, func(scan scanner) (j AbandonedJob, err error) {
		err = scan(&j.Company, &j.ID, &j.Seq)
		return j, err
	}, jobsAbandoned, after, millis(before), millis(before), limit)
}
