package dashboard

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine"
)

// AgentFigures holds what one agent did in a window. Judged counts their proposals that a second agent decided on,
// Agreed those that were confirmed.
type AgentFigures struct {
	ID, Name                       string
	Done                           int64
	Approved, Declined, Suspicious int64
	Handle                         *Times
	Judged, Agreed                 int64
	Overridden                     int64 // approvals over a red finding
}

// Agents returns the figures of every agent who decided or proposed anything in the window, most decisions first.
func (d *Reader) Agents(ctx context.Context, company string, w Window) ([]AgentFigures, error) {
	r := &query{ctx: ctx, desk: d, company: company, w: w}
	at := map[string]*AgentFigures{}
	of := func(id string) *AgentFigures {
		if at[id] == nil {
			at[id] = &AgentFigures{ID: id, Handle: &Times{}}
		}
		return at[id]
	}
	for _, s := range r.totals(metricAgent) {
		id, outcome := cut(s.Label)
		a := of(id)
		a.Done += s.Count
		switch {
		case strings.EqualFold(outcome, string(onboarding.ReviewApproved)):
			a.Approved += s.Count
		case strings.EqualFold(outcome, string(onboarding.ReviewDeclined)):
			a.Declined += s.Count
		case strings.EqualFold(outcome, string(onboarding.ReviewSuspicious)):
			a.Suspicious += s.Count
		}
	}
	for id, times := range timesOf(r.totals(metricAgentTime)) {
		of(id).Handle = times
	}
	for _, s := range r.totals(metricAgentOver) {
		of(s.Label).Overridden += s.Count
	}
	for _, s := range r.totals(metricAgreed) {
		id, verdict := cut(s.Label)
		of(id).Judged += s.Count
		if verdict == "yes" {
			of(id).Agreed += s.Count
		}
	}
	if r.err != nil {
		return nil, r.err
	}
	var all []AgentFigures
	for id, a := range at {
		name, err := d.Store.AgentName(ctx, company, id)
		if err != nil {
			return nil, err
		}
		a.Name = name
		all = append(all, *a)
	}
	slices.SortFunc(all, func(a, b AgentFigures) int {
		return cmp.Or(cmp.Compare(b.Done, a.Done), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return all, nil
}

// Leaning returns how many decisions an agent made in a period on jobs whose findings suggested an outcome, and how
// many of them agreed with it. The period begins and ends with an hour.
func (d *Reader) Leaning(
	ctx context.Context, company, agent string, from, until time.Time,
) (agreed, all int64, err error) {
	sums, err := d.Store.RollupTotals(ctx, company, metricAgentLean, store.HourOf(from), store.HourOf(until))
	for _, s := range sums {
		id, verdict := cut(s.Label)
		if id != agent {
			continue
		}
		if all += s.Count; verdict == labelYes {
			agreed += s.Count
		}
	}
	return agreed, all, err
}

// CheckFigures holds how one check of the engine ended in a window, and how long it took where it ran.
type CheckFigures struct {
	Code     string
	Outcomes map[engine.Outcome]int64
	All      int64
	Took     *Times
}

// Checks returns the figures of every check in the window, in order of total time, longest first.
func (d *Reader) Checks(ctx context.Context, company string, w Window) ([]CheckFigures, error) {
	r := &query{ctx: ctx, desk: d, company: company, w: w}
	at := map[string]*CheckFigures{}
	for _, s := range r.totals(metricCheck) {
		code, outcome := cut(s.Label)
		if at[code] == nil {
			at[code] = &CheckFigures{Code: code, Outcomes: map[engine.Outcome]int64{}, Took: &Times{}}
		}
		at[code].Outcomes[engine.Outcome(outcome)] += s.Count
		at[code].All += s.Count
	}
	for code, times := range timesOf(r.totals(metricCheckTime)) {
		if at[code] != nil {
			at[code].Took = times
		}
	}
	var all []CheckFigures
	for _, c := range at {
		all = append(all, *c)
	}
	slices.SortFunc(all, func(a, b CheckFigures) int {
		return cmp.Or(cmp.Compare(b.Took.Total, a.Took.Total), cmp.Compare(a.Code, b.Code))
	})
	return all, r.err
}

// StepTimes returns the mean time of each of the engine's steps over a window.
func (d *Reader) StepTimes(ctx context.Context, company string, w Window) (Board, error) {
	r := &query{ctx: ctx, desk: d, company: company, w: w}
	return Board{Window: w, Steps: stepsOf(w, r.steps(metricStep, w.Step))}, r.err
}

// Provided is how often a version of a provider ran a check.
type Provided struct {
	Check, Provider, Version string
	N                        int64
}

// Providers returns the providers of each check in a window, by check, the most used first.
func (d *Reader) Providers(ctx context.Context, company string, w Window) ([]Provided, error) {
	r := &query{ctx: ctx, desk: d, company: company, w: w}
	var all []Provided
	for _, s := range r.totals(metricProvider) {
		code, rest := cut(s.Label)
		provider, version := cut(rest)
		all = append(all, Provided{Check: code, Provider: provider, Version: version, N: s.Count})
	}
	slices.SortStableFunc(all,
		func(a, b Provided) int { return cmp.Or(cmp.Compare(a.Check, b.Check), cmp.Compare(b.N, a.N)) })
	return all, r.err
}

// Quantiles returns p50, p90 and p99 of each; -1 where there is nothing.
func Quantiles(all []Times) [3][]time.Duration {
	var lines [3][]time.Duration
	for i, p := range [3]float64{.5, .9, .99} {
		for k := range all {
			lines[i] = append(lines[i], QuantileOr(&all[k], p))
		}
	}
	return lines
}

// QuantileOr returns a quantile; -1 where there is nothing.
func QuantileOr(t *Times, p float64) time.Duration {
	if q, ok := t.Quantile(p); ok {
		return q
	}
	return -1
}
