package store

import (
	"context"
	"time"

	"proofdesk/app/fault"
)

// RetentionRule says after how many days a company's finished jobs are removed, and their captures alone; 0 keeps them.
type RetentionRule struct {
	Company     string
	JobDays     int
	CaptureDays int
	Version     int       // grows with each change; 0 before the first
	LookedAt    time.Time // when it was last looked what is due
}

// On reports whether anything is removed by itself.
func (r RetentionRule) On() bool { return r.JobDays > 0 || r.CaptureDays > 0 }

const (
	ruleColumns = `company, job_days, capture_days, version, looked_at`
	ruleOf      = `SELECT ` + ruleColumns + ` FROM retention_rules WHERE company = ?`
	rulesUnseen = `SELECT ` + ruleColumns +
		` FROM retention_rules WHERE looked_at <= ? AND job_days + capture_days > 0 ORDER BY company`
	ruleInsert = `INSERT INTO retention_rules (` + ruleColumns +
		`) VALUES (?, ?, ?, 1, ?) ON CONFLICT (company) DO NOTHING`
	ruleUpdate = `UPDATE retention_rules SET job_days = ?, capture_days = ?, version = version + 1, looked_at = ?
		WHERE company = ? AND version = ?`
	ruleLooked = `UPDATE retention_rules SET looked_at = ? WHERE company = ? AND version = ? AND looked_at = ?`
)

func scanRule(scan scanner) (r RetentionRule, err error) {
	err = scan(&r.Company, &r.JobDays, &r.CaptureDays, &r.Version, instant{&r.LookedAt})
	return r, err
}

// RetentionRule returns a company's rule; one that was never set keeps everything.
func (q queries) RetentionRule(ctx context.Context, company string) (RetentionRule, error) {
	r, err := scanRule(q.row(ctx, ruleOf, company).scan)
	if fault.Is(err, fault.NotFound) {
		return RetentionRule{Company: company}, nil
	}
	return r, err
}

// RetentionRulesUnseen lists the rules of all companies that remove something and for which nobody has looked since a
// time.
func (q queries) RetentionRulesUnseen(ctx context.Context, since time.Time) ([]RetentionRule, error) {
	return list(ctx, q, scanRule, rulesUnseen, millis(since))
}

// SetRetentionRule writes a rule where it still is of its version, and reports whether it was. The next look is a full
// turn away.
func (tx *Tx) SetRetentionRule(ctx context.Context, r RetentionRule) (bool, error) {
	if r.Version == 0 {
		n, err := tx.exec(ctx, ruleInsert, r.Company, r.JobDays, r.CaptureDays, millis(tx.Now))
		return n == 1, err
	}
	n, err := tx.exec(ctx, ruleUpdate, r.JobDays, r.CaptureDays, millis(tx.Now), r.Company, r.Version)
	return n == 1, err
}

// MarkRetentionLook notes that it is looked now what is due, and reports whether nobody else has done so.
func (tx *Tx) MarkRetentionLook(ctx context.Context, r RetentionRule) (bool, error) {
	n, err := tx.exec(ctx, ruleLooked, millis(tx.Now), r.Company, r.Version, millis(r.LookedAt))
	return n == 1, err
}

// RetentionStage is where a run stands.
type RetentionStage string

// The stages of a run.
const (
	RetentionRunning RetentionStage = "RUNNING"
	RetentionDone    RetentionStage = "DONE"
	RetentionStopped RetentionStage = "STOPPED"
	RetentionFailed  RetentionStage = "FAILED"
)

// RetentionPhase is what a run removes now.
type RetentionPhase string

// The phases of a run, in their order.
const (
	RemovingJobs     RetentionPhase = "JOBS"
	RemovingCaptures RetentionPhase = "CAPTURES" // of jobs that stay
)

// RetentionRun removes old jobs and captures of a company in steps.
type RetentionRun struct {
	Company        string
	ID             string
	Actor          string // system for one that began by itself
	Stage          RetentionStage
	JobDays        int
	CaptureDays    int
	JobsBefore     time.Time // jobs that were finished before it go; zero for none
	CapturesBefore time.Time // captures of jobs that were finished before it go; zero for none
	Phase          RetentionPhase
	After          int64 // the last seq that was looked at in this phase
	Step           int64 // how many steps were made
	JobsDue        int   // when it began
	CapturesDue    int   // with those of the jobs
	Jobs           int   // removed so far
	Captures       int   // with those of the jobs
	Error          string
	CreatedAt      time.Time
	FinishedAt     time.Time
}

