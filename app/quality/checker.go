package quality

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"proofdesk/app/audit"
	"proofdesk/app/clock"
	"proofdesk/app/draft"
	"proofdesk/app/fault"
	"proofdesk/app/naming"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
)

// How long a check stays with its agent without a heartbeat, how long after its page is left, and the longest note, in
// characters.
const (
	Lease   = 10 * time.Minute
	Grace   = 20 * time.Second
	MaxNote = draft.MaxNote
)

// claimMark begins the secret of every claim on a check and so distinguishes it from a claim on a case.
const claimMark = "check."

// IsClaim reports whether a claim's secret belongs to a quality check.
func IsClaim(secret string) bool { return strings.HasPrefix(secret, claimMark) }

// Checker holds the use cases in which agents judge decisions of others a second time and leads see the results.
type Checker struct {
	Store *store.Store
	Clock clock.Clock
}

// Agent is the user who acts.
type Agent struct {
	Company string
	ID      string
}

func (a Agent) entry(action, check string, detail any) audit.Entry {
	return audit.Entry{
		Company: a.Company,
		Actor:   "agent:" + a.ID,
		Action:  action,
		Target:  "check:" + check,
		Detail:  detail,
	}
}

// Next claims the oldest check that the agent may judge blind and has never claimed before, and returns its job; a
// check that the agent holds already comes first. NotFound where there is none.
func (d *Checker) Next(ctx context.Context, a Agent) (string, error) {
	var job string
	err := d.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.LockAgent(ctx, a.Company, a.ID); err != nil { // no other page of the agent takes one meanwhile
			return err
		}
		held, err := tx.HeldChecks(ctx, a.Company, a.ID)
		if err != nil {
			return err
		}
		if len(held) > 0 {
			job = held[0].JobID
			return nil
		}
		job, err = tx.ClaimCheck(ctx, store.Claim{
			Company: a.Company,
			Agent:   a.ID,
			Secret:  claimMark + rand.Text(),
			Until:   tx.Now.Add(Lease),
		})
		if err != nil {
			return err
		}
		taken, err := tx.QualityCheckOf(ctx, a.Company, job)
		if err != nil {
			return err
		}
		return tx.Audit(ctx, a.entry("quality.claim", taken.ID, nil))
	})
	return job, err
}

// Held returns the open check of a job that the agent claimed last; false where they hold none, so that nothing is
// hidden from them.
func (d *Checker) Held(ctx context.Context, a Agent, jobID string) (store.QualityCheck, bool, error) {
	held, err := d.Store.HeldChecks(ctx, a.Company, a.ID)
	at := slices.IndexFunc(held, func(c store.QualityCheck) bool { return c.JobID == jobID })
	if err != nil || at < 0 {
		return store.QualityCheck{}, false, err
	}
	return held[at], true, nil
}

// Blind returns the jobs whose outcome is hidden from the agent now.
func (d *Checker) Blind(ctx context.Context, a Agent) (map[string]bool, error) {
	held, err := d.Store.HeldChecks(ctx, a.Company, a.ID)
	jobs := map[string]bool{}
	for _, c := range held {
		jobs[c.JobID] = true
	}
	return jobs, err
}

// Renew extends the claim on a check by another lease; NotFound where it is lost.
func (d *Checker) Renew(ctx context.Context, a Agent, jobID, secret string) (time.Time, error) {
	return d.move(ctx, a, jobID, secret, Lease)
}

// Leave shortens the claim on a check to a few seconds, so that a reload still finds it.
func (d *Checker) Leave(ctx context.Context, a Agent, jobID, secret string) error {
	_, err := d.move(ctx, a, jobID, secret, Grace)
	return err
}

func (d *Checker) move(ctx context.Context, a Agent, jobID, secret string, by time.Duration) (time.Time, error) {
	var until time.Time
	err := d.Store.Write(ctx, func(tx *store.Tx) error {
		until = tx.Now.Add(by)
		return tx.RenewCheck(ctx, store.Claim{Company: a.Company, Agent: a.ID, Secret: secret, Until: until}, jobID)
	})
	return until, err
}

