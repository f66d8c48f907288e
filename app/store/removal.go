package store

import (
	"context"
	"time"

	"proofdesk/app/ids"
)

// Disposition reports whether a job may be removed, and if not, why it stays.
type Disposition string

// The dispositions of jobs.
const (
	DispositionDue         Disposition = "due"
	DispositionRecent      Disposition = "recent"      // not finished long enough ago
	DispositionReview      Disposition = "review"      // waits for an agent, or for a second one to confirm
	DispositionUnfinished  Disposition = "unfinished"  // was never submitted, is being looked at, or waits to be enrolled
	DispositionUndelivered Disposition = "undelivered" // a receiver has not got its event and may still get it
	// a blind second review is open, or the two agents differ and nobody has settled it
	DispositionChecked Disposition = "checked"
)

// disposition is the one rule of what may be removed: every removal by age asks it, with the time before which the job has to
// have been finished, three times.
const disposition = `CASE WHEN upper(j.status) = 'REVIEW' THEN 'review' WHEN j.decided_at = 0
	OR j.enrol_at > 0 THEN 'unfinished'
	WHEN j.decided_at >= ? OR j.reviewed_at >= ? OR j.held_until >= ? THEN 'recent'
	WHEN EXISTS (SELECT 1 FROM deliveries d WHERE d.company = j.company AND d.job_id = j.id AND d.state
	IN ('pending', 'paused')) THEN 'undelivered'
	WHEN EXISTS (SELECT 1 FROM quality_checks q WHERE q.company = j.company AND q.job_id = j.id AND (q.state = 'OPEN'
	OR q.agreed = 0 AND q.verdict = '')) THEN 'checked'
	ELSE 'due' END`

// ofOld begins what is asked of jobs that were made before a time; capturedOnly leaves out those whose captures went
// already.
const (
	ofOld        = ` FROM jobs j WHERE j.company = ? AND j.seq > ? AND j.seq < ?`
	capturedOnly = ` AND j.captures_removed_at = 0`
	ofFates      = `SELECT ` + disposition +
		` AS disposition, (SELECT count(*) FROM captures c WHERE c.company = j.company AND c.job_id = j.id
			AND c.object <> '') AS captures, j.created_at AS made` + ofOld
	tallyFates = `SELECT o.disposition, count(*), sum(CASE
		WHEN o.captures > 0 THEN 1 ELSE 0 END), CAST(sum(o.captures) AS BIGINT), min(o.made) FROM (`
	byFate       = ` ORDER BY j.seq LIMIT ?) AS o GROUP BY o.disposition ORDER BY o.disposition`
	jobFates     = tallyFates + ofFates + byFate
	captureFates = tallyFates + ofFates + capturedOnly + byFate
	ofDue        = `SELECT j.id, j.seq` + ofOld
	isDue        = ` AND ` + disposition + ` = 'due'`
	dueJobs      = ofDue + isDue + ` ORDER BY j.seq LIMIT ?`
	dueCaptures  = ofDue + capturedOnly + isDue + ` ORDER BY j.seq LIMIT ?`
	fateOf       = `SELECT ` + disposition + ` FROM jobs j WHERE j.company = ? AND j.id = ?`
)

// RetentionScope asks for a company's jobs that were finished before a time. Captured leaves out jobs whose captures went already.
type RetentionScope struct {
	Company  string
	Before   time.Time
	Captured bool
}

// DispositionCount is how many old jobs share a disposition, how many of them keep how many captures, and when the first of them was
// made.
type DispositionCount struct {
	Disposition Disposition
	Jobs        int
	Pictured    int // jobs with captures
	Captures    int
	First       time.Time
}

