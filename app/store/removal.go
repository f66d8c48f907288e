package store

import (
	"context"
	"time"

	"proofdesk/app/ids"
)

// Disposition is whether a job may be removed, and if not, why it is kept.
type Disposition string

// The dispositions of jobs.
const (
	DispositionDue         Disposition = "due"
	DispositionRecent      Disposition = "recent"      // not finished long enough ago
	DispositionReview      Disposition = "review"      // waits for an agent, or for a second one to confirm
	DispositionUnfinished  Disposition = "unfinished"  // has an open link, is not decided, or waits for enrolment
	DispositionUndelivered Disposition = "undelivered" // a delivery of its events may still succeed
	DispositionChecked     Disposition = "checked"     // has an open quality check, or a disagreement without verdict
)

// disposition is the one rule of what may be removed, which every removal by age applies; finishedBefore returns its
// arguments. A job that was never submitted counts as finished when it was created, when its link had ended unused, or
// when the last capture came, whatever was last; while its link can be used it is unfinished.
const disposition = `CASE
		WHEN upper(j.status) = 'REVIEW' THEN 'review'
		WHEN j.status = 'CAPTURING' THEN CASE
			WHEN EXISTS (
				SELECT 1
				FROM capture_links l
				WHERE l.company = j.company AND l.job_id = j.id AND l.asked_by = '' AND l.settled_at = 0
			) THEN 'unfinished'
			WHEN j.created_at >= ? OR EXISTS (
				SELECT 1
				FROM capture_links l
				WHERE l.company = j.company AND l.job_id = j.id AND l.asked_by = '' AND l.settled_at >= ?
			) OR EXISTS (
				SELECT 1
				FROM captures c
				WHERE c.company = j.company AND c.job_id = j.id AND c.created_at >= ?
			) THEN 'recent'
			ELSE 'due'
		END
		WHEN j.decided_at = 0 OR j.enrol_at > 0 THEN 'unfinished'
		WHEN j.decided_at >= ? OR j.reviewed_at >= ? OR j.held_until >= ? THEN 'recent'
		WHEN EXISTS (
			SELECT 1
			FROM deliveries d
			WHERE d.company = j.company AND d.job_id = j.id AND d.state IN ('pending', 'paused')
		) THEN 'undelivered'
		WHEN EXISTS (
			SELECT 1
			FROM quality_checks q
			WHERE q.company = j.company AND q.job_id = j.id
				AND (q.state = 'OPEN' OR q.state = 'DONE' AND q.agreed = 0 AND q.verdict = '')
		) THEN 'checked'
		ELSE 'due'
	END`

const (
	// fromOld picks the jobs that were created before a time, and withCaptures those of them that have captures.
	fromOld      = ` FROM jobs j WHERE j.company = ? AND j.seq > ? AND j.seq < ?`
	withCaptures = ` AND j.captures_removed_at = 0`

	countDispositions = `
		SELECT o.disposition, count(*), sum(CASE WHEN o.captures > 0 THEN 1 ELSE 0 END),
			CAST(sum(o.captures) AS BIGINT), min(o.made)
		FROM (
			SELECT ` + disposition + ` AS disposition, (
					SELECT count(*)
					FROM captures c
					WHERE c.company = j.company AND c.job_id = j.id AND c.object <> ''
				) AS captures, j.created_at AS made` + fromOld
	byDisposition = `
			ORDER BY j.seq
			LIMIT ?
		) AS o
		GROUP BY o.disposition
		ORDER BY o.disposition`
	dispositionsOfJobs     = countDispositions + byDisposition
	dispositionsOfCaptures = countDispositions + withCaptures + byDisposition

	isDue         = ` AND ` + disposition + ` = 'due'`
	dueJobs       = `SELECT j.id, j.seq` + fromOld + isDue + ` ORDER BY j.seq LIMIT ?`
	dueCaptures   = `SELECT j.id, j.seq` + fromOld + withCaptures + isDue + ` ORDER BY j.seq LIMIT ?`
	dispositionOf = `SELECT ` + disposition + ` FROM jobs j WHERE j.company = ? AND j.id = ?`
)

// finishedBefore returns the arguments of disposition: a job may be removed if it was finished before a time.
func finishedBefore(at time.Time) []any {
	before := millis(at)
	return []any{before, before, before, before, before, before}
}

// RetentionScope is a company's jobs that were finished before a time. Captured leaves out jobs whose captures were
// removed before.
type RetentionScope struct {
	Company  string
	Before   time.Time
	Captured bool
}

// DispositionCount is how many old jobs have a disposition, and how many captures they have.
type DispositionCount struct {
	Disposition  Disposition
	Jobs         int
	WithCaptures int // jobs that have captures
	Captures     int
	First        time.Time // when the oldest of the jobs was created
}

// CountDispositions counts old jobs by disposition, starting with the oldest, up to a bound.
func (q queries) CountDispositions(ctx context.Context, o RetentionScope, bound int) ([]DispositionCount, error) {
	text := dispositionsOfJobs
	if o.Captured {
		text = dispositionsOfCaptures
	}
	args := append(finishedBefore(o.Before), o.Company, -1, ids.FirstSeq(o.Before), bound)
	return list(ctx, q, func(scan scanner) (f DispositionCount, err error) {
		err = scan(&f.Disposition, &f.Jobs, &f.WithCaptures, &f.Captures, instant{&f.First})
		return f, err
	}, text, args...)
}

