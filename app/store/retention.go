package store

import (
	"cmp"
	"context"
	"time"

	"proofdesk/app/fault"
)

// RetentionRule is after how many days a company's finished jobs are removed, and their captures alone; 0 keeps them.
type RetentionRule struct {
	Company     string
	JobDays     int
	CaptureDays int
	Version     int       // grows with each change; 0 before the first
	CheckedAt   time.Time // when a node last looked for jobs that are due
}

// On reports whether the rule removes anything.
func (r RetentionRule) On() bool { return r.JobDays > 0 || r.CaptureDays > 0 }

// CaptureLife returns the days after which captures are removed, with their job or before it; 0 for never.
func (r RetentionRule) CaptureLife() int { return cmp.Or(r.CaptureDays, r.JobDays) }

const (
	ruleColumns    = `company, job_days, capture_days, version, looked_at`
	ruleOf         = `SELECT ` + ruleColumns + ` FROM retention_rules WHERE company = ?`
	rulesUnchecked = `
		SELECT ` + ruleColumns + `
		FROM retention_rules
		WHERE looked_at <= ? AND job_days + capture_days > 0
		ORDER BY company`
	ruleInsert = `
		INSERT INTO retention_rules (` + ruleColumns + `) VALUES (?, ?, ?, 1, ?)
		ON CONFLICT (company) DO NOTHING`
	ruleUpdate = `
		UPDATE retention_rules
		SET job_days = ?, capture_days = ?, version = version + 1, looked_at = ?
		WHERE company = ? AND version = ?`
	ruleChecked = `UPDATE retention_rules SET looked_at = ? WHERE company = ? AND version = ? AND looked_at = ?`
)

