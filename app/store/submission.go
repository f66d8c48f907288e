package store

import (
	"context"
	"encoding/json"
	"time"

	"proofdesk/app/fault"
)

// SubmissionState is how far a form that an agent has sent was carried out.
type SubmissionState string

// The states. A form that is refused before anything was written has no row.
const (
	SubmissionRunning SubmissionState = "RUNNING" // being carried out; after a restart: begun, and perhaps done
	SubmissionDone    SubmissionState = "DONE"
	SubmissionFailed  SubmissionState = "FAILED" // ended with an error after something was written
)

// SubmittedAction is an audited action of a form, with its target as the audit trail names it.
type SubmittedAction struct {
	Action string `json:"action"`
	Target string `json:"target"`
}

// Submission is a form of the console that an agent has sent, and how it was answered.
type Submission struct {
	Company   string
	AgentID   string
	KeySHA256 string // lower-case hex
	FormMAC   string // HMAC of what was filled in under the key; lower-case hex
	State     SubmissionState
	Status    int    // of the answer; 0 while there is none
	Location  string // where the answer led to, as package submission seals it; empty for a page
	Actions   []SubmittedAction
	CreatedAt time.Time
}

const (
	submissionColumns = `company, agent_id, key_sha256, form_mac, state, http_status, location, actions, created_at`
	submissionClaim   = `
		INSERT INTO submissions (` + submissionColumns + `) VALUES (?, ?, ?, ?, ?, 0, '', '[]', ?)
		ON CONFLICT (company, agent_id, key_sha256) DO UPDATE
		SET form_mac = excluded.form_mac, state = excluded.state, http_status = 0, location = '', actions = '[]',
			created_at = excluded.created_at
		WHERE submissions.created_at < ?`
	submissionByKey = `
		SELECT ` + submissionColumns + `
		FROM submissions
		WHERE company = ? AND agent_id = ? AND key_sha256 = ?`
	submissionFinish = `
		UPDATE submissions
		SET state = ?, http_status = ?, location = ?, actions = ?
		WHERE company = ? AND agent_id = ? AND key_sha256 = ? AND state = 'RUNNING'`
	submissionRelease = `
		DELETE FROM submissions
		WHERE company = ? AND agent_id = ? AND key_sha256 = ? AND state = 'RUNNING'`
	submissionPurge = `
		DELETE FROM submissions
		WHERE (company, agent_id, key_sha256) IN (
			SELECT company, agent_id, key_sha256
			FROM submissions
			WHERE created_at < ?
			ORDER BY created_at
			LIMIT ?
		)`
)

func scanSubmission(scan scanner) (Submission, error) {
	var s Submission
	var actions string
	err := scan(&s.Company, &s.AgentID, &s.KeySHA256, &s.FormMAC, &s.State, &s.Status, &s.Location, &actions,
		instant{&s.CreatedAt})
	if err != nil {
		return Submission{}, err
	}
	if err := json.Unmarshal([]byte(actions), &s.Actions); err != nil {
		return Submission{}, fault.Wrap(err, fault.Internal, "the submission does not decode")
	}
	return s, nil
}

// ClaimSubmission takes a key that is new or older than validity for a form that is about to be carried out, and
// returns it and true. Otherwise it returns the form that was sent with the key before, and false.
func (tx *Tx) ClaimSubmission(ctx context.Context, s Submission, validity time.Duration) (Submission, bool, error) {
	s.State, s.CreatedAt = SubmissionRunning, tx.Now
	n, err := tx.exec(ctx, submissionClaim, s.Company, s.AgentID, s.KeySHA256, s.FormMAC, s.State, millis(tx.Now),
		millis(tx.Now.Add(-validity)))
	if err != nil || n == 1 {
		return s, err == nil, err
	}
	before, err := scanSubmission(tx.row(ctx, submissionByKey, s.Company, s.AgentID, s.KeySHA256).scan)
	return before, false, err
}

// FinishSubmission records how a form that was being carried out was answered.
func (tx *Tx) FinishSubmission(ctx context.Context, s Submission) error {
	actions, err := json.Marshal(append([]SubmittedAction{}, s.Actions...))
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the submission does not encode")
	}
	_, err = tx.exec(ctx, submissionFinish, s.State, s.Status, s.Location, string(actions), s.Company, s.AgentID,
		s.KeySHA256)
	return err
}

// ReleaseSubmission forgets a form that was refused, so that it can be sent again under its key.
func (tx *Tx) ReleaseSubmission(ctx context.Context, company, agent, keySHA256 string) error {
	_, err := tx.exec(ctx, submissionRelease, company, agent, keySHA256)
	return err
}

// PurgeSubmissions removes up to limit forms from before a time, and returns how many it removed.
func (tx *Tx) PurgeSubmissions(ctx context.Context, before time.Time, limit int) (int64, error) {
	return tx.exec(ctx, submissionPurge, millis(before), limit)
}
