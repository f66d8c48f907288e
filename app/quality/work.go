package quality

import (
	"cmp"
	"context"
	"slices"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// Work is what one agent did in a period. Seconds are the agent's proposals against the decisions of a second agent,
// Checks the agent's decisions against quality checks.
type Work struct {
	Handled    []store.Handled // newest first
	Checks     Table
	Seconds    Table
	Overturned []Overturned // newest first
}

// Overturned is a decision of an agent that another one overturned. Who did is empty for a blind check, which names
// nobody.
type Overturned struct {
	JobID    string
	Function onboarding.Function
	At       time.Time
	Own      onboarding.Status
	Right    onboarding.Status
	By       string
	Reasons  []string // codes
	Note     string
}

const (
	mostHandled    = 20_000 // that one page reads
	mostOverturned = 50
	mostSeconds    = 5_000
)

// Work returns what an agent did in a period: from is included, until is not.
func (d *Checker) Work(ctx context.Context, company, agent string, from, until time.Time) (Work, error) {
	var w Work
	var err error
	if w.Handled, err = d.Store.HandledBy(ctx, company, agent, from, until, mostHandled); err != nil {
		return w, err
	}
	tallies, err := d.Store.ChecksOf(ctx, company, agent, from, until)
	if err != nil {
		return w, err
	}
	for _, t := range tallies {
		w.Checks.Add(t.First, t.Second, t.N)
	}
	seconds, err := d.Store.Confirmations(ctx, company, agent, from, until, mostSeconds)
	if err != nil {
		return w, err
	}
	for _, s := range seconds {
		w.Seconds.Add(s.Proposed, s.Decision.Outcome, 1)
		if !s.Proposed.Is(s.Decision.Outcome) && len(w.Overturned) < mostOverturned {
			w.Overturned = append(w.Overturned, ofSecond(s))
		}
	}
	checks, err := d.Store.OverruledChecks(ctx, company, agent, from, until, mostOverturned)
	for _, c := range checks {
		w.Overturned = append(w.Overturned, ofCheck(c))
	}
	slices.SortStableFunc(w.Overturned, func(a, b Overturned) int {
		return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.JobID, b.JobID))
	})
	w.Overturned = w.Overturned[:min(len(w.Overturned), mostOverturned)]
	return w, err
}

func ofSecond(c store.Confirmation) Overturned {
	o := Overturned{
		JobID:    c.JobID,
		Function: c.Function,
		At:       c.Decision.CompletedAt,
		Own:      c.Proposed,
		Right:    c.Decision.Outcome,
		By:       c.Decision.AgentName,
		Note:     c.Decision.Note,
	}
	for _, r := range c.Decision.Reasons {
		o.Reasons = append(o.Reasons, r.Code)
	}
	return o
}

func ofCheck(c store.QualityCheck) Overturned {
	return Overturned{
		JobID:    c.JobID,
		Function: c.Function,
		At:       c.VerdictAt,
		Own:      c.First.Outcome,
		Right:    c.Second.Outcome,
		Reasons:  c.Second.Reasons,
		Note:     cmp.Or(c.VerdictNote, c.Second.Note),
	}
}

// Pace returns how many jobs of a list were handled, and the median time that they took.
func Pace(all []store.Handled) (n int, median time.Duration) {
	took := make([]time.Duration, len(all))
	for i, h := range all {
		took[i] = max(0, h.CompletedAt.Sub(h.StartedAt))
	}
	slices.Sort(took)
	if len(took) == 0 {
		return 0, 0
	}
	return len(took), took[len(took)/2]
}

// ViewedWork audits that a user opened the page about another agent's work.
func (d *Checker) ViewedWork(ctx context.Context, a Agent, agent string) error {
	return d.Store.Write(ctx, func(tx *store.Tx) error {
		e := a.entry("quality.agent", "", nil)
		e.Target = "agent:" + agent
		return tx.Audit(ctx, e)
	})
}