const (
	runColumns = `company, id, actor, stage, job_days, capture_days, jobs_before, captures_before, phase, after, step,
		jobs_due, captures_due, jobs, captures, error, created_at, finished_at`
	runInsert = `INSERT INTO retention_runs (` + runColumns +
		`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	runStep = `UPDATE retention_runs SET phase = ?, after = ?, step = step + 1, jobs = ?, captures = ?
	WHERE company = ? AND id = ? AND stage = 'RUNNING' AND step = ?`
	runEnd = `UPDATE retention_runs SET stage = ?, error = ?, finished_at = ?, step = step + 1 WHERE company = ?
		AND id = ? AND stage = 'RUNNING'
	RETURNING ` + runColumns
	runByID     = `SELECT ` + runColumns + ` FROM retention_runs WHERE company = ? AND id = ?`
	runsOf      = `SELECT ` + runColumns + ` FROM retention_runs WHERE company = ? ORDER BY id DESC LIMIT ?`
	runsRunning = `SELECT ` + runColumns + ` FROM retention_runs WHERE stage = 'RUNNING' ORDER BY id LIMIT ?`
	runningOf   = `SELECT ` + runColumns + ` FROM retention_runs WHERE stage = 'RUNNING' AND company = ? ORDER BY id`
)

func scanRun(scan scanner) (r RetentionRun, err error) {
	err = scan(&r.Company, &r.ID, &r.Actor, &r.Stage, &r.JobDays, &r.CaptureDays, instant{&r.JobsBefore},
		instant{&r.CapturesBefore}, &r.Phase, &r.After, &r.Step,
		&r.JobsDue, &r.CapturesDue, &r.Jobs, &r.Captures, &r.Error, instant{&r.CreatedAt}, instant{&r.FinishedAt})
	return r, err
}

// InsertRetentionRun adds a run, begun now.
func (tx *Tx) InsertRetentionRun(ctx context.Context, r RetentionRun) error {
	return tx.insert(ctx, runInsert, r.Company, r.ID, r.Actor, r.Stage, r.JobDays, r.CaptureDays,
		millis(r.JobsBefore), millis(r.CapturesBefore), r.Phase, r.After, r.Step,
		r.JobsDue, r.CapturesDue, r.Jobs, r.Captures, r.Error, millis(tx.Now), millis(r.FinishedAt))
}

// StepRetentionRun writes how far a run has come where it still runs and stands at the step that it was read at, and
// tells whether it did.
func (tx *Tx) StepRetentionRun(ctx context.Context, r RetentionRun) (bool, error) {
	n, err := tx.exec(ctx, runStep, r.Phase, r.After, r.Jobs, r.Captures, r.Company, r.ID, r.Step)
	return n == 1, err
}

// EndRetentionRun ends a run and returns it as it stands then; NotFound where it is not under way.
func (tx *Tx) EndRetentionRun(
	ctx context.Context, r RetentionRun, stage RetentionStage, problem string,
) (RetentionRun, error) {
	return scanRun(tx.changing(ctx, runEnd, stage, problem, millis(tx.Now), r.Company,
		r.ID).or("this run is not under way").scan)
}

// RetentionRun returns one run.
func (q queries) RetentionRun(ctx context.Context, company, id string) (RetentionRun, error) {
	return scanRun(q.row(ctx, runByID, company, id).or("there is no such run").scan)
}

// RetentionRuns lists a company's runs, newest first.
func (q queries) RetentionRuns(ctx context.Context, company string, limit int) ([]RetentionRun, error) {
	return list(ctx, q, scanRun, runsOf, company, limit)
}

// RunningRetention lists the runs of a company that are under way, oldest first.
func (q queries) RunningRetention(ctx context.Context, company string) ([]RetentionRun, error) {
	return list(ctx, q, scanRun, runningOf, company)
}

// RunningRetentions lists what runs, of all companies, oldest first.
func (q queries) RunningRetentions(ctx context.Context, limit int) ([]RetentionRun, error) {
	return list(ctx, q, scanRun, runsRunning, limit)
}
