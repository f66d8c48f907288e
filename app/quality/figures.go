package quality

import (
	"cmp"
	"context"
	"slices"
	"time"

	"proofdesk/app/store"
)

// Figures holds how far first and second judgements agree in a period.
type Figures struct {
	Table     Table
	Agreement Interval
	Kappa     Interval
	// agreement over all decisions, where each check counts for the decisions that its rate represents; 0 without
	// checks
	Estimated float64
	// whether outcomes were sampled at different rates, so that Estimated is more accurate than Agreement
	Uneven    bool
	Upheld    int64 // disagreements adjudicated for the first agent
	Overruled int64 // for the second
	Either    int64
	Pending   int64 // not adjudicated yet
	Agents    []AgentAgreement
	Reasons   []ReasonAgreement
	Void      int64 // closed because nobody was left who may judge them blind
	Open      int64
	Oldest    time.Time // when the oldest open check was created; zero without one
}

// AgentAgreement holds how one agent's judgements compare with those of others.
type AgentAgreement struct {
	ID, Name  string
	First     Table // where this agent judged first
	Agreement Interval
	Kappa     Interval
	Overruled int64 // of them, disagreements adjudicated for the second agent
	Done      int64 // checks that the agent did as the second agent
	Alike     int64 // of them, those that agreed
}

// ReasonAgreement counts how often both agents, or only one, chose a reason, in checks that at least one of them did
// not approve.
type ReasonAgreement struct {
	Code                    string
	Both, FirstOnly, Second int64
}

// Share returns the share of the checks with this reason in which both chose it.
func (r ReasonAgreement) Share() Interval { return share(r.Both, r.Both+r.FirstOnly+r.Second) }

// Figures returns the figures of the checks that were done in a period: from is included, until is not. Open checks of
// the agent's own decisions are not counted.
func (d *Checker) Figures(ctx context.Context, a Agent, from, until time.Time) (Figures, error) {
	company := a.Company
	tallies, err := d.Store.CheckTallies(ctx, company, from, until)
	if err != nil {
		return Figures{}, err
	}
	f := figuresOf(tallies)
	for i := range f.Agents {
		if f.Agents[i].Name, err = d.Store.AgentName(ctx, company, f.Agents[i].ID); err != nil {
			return f, err
		}
	}
	slices.SortFunc(f.Agents, func(a, b AgentAgreement) int {
		return cmp.Or(cmp.Compare(b.First.Total(), a.First.Total()), cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.ID, b.ID))
	})
	if f.Void, err = d.Store.CountVoidChecks(ctx, company, from, until); err != nil {
		return f, err
	}
	f.Open, f.Oldest, err = d.Store.ChecksWaiting(ctx, company, a.ID)
	return f, err
}

func figuresOf(tallies []store.CheckTally) Figures {
	var f Figures
	agents, reasons, rates := map[string]*AgentAgreement{}, map[string]*ReasonAgreement{}, map[int]bool{}
	var weight, alike float64
	for _, t := range tallies {
		f.Table.Add(t.First, t.Second, t.N)
		agreed := t.First.Is(t.Second)
		w := float64(t.N) * 100 / float64(max(1, t.Rate))
		weight, rates[t.Rate] = weight+w, true
		if agreed {
			alike += w
		} else {
			f.judged(t)
		}
		addAgents(agents, t, agreed)
		addReasons(reasons, t)
	}
	f.Agreement, f.Kappa, f.Uneven = f.Table.Agreement(), f.Table.Kappa(), len(rates) > 1
	if weight > 0 {
		f.Estimated = alike / weight
	}
	for _, a := range agents {
		a.Agreement, a.Kappa = a.First.Agreement(), a.First.Kappa()
		f.Agents = append(f.Agents, *a)
	}
	for _, r := range reasons {
		f.Reasons = append(f.Reasons, *r)
	}
	slices.SortFunc(f.Reasons, func(a, b ReasonAgreement) int {
		return cmp.Or(cmp.Compare(b.Both+b.FirstOnly+b.Second, a.Both+a.FirstOnly+a.Second),
			cmp.Compare(a.Code, b.Code))
	})
	return f
}

func (f *Figures) judged(t store.CheckTally) {
	switch t.Verdict {
	case store.VerdictFirst:
		f.Upheld += t.N
	case store.VerdictSecond:
		f.Overruled += t.N
	case store.VerdictEither:
		f.Either += t.N
	default:
		f.Pending += t.N
	}
}

func addAgents(agents map[string]*AgentAgreement, t store.CheckTally, agreed bool) {
	of := func(id string) *AgentAgreement {
		if agents[id] == nil {
			agents[id] = &AgentAgreement{ID: id}
		}
		return agents[id]
	}
	first, second := of(t.FirstAgent), of(t.SecondAgent)
	first.First.Add(t.First, t.Second, t.N)
	if t.Verdict == store.VerdictSecond {
		first.Overruled += t.N
	}
	second.Done += t.N
	if agreed {
		second.Alike += t.N
	}
}

func addReasons(reasons map[string]*ReasonAgreement, t store.CheckTally) {
	of := func(code string) *ReasonAgreement {
		if reasons[code] == nil {
			reasons[code] = &ReasonAgreement{Code: code}
		}
		return reasons[code]
	}
	for _, code := range t.FirstReasons {
		if slices.Contains(t.SecondReasons, code) {
			of(code).Both += t.N
		} else {
			of(code).FirstOnly += t.N
		}
	}
	for _, code := range t.SecondReasons {
		if !slices.Contains(t.FirstReasons, code) {
			of(code).Second += t.N
		}
	}
}