func scanRule(scan scanner) (r RetentionRule, err error) {
	err = scan(&r.Company, &r.JobDays, &r.CaptureDays, &r.Version, instant{&r.CheckedAt})
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

// UncheckedRetentionRules lists the rules of all companies that remove something and that no node has checked since a
// time.
func (q queries) UncheckedRetentionRules(ctx context.Context, since time.Time) ([]RetentionRule, error) {
	return list(ctx, q, scanRule, rulesUnchecked, millis(since))
}

// SetRetentionRule writes a rule if it still is of its version, and reports whether it was. The rule counts as checked
// now.
func (tx *Tx) SetRetentionRule(ctx context.Context, r RetentionRule) (bool, error) {
	if r.Version == 0 {
		n, err := tx.exec(ctx, ruleInsert, r.Company, r.JobDays, r.CaptureDays, millis(tx.Now))
		return n == 1, err
	}
	n, err := tx.exec(ctx, ruleUpdate, r.JobDays, r.CaptureDays, millis(tx.Now), r.Company, r.Version)
	return n == 1, err
}

// MarkRetentionRuleChecked records that a node checks a rule now, and reports whether no other node has done so.
func (tx *Tx) MarkRetentionRuleChecked(ctx context.Context, r RetentionRule) (bool, error) {
	n, err := tx.exec(ctx, ruleChecked, millis(tx.Now), r.Company, r.Version, millis(r.CheckedAt))
	return n == 1, err
}

// HoldRetentionRule keeps a rule as it is until this transaction ends, and reports whether it still is of its version.
func (tx *Tx) HoldRetentionRule(ctx context.Context, r RetentionRule) (bool, error) {
	now, err := scanRule(tx.row(ctx, ruleOf+tx.dialect.forShare, r.Company).scan)
	return now.Version == r.Version, err
}

// RetentionStage is the stage that a run has reached.
type RetentionStage string

// The stages of a run.
const (
	RetentionRunning RetentionStage = "RUNNING"
	RetentionDone    RetentionStage = "DONE"
	RetentionStopped RetentionStage = "STOPPED"
	RetentionFailed  RetentionStage = "FAILED"
)

// RetentionPhase is what a run is removing.
type RetentionPhase string

// The phases of a run, in their order.
const (
	RemovingJobs     RetentionPhase = "JOBS"
	RemovingCaptures RetentionPhase = "CAPTURES" // of jobs that are kept
)

// RetentionRun removes old jobs and captures of a company in steps.
type RetentionRun struct {
	Company        string
	ID             string
	Actor          string // system for one that a rule started
	Stage          RetentionStage
	JobDays        int
	CaptureDays    int
	JobsBefore     time.Time // jobs that were finished before it are removed; zero for none
	CapturesBefore time.Time // captures of jobs that were finished before it are removed; zero for none
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
	runInsert = `
		INSERT INTO retention_runs (` + runColumns + `)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	runStep = `
		UPDATE retention_runs
		SET phase = ?, after = ?, step = step + 1, jobs = ?, captures = ?
		WHERE company = ? AND id = ? AND stage = 'RUNNING' AND step = ?`
	runEnd = `
		UPDATE retention_runs
		SET stage = ?, error = ?, finished_at = ?, step = step + 1
		WHERE company = ? AND id = ? AND stage = 'RUNNING'
		RETURNING ` + runColumns
	runByID     = `SELECT ` + runColumns + ` FROM retention_runs WHERE company = ? AND id = ?`
	runsOf      = `SELECT ` + runColumns + ` FROM retention_runs WHERE company = ? ORDER BY id DESC LIMIT ?`
	runsRunning = `SELECT ` + runColumns + ` FROM retention_runs WHERE stage = 'RUNNING' ORDER BY id LIMIT ?`
	runningOf   = `SELECT ` + runColumns + ` FROM retention_runs WHERE stage = 'RUNNING' AND company = ? ORDER BY id`
)

func scanRun(scan scanner) (r RetentionRun, err error) {
	err = scan(&r.Company, &r.ID, &r.Actor, &r.Stage, &r.JobDays, &r.CaptureDays, instant{&r.JobsBefore},
		instant{&r.CapturesBefore}, &r.Phase, &r.After, &r.Step, &r.JobsDue, &r.CapturesDue, &r.Jobs, &r.Captures,
		&r.Error, instant{&r.CreatedAt}, instant{&r.FinishedAt})
	return r, err
}

// InsertRetentionRun adds a run, which starts now.
func (tx *Tx) InsertRetentionRun(ctx context.Context, r RetentionRun) error {
	return tx.change(ctx, runInsert, r.Company, r.ID, r.Actor, r.Stage, r.JobDays, r.CaptureDays, millis(r.JobsBefore),
		millis(r.CapturesBefore), r.Phase, r.After, r.Step, r.JobsDue, r.CapturesDue, r.Jobs, r.Captures, r.Error,
		millis(tx.Now), millis(r.FinishedAt))
}

// StepRetentionRun writes how far a run has come if it is still running and at the step at which it was read, and
// reports whether it did.
func (tx *Tx) StepRetentionRun(ctx context.Context, r RetentionRun) (bool, error) {
	n, err := tx.exec(ctx, runStep, r.Phase, r.After, r.Jobs, r.Captures, r.Company, r.ID, r.Step)
	return n == 1, err
}

// EndRetentionRun ends a run and returns it as it is then; NotFound where it is not running.
func (tx *Tx) EndRetentionRun(
	ctx context.Context, r RetentionRun, stage RetentionStage, problem string,
) (RetentionRun, error) {
	ended := tx.changing(ctx, runEnd, stage, problem, millis(tx.Now), r.Company, r.ID)
	return scanRun(ended.or("this removal is no longer running: reload the page").scan)
}

// RetentionRun returns one run.
func (q queries) RetentionRun(ctx context.Context, company, id string) (RetentionRun, error) {
	return scanRun(q.row(ctx, runByID, company, id).or("this removal is not recorded").scan)
}

// RetentionRuns lists a company's runs, newest first.
func (q queries) RetentionRuns(ctx context.Context, company string, limit int) ([]RetentionRun, error) {
	return list(ctx, q, scanRun, runsOf, company, limit)
}

// RunningRetention lists a company's running runs, oldest first.
func (q queries) RunningRetention(ctx context.Context, company string) ([]RetentionRun, error) {
	return list(ctx, q, scanRun, runningOf, company)
}

// RunningRetentions lists the running runs of all companies, oldest first.
func (q queries) RunningRetentions(ctx context.Context, limit int) ([]RetentionRun, error) {
	return list(ctx, q, scanRun, runsRunning, limit)
}