// CountDispositions counts what would become of old jobs, oldest first up to a bound.
func (q queries) CountDispositions(ctx context.Context, o RetentionScope, bound int) ([]DispositionCount, error) {
	text := jobFates
	if o.Captured {
		text = captureFates
	}
	before := millis(o.Before)
	return list(ctx, q, func(scan scanner) (f DispositionCount, err error) {
		err = scan(&f.Disposition, &f.Jobs, &f.Pictured, &f.Captures, instant{&f.First})
		return f, err
	}, text, before, before, before, o.Company, -1, ids.FirstSeq(o.Before), bound)
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
	before := millis(o.Before)
	return list(ctx, q, func(scan scanner) (d DueJob, err error) {
		err = scan(&d.ID, &d.Seq)
		return d, err
	}, text, o.Company, after, ids.FirstSeq(o.Before), before, before, before, limit)
}

// DispositionOf reports what becomes of one job; NotFound where it is gone.
func (q queries) DispositionOf(ctx context.Context, company, id string, finishedBefore time.Time) (f Disposition, err error) {
	before := millis(finishedBefore)
	err = q.row(ctx, fateOf, before, before, before, company, id).or("no such job").scan(&f)
	return f, err
}

const (
	stripCaptures = `UPDATE captures SET object = '', wrapped_key = ? WHERE company = ? AND job_id = ? AND object <> ''`
	stripJob      = `UPDATE jobs SET captures_removed_at = ? WHERE company = ? AND id = ? AND captures_removed_at = 0`
	objectGone    = `INSERT INTO removed_objects (company, object, removed_at) VALUES (?, ?, ?)`
	objectsGone   = `SELECT company, object FROM removed_objects ORDER BY company, object LIMIT ?`
	objectsLeft   = `SELECT count(*) FROM removed_objects WHERE company = ? AND removed_at < ?`
	objectForget  = `DELETE FROM removed_objects WHERE company = ? AND object = ?`
)

// RemoveCaptures removes the captures of a job that stays: their keys are destroyed, their rows say only what they
// were. It gives the names of their objects, which are listed as removed: ForgetObjects once their files are gone.
func (tx *Tx) RemoveCaptures(ctx context.Context, company, jobID string) ([]string, error) {
	objects, err := tx.dropObjects(ctx, company, jobID)
	if err != nil {
		return nil, err
	}
	if err := tx.insert(ctx, stripCaptures, []byte{}, company, jobID); err != nil {
		return nil, err
	}
	return objects, tx.insert(ctx, stripJob, millis(tx.Now), company, jobID)
}

// dropObjects lists the objects of a job as removed and destroys the key that sealed them: a process that ends before
// their files are gone leaves a list of them to the next.
func (tx *Tx) dropObjects(ctx context.Context, company, jobID string) ([]string, error) {
	objects, err := list(ctx, tx.queries, func(scan scanner) (s string, err error) { err = scan(&s); return s, err },
		jobObjects, company, jobID)
	if err != nil {
		return nil, err
	}
	for _, object := range objects {
		if err := tx.insert(ctx, objectGone, company, object, millis(tx.Now)); err != nil {
			return nil, err
		}
	}
	_, err = tx.DestroyApplicantKey(ctx, company, jobID)
	return objects, err
}

// RemovedObject is the name of a file whose capture is gone.
type RemovedObject struct {
	Company string
	Object  string
}

// RemovedObjects lists files of all companies that are still to be removed.
func (q queries) RemovedObjects(ctx context.Context, limit int) ([]RemovedObject, error) {
	return list(ctx, q, func(scan scanner) (r RemovedObject, err error) {
		err = scan(&r.Company, &r.Object)
		return r, err
	}, objectsGone, limit)
}

// CountRemovedObjects counts a company's files whose capture went before a time and that are still there.
func (q queries) CountRemovedObjects(ctx context.Context, company string, before time.Time) (n int, err error) {
	err = q.row(ctx, objectsLeft, company, millis(before)).scan(&n)
	return n, err
}

// ForgetObjects forgets files that are gone.
func (tx *Tx) ForgetObjects(ctx context.Context, company string, objects []string) error {
	for _, object := range objects {
		if err := tx.insert(ctx, objectForget, company, object); err != nil {
			return err
		}
	}
	return nil
}
