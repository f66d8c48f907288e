package demo

import (
	"context"
	"slices"
	"time"

	"proofdesk/app/draft"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

// task is a job in review that a colleague is about to take.
type task struct {
	n    int // of the applicant
	job  onboarding.Job
	in   store.CaseState
	who  colleague
	at   time.Time
	long time.Duration // that it takes
}

// slack is how much longer a task takes than the colleague works on it: until the decision can't be undone any more.
const slack = 2 * time.Minute

func (t task) ends() time.Time { return t.at.Add(t.long + slack) }

// lastShift is how long before the end of the past the colleagues stop, so that a queue is left.
const lastShift = 2*time.Hour + 5*time.Minute

// task returns the task that is the next to be done; false where nothing waits.
func (h *past) task(ctx context.Context) (next task, found bool, err error) {
	jobs, err := h.program.Store.JobsByStatus(ctx, company, onboarding.Review, ids.FirstSeq(h.Until), 200)
	for _, job := range jobs {
		if h.left[job.ID] {
			continue
		}
		t, err := h.taskOf(ctx, job)
		if err != nil {
			return task{}, false, err
		}
		if t.at.Before(h.Until.Add(-lastShift)) && (!found || t.at.Before(next.at)) {
			next, found = t, true
		}
	}
	return next, found, err
}

// taskOf returns who takes a job in review, and when.
func (h *past) taskOf(ctx context.Context, job onboarding.Job) (task, error) {
	c, err := h.program.Store.ReviewCase(ctx, company, job.ID)
	if err != nil {
		return task{}, err
	}
	t := task{n: numberAt(h.all, job.CreatedAt), job: job, in: c.State, at: c.OpenedAt}
	chance := dice(t.n, "duty")
	wait := time.Duration(4+chance.ExpFloat64()*22) * time.Minute
	t.who = h.colleague(chance.IntN(100))
	switch c.State {
	case store.CaseEscalated:
		r, err := h.program.Store.StandingEscalation(ctx, company, job.ID)
		if err != nil {
			return t, err
		}
		t.at, t.who = r.CompletedAt, h.senior(t.n)
	case store.CaseProposed:
		r, err := h.program.Store.StandingProposal(ctx, company, job.ID)
		if err != nil {
			return t, err
		}
		t.at, t.who = r.CompletedAt, h.other(r.AgentID, t.n)
	default:
		if h.skipped[job.ID] {
			t.who = h.other(t.who.ID, t.n)
		}
	}
	t.at = onDuty(t.at.Add(min(wait, 4*time.Hour)), t.n)
	if now := h.clock.Now(); t.at.Before(now) {
		t.at = now
	}
	t.long = t.who.takes(t.n, float64(t.at.Sub(h.From))/float64(h.Until.Sub(h.From)), string(c.State))
	return t, nil
}

// colleague returns who takes a job, by a number below 100.
func (h *past) colleague(pick int) colleague {
	for _, c := range h.team {
		if pick -= c.part; pick < 0 {
			return c
		}
	}
	return h.team[0]
}

// senior returns one of the colleagues who decide escalated jobs.
func (h *past) senior(n int) colleague {
	var seniors []colleague
	for _, c := range h.team {
		if c.Senior {
			seniors = append(seniors, c)
		}
	}
	return seniors[n%len(seniors)]
}

// other returns a colleague who is not the one with an id.
func (h *past) other(id string, n int) colleague {
	others := slices.DeleteFunc(slices.Clone(h.team), func(c colleague) bool { return c.ID == id })
	return others[n%len(others)]
}

// onDuty returns the first time from t on at which somebody is at work, a little later for some applicants.
func onDuty(t time.Time, n int) time.Time {
	for {
		from, until := 7, 19
		if weekend(t) {
			from, until = 9, 14
		}
		if t.Hour() >= from && t.Hour() < until {
			return t
		}
		begin := time.Date(t.Year(), t.Month(), t.Day(), from, 0, 0, 0, time.UTC)
		if t.Hour() >= until {
			t = time.Date(t.Year(), t.Month(), t.Day()+1, 0, 0, 0, 0, time.UTC)
			continue
		}
		t = begin.Add(time.Duration(dice(n, "morning").IntN(50)) * time.Minute)
	}
}

// leave leaves a job to people where one of them changed it meanwhile, which is what err says; any other error is
// returned.
func (h *past) leave(t task, err error) error {
	if !interfered(err) {
		return err
	}
	h.program.Log.Warn("a job of the demo's past is left to people", "job", t.job.ID, "error", err)
	h.left[t.job.ID] = true
	return nil
}

// interfered reports whether an error says that somebody changed meanwhile what a script of the past works on.
func interfered(err error) bool {
	return fault.Is(err, fault.Conflict) || fault.Is(err, fault.NotFound) || fault.Is(err, fault.Forbidden)
}

// perform lets the colleague take the job and do what they do with it.
func (h *past) perform(ctx context.Context, t task) error {
	desk := h.program.Desk
	taken, err := desk.Take(ctx, t.who.Agent, t.job.ID)
	if err != nil {
		return err
	}
	dossier, err := desk.Inspect(ctx, t.who.Agent, t.job.ID)
	if err != nil {
		return err
	}
	request := review.DecisionRequest{
		JobID:     t.job.ID,
		Claim:     taken.Claim,
		Version:   taken.Version,
		Digest:    taken.EvidenceDigest,
		StartedAt: h.clock.Now(),
	}
	chance := dice(t.n, "plan "+string(t.in)).Float64()
	first := t.in == store.CaseOpen && !h.skipped[t.job.ID]
	switch {
	case first && chance < .05:
		h.skipped[t.job.ID] = true
		return desk.Skip(ctx, t.who.Agent, t.job.ID)
	case first && chance < .13 && !t.who.Senior:
		h.clock.Forward(h.clock.Now().Add(t.long))
		request.Note = "Not sure about this one, please have a look."
		return desk.Escalate(ctx, t.who.Agent, request)
	}
	return h.conclude(ctx, t, dossier, request, chance)
}

// conclude lets the colleague decide.
func (h *past) conclude(
	ctx context.Context, t task, d review.Dossier, request review.DecisionRequest, chance float64,
) error {
	desk, a := h.program.Desk, h.all[t.n]
	h.clock.Forward(h.clock.Now().Add(t.long / 2))
	if a.kind == specimen.SubmittedDiffers {
		if err := h.correct(ctx, t, d, request.Claim); err != nil {
			return err
		}
	}
	decided := t.who.rule(t.n, a.application, "review "+string(t.in))
	request.Outcome, request.Reasons, request.Note = decided.outcome, decided.reasons, decided.note
	d, err := desk.Inspect(ctx, t.who.Agent, t.job.ID) // a correction may have settled a finding
	if err != nil {
		return err
	}
	request.Overrides = overrides(d.Red())
	draft := draft.Draft{
		Outcome:   string(request.Outcome),
		Reasons:   request.Reasons,
		Overrides: request.Overrides,
		Note:      request.Note,
	}
	if err := desk.SaveDraft(ctx, t.who.Agent, t.job.ID, draft); err != nil {
		return err
	}
	h.clock.Forward(h.clock.Now().Add(t.long / 2))
	done, err := desk.Decide(ctx, t.who.Agent, request)
	if err != nil || done.Proposed {
		return err
	}
	if chance > .97 && desk.Hold >= 0 && !h.undone[t.job.ID] { // a slip of the hand, taken back at once
		h.undone[t.job.ID] = true
		return desk.Undo(ctx, t.who.Agent, t.job.ID, "")
	}
	h.clock.Forward(done.HeldUntil.Add(time.Second))
	h.program.Processor.Turn(ctx) // enrols the applicant
	return nil
}

// overrides names the likeliest reason to approve in spite of each red finding.
func overrides(red []policy.Reason) map[string]string {
	named := map[string]string{}
	for _, r := range red {
		named[r.Key()] = r.Overrides()[0]
	}
	return named
}

// correct corrects the submitted birth date to the one that the zone has.
func (h *past) correct(ctx context.Context, t task, d review.Dossier, claim string) error {
	const field = "dateOfBirth"
	at := slices.IndexFunc(d.Report.Readings, func(r engine.Reading) bool {
		return r.Field == field && r.Source == engine.MRZ
	})
	before := d.Request.Submitted[field]
	if at < 0 || before == "" || d.Report.Readings[at].Value == before {
		return nil
	}
	return h.program.Desk.Correct(ctx, t.who.Agent, review.Correction{
		JobID:  t.job.ID,
		Claim:  claim,
		Source: "SUBMITTED",
		Field:  field,
		Before: before,
		After:  d.Report.Readings[at].Value,
	})
}