// Release returns a check that the agent holds; nothing happens where they hold none. The agent does not get it again,
// since lists show them the outcome from then on.
func (d *Checker) Release(ctx context.Context, a Agent, jobID string) error {
	return d.Store.Write(ctx, func(tx *store.Tx) error { return tx.ReleaseCheck(ctx, a.Company, jobID, a.ID) })
}

// Viewed records that the agent looks at the job of a check that they hold.
func (d *Checker) Viewed(ctx context.Context, a Agent, checkID string) error {
	return d.Store.Write(ctx, func(tx *store.Tx) error {
		return tx.Audit(ctx, a.entry("quality.view", checkID, nil))
	})
}

// Skip releases a check for another agent.
func (d *Checker) Skip(ctx context.Context, a Agent, jobID string) error {
	return d.Store.Write(ctx, func(tx *store.Tx) error {
		held, err := tx.LockCheck(ctx, a.Company, jobID)
		if err != nil {
			return err
		}
		if held.Holder != a.ID || held.State != store.CheckOpen {
			return errLost
		}
		if err := tx.ReleaseCheck(ctx, a.Company, jobID, a.ID); err != nil {
			return err
		}
		return tx.Audit(ctx, a.entry("quality.skip", held.ID, nil))
	})
}

var errLost = fault.New(fault.Conflict, "you no longer hold this quality check")

// Filled is what an agent has filled in for a judgement.
type Filled struct {
	Outcome onboarding.Status
	Reasons []string // codes
	Note    string
	// Overrides are the codes of overrides by the keys of red findings.
	Overrides map[string]string
	// Seen are the names of the versions of the agent's draft that the page has shown.
	Seen []string
}

func (f Filled) draft() draft.Draft {
	return draft.Draft{
		Outcome:   string(f.Outcome),
		Reasons:   f.Reasons,
		Overrides: f.Overrides,
		Note:      f.Note,
		Seen:      f.Seen,
	}
}

// Grounds are what a judgement may rest on: the reasons that may be chosen, and the red findings in spite of which an
// approval has to name why.
type Grounds struct {
	Reasons []onboarding.ReviewReason
	Red     []policy.Reason
}

// Judge writes the agent's judgement of a job that they hold for a check. The job, its case and its events do not
// change. A Conflict where somebody else has claimed the check.
func (d *Checker) Judge(
	ctx context.Context, a Agent, jobID, secret string, f Filled, started time.Time, grounds Grounds,
) error {
	f, err := f.checked(grounds.Reasons)
	if err != nil {
		return err
	}
	var overrides []policy.Override
	if f.Outcome.Is(onboarding.Approved) {
		if overrides, err = policy.Name(grounds.Red, f.Overrides, f.Note); err != nil {
			return err
		}
	}
	named := map[string]string{} // what was sent may hold anything
	for _, o := range overrides {
		named[o.Finding] = o.Reason
	}
	return d.Store.Write(ctx, func(tx *store.Tx) error {
		typed := draft.Owner{Company: a.Company, JobID: jobID, AgentID: a.ID}
		if err := draft.RefuseUnseen(ctx, tx, typed, f.draft()); err != nil {
			return err
		}
		if started.IsZero() || started.After(tx.Now) || tx.Now.Sub(started) > 24*time.Hour {
			started = tx.Now
		}
		j := store.Judgement{
			AgentID:   a.ID,
			Outcome:   f.Outcome,
			Reasons:   f.Reasons,
			Note:      f.Note,
			Overrides: overrides,
			StartedAt: started,
			At:        tx.Now,
		}
		id, err := tx.CloseCheck(ctx, store.Claim{Company: a.Company, Agent: a.ID, Secret: secret}, jobID, j)
		if err != nil {
			return err
		}
		if err := draft.Put(ctx, tx, typed, draft.Draft{}); err != nil {
			return err
		}
		return tx.Audit(ctx, a.entry("quality.judge", id, map[string]any{
			"outcome":   f.Outcome,
			"reasons":   f.Reasons,
			"overrides": named,
		}))
	})
}