// DueJob is a job that may be removed.
type DueJob struct {
	ID  string
	Seq int64
}

// DueJobs lists the oldest jobs after a seq that may be removed.
func (q queries) DueJobs(ctx context.Context, o RetentionScope, after int64, limit int) ([]DueJob, error) {
	text := dueJobs
	if o.Captured {
		text = dueCaptures
	}
	args := append([]any{o.Company, after, ids.FirstSeq(o.Before)}, finishedBefore(o.Before)...)
	return list(ctx, q, func(scan scanner) (d DueJob, err error) {
		err = scan(&d.ID, &d.Seq)
		return d, err
	}, text, append(args, limit)...)
}

// DispositionOf returns the disposition of one job with a rule for what was finished before a
// time; NotFound where it does not exist.
func (q queries) DispositionOf(
	ctx context.Context, company, id string, before time.Time,
) (d Disposition, err error) {
	err = q.row(ctx, dispositionOf, append(finishedBefore(before), company, id)...).or(noJob).scan(&d)
	return d, err
}

const (
	capturesStrip = `UPDATE captures SET object = '', wrapped_key = ? WHERE company = ? AND job_id = ? AND object <> ''`
	jobStripped   = `UPDATE jobs SET captures_removed_at = ? WHERE company = ? AND id = ? AND captures_removed_at = 0`

	removedObjectInsert = `INSERT INTO removed_objects (company, object, removed_at) VALUES (?, ?, ?)`
	removedObjectList   = `
		SELECT company, object
		FROM removed_objects
		WHERE (company, object) > (?, ?)
		ORDER BY company, object
		LIMIT ?`
	removedObjectCount  = `SELECT count(*) FROM removed_objects WHERE company = ? AND removed_at < ?`
	removedObjectDelete = `DELETE FROM removed_objects WHERE company = ? AND object = ?`
)

// RemoveCaptures removes the captures of a job that is kept: it destroys their keys, and their rows keep only their
// kind and size. It returns the names of their objects, which are listed as removed until ForgetObjects is called, once
// their files are deleted.
func (tx *Tx) RemoveCaptures(ctx context.Context, company, jobID string) ([]string, error) {
	if _, err := tx.TakeJob(ctx, company, jobID); err != nil {
		return nil, err
	}
	objects, err := tx.dropObjects(ctx, company, jobID)
	if err != nil {
		return nil, err
	}
	if err := tx.change(ctx, capturesStrip, []byte{}, company, jobID); err != nil {
		return nil, err
	}
	return objects, tx.change(ctx, jobStripped, millis(tx.Now), company, jobID)
}

// dropObjects lists the objects of a job as removed, drops its uploads, and destroys the key that sealed them. Where a
// process ends before their files are deleted, the next one finds the list. The caller has taken the job.
func (tx *Tx) dropObjects(ctx context.Context, company, jobID string) ([]string, error) {
	objects, err := list(ctx, tx.queries, scanName, objectsOfJob+tx.dialect.forUpdate, company, jobID)
	if err != nil {
		return nil, err
	}
	if err := tx.listRemoved(ctx, company, objects); err != nil {
		return nil, err
	}
	parts, err := tx.DropUploads(ctx, company, jobID)
	if err != nil {
		return nil, err
	}
	_, err = tx.DestroyApplicantKey(ctx, company, jobID)
	return append(objects, parts...), err
}

func scanName(scan scanner) (name string, err error) {
	err = scan(&name)
	return name, err
}

// listRemoved lists objects as removed until ForgetObjects is called.
func (tx *Tx) listRemoved(ctx context.Context, company string, objects []string) error {
	for _, object := range objects {
		if err := tx.change(ctx, removedObjectInsert, company, object, millis(tx.Now)); err != nil {
			return err
		}
	}
	return nil
}

// RemovedObject is the name of a file whose capture was removed.
type RemovedObject struct {
	Company string
	Object  string
}

// RemovedObjects lists files of all companies that still have to be deleted: those after one, or the first ones after
// an empty one.
func (q queries) RemovedObjects(ctx context.Context, after RemovedObject, limit int) ([]RemovedObject, error) {
	return list(ctx, q, func(scan scanner) (r RemovedObject, err error) {
		err = scan(&r.Company, &r.Object)
		return r, err
	}, removedObjectList, after.Company, after.Object, limit)
}

// CountRemovedObjects counts a company's files whose capture was removed before a time and that are not deleted yet.
func (q queries) CountRemovedObjects(ctx context.Context, company string, before time.Time) (n int, err error) {
	err = q.row(ctx, removedObjectCount, company, millis(before)).scan(&n)
	return n, err
}

// ForgetObjects takes deleted files off the list of removed objects.
func (tx *Tx) ForgetObjects(ctx context.Context, company string, objects []string) error {
	for _, object := range objects {
		if err := tx.change(ctx, removedObjectDelete, company, object); err != nil {
			return err
		}
	}
	return nil
}