func (f Filled) checked(known []onboarding.ReviewReason) (Filled, error) {
	at := slices.IndexFunc(onboarding.ReviewOutcomes(), f.Outcome.Is)
	if at < 0 {
		return f, fault.BadField("outcome", "one_of", "choose a decision: approve, decline or suspicious")
	}
	f.Outcome = onboarding.ReviewOutcomes()[at]
	if utf8.RuneCountInString(f.Note) > MaxNote {
		return f, fault.BadField("note", "max_length", "the note is longer than %d characters", MaxNote)
	}
	if err := naming.CheckText("note", f.Note); err != nil {
		return f, err
	}
	var picked []string
	for _, r := range known {
		if slices.Contains(f.Reasons, r.Code) {
			picked = append(picked, r.Code)
		}
	}
	for _, code := range f.Reasons {
		if !slices.Contains(picked, code) {
			return f, fault.BadField("reason", "one_of",
				"%q is not one of your company's reasons: reload the page and choose again", code)
		}
	}
	switch {
	case f.Outcome.Is(onboarding.Approved): // reasons speak against a job
		picked = nil
	case len(picked) == 0:
		return f, fault.BadField("reason", "required", "choose at least one reason")
	}
	f.Reasons = picked
	return f, nil
}

// Adjudication is a team lead's verdict on a disagreement.
type Adjudication struct {
	Check   string // its id
	Version int64  // of the check that the lead has seen, with the verdict that it had
	Verdict store.Verdict
	Note    string // for the first agent
	Keep    bool   // whether an empty note keeps the one before, which the lead was not shown
}

// Adjudicate writes a verdict on a disagreement. Nobody who took part in it may adjudicate; the first agent sees the
// verdict with the job. A Conflict where somebody else has adjudicated it since the lead saw it.
func (d *Checker) Adjudicate(ctx context.Context, a Agent, r Adjudication) error {
	if !slices.Contains([]store.Verdict{store.VerdictFirst, store.VerdictSecond, store.VerdictEither}, r.Verdict) {
		return fault.BadField("verdict", "one_of", "choose which judgement is correct")
	}
	if r.Note = strings.TrimSpace(r.Note); utf8.RuneCountInString(r.Note) > MaxNote {
		return fault.BadField("note", "max_length", "the note is longer than %d characters", MaxNote)
	}
	if err := naming.CheckText("note", r.Note); err != nil {
		return err
	}
	return d.Store.Write(ctx, func(tx *store.Tx) error {
		c, err := tx.QualityCheck(ctx, a.Company, r.Check)
		if err != nil {
			return err
		}
		if c, err = tx.LockCheck(ctx, a.Company, c.JobID); err != nil { // no other lead adjudicates meanwhile
			return err
		}
		if a.ID == c.First.AgentID || a.ID == c.Second.AgentID {
			return fault.New(fault.Forbidden, "agents involved in a disagreement can't adjudicate it")
		}
		if c.Disputed() && c.Version != r.Version {
			return fault.New(fault.Conflict, "somebody else changed the verdict: review it and save again")
		}
		if r.Keep && r.Note == "" {
			r.Note = c.VerdictNote
		}
		if err := tx.JudgeCheck(ctx, store.QualityCheck{
			Company:     a.Company,
			ID:          c.ID,
			Verdict:     r.Verdict,
			JudgeID:     a.ID,
			VerdictNote: r.Note,
		}); err != nil {
			return err
		}
		entry := a.entry("quality.adjudicate", c.ID, map[string]any{"verdict": r.Verdict})
		entry.Target = "job:" + c.JobID
		return tx.Audit(ctx, entry)
	})
}
