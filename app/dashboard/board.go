package dashboard

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

// Reader reads a company's figures from the counters.
type Reader struct {
	Store *store.Store
	Log   *slog.Logger // of Hide

	hidden []store.Rollup
}

// AgeLimits returns the ages between which waiting cases are grouped.
func AgeLimits() [5]time.Duration {
	return [5]time.Duration{5 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour, 4 * time.Hour}
}

// Host is the breaker of one host over a window. Used is in how many points of it new deliveries were made.
type Host struct {
	Name   string
	Spells []Spell
	Used   int
}

// Board holds the data of every chart of the dashboard. Slices of lines have one value per point of the window.
type Board struct {
	Window
	Waiting   []store.WaitingAge
	Flow      Flow
	Wait      []Times
	Handle    []Times
	Automated []Count
	Reviewed  []Count
	Matrix    OutcomeMatrix
	Reasons   []Count // of agents
	Findings  []Count // of the engine
	Overrides []Count // findings that agents approved over: code and override, joined as in Override
	Scores    []Scores
	Steps     Steps
	Latency   []Times
	Attempts  []AttemptCount
	Hosts     []Host
	Arrivals  [7][24]int64
	Headline  Headline
}

// Headline holds the figures above the charts. Times and deliveries are those of the window.
type Headline struct {
	Waiting, Overdue       int64
	DecidedToday, ByEngine int64
	Handle, Engine         *Times
	Delivered, Failed      int64
	Held                   int    // at most HeldBound
	Open                   int    // hosts with an open breaker
	Worst                  string // the host with the most held deliveries; empty where there are none
	WorstHeld              int    // at most HeldBound
}

// HeldBound is up to how many held deliveries are counted.
const HeldBound = 10_000

// Empty reports whether there is nothing to show: no job was submitted in the window and none waits.
func (b Board) Empty() bool {
	return b.Headline.Waiting == 0 && b.Headline.DecidedToday == 0 && Sum(b.Automated) == 0 && Sum(b.Reviewed) == 0 &&
		!slices.ContainsFunc(b.Flow.Inflow, func(n int64) bool { return n > 0 })
}

// query keeps the first error of several reads.
type query struct {
	ctx     context.Context
	desk    *Reader
	company string
	w       Window
	err     error
}

func (r *query) steps(metric string, step int64) []store.RollupSum {
	if r.err != nil {
		return nil
	}
	var sums []store.RollupSum
	sums, r.err = r.desk.Store.RollupSteps(r.ctx, r.company, metric, r.w.From, r.w.Until, step)
	return sums
}

func (r *query) totals(metric string) []store.RollupSum {
	return r.between(metric, r.w.From)
}

func (r *query) between(metric string, from int64) []store.RollupSum {
	if r.err != nil {
		return nil
	}
	var sums []store.RollupSum
	sums, r.err = r.desk.Store.RollupTotals(r.ctx, r.company, metric, from, r.w.Until)
	return r.without(sums, metric, from)
}

// Board returns a company's dashboard for a window.
func (d *Reader) Board(ctx context.Context, company string, w Window) (Board, error) {
	r := &query{ctx: ctx, desk: d, company: company, w: w}
	b := Board{Window: w}
	var undecided int64
	if undecided, r.err = d.Store.UndecidedJobs(ctx, company); r.err != nil {
		return b, r.err
	}
	hourly := r.steps(metricSubmitted, 1)
	submitted, automated, reviewed := coarser(hourly,
		w.Step), r.steps(metricAutomated, w.Step), r.steps(metricReviewed, w.Step)
	b.Flow = flowOf(w, submitted, automated, reviewed, undecided)
	b.Arrivals = arrivalsOf(w, hourly)
	b.Wait, b.Handle, b.Latency = timesPer(w,
		r.steps(metricWait, w.Step)), timesPer(w,
		r.steps(metricHandle, w.Step)), timesPer(w, r.steps(metricLatency, w.Step))
	b.Steps = stepsOf(w, r.steps(metricStep, w.Step))
	b.Automated = ordered(r.totals(metricAutomated),
		names(onboarding.Approved, onboarding.Review, onboarding.Declined, onboarding.Errored,
			onboarding.ExistingCustomer)...)
	b.Reviewed = ordered(r.totals(metricReviewed),
		names(onboarding.ReviewApproved, onboarding.ReviewDeclined, onboarding.ReviewSuspicious)...)
	b.Matrix = matrixOf(r.totals(metricMatrix))
	b.Overrides = counted(r.totals(metricOverride))
	b.Reasons, b.Findings = counted(r.totals(metricReviewReason)), counted(r.totals(metricReason))
	b.Scores = scoresOf(r.totals(metricScore))
	b.Attempts = attemptsOf(r.totals(metricAttempt))
	r.live(&b)
	r.headline(&b)
	return b, r.err
}

func names(all ...onboarding.Status) []string {
	var texts []string
	for _, s := range all {
		texts = append(texts, string(s))
	}
	return texts
}

// coarser adds hourly sums up to longer steps.
func coarser(hourly []store.RollupSum, step int64) []store.RollupSum {
	sums := slices.Clone(hourly)
	for i := range sums {
		sums[i].Step /= step
	}
	return sums
}

// maxChanges limits how many changes of a host's breaker are drawn.
const maxChanges = 500

// live reads what is not in the rollups: the queue and the breakers as they are now.
func (r *query) live(b *Board) {
	if r.err != nil {
		return
	}
	if b.Waiting, r.err = r.desk.Store.WaitingAges(r.ctx, r.company, b.Now, AgeLimits()); r.err != nil {
		return
	}
	hosts, err := r.desk.Store.HostsOf(r.ctx, r.company)
	r.err = err
	from := b.At(0)
	for _, name := range hosts {
		if r.err != nil {
			return
		}
		var changes []store.BreakerChange
		changes, r.err = r.desk.Store.BreakerSince(r.ctx, name, from, maxChanges)
		host, used := Host{Name: name}, r.use(name)
		host.Spells = b.withUse(spellsOf(changes, from, b.Now), used)
		for _, inUse := range used {
			if inUse {
				host.Used++
			}
		}
		b.Hosts = append(b.Hosts, host)
	}
}

// use returns in which points of the window deliveries to a host were made. It steps from one that has some to the
// next.
func (r *query) use(host string) []bool {
	used := make([]bool, r.w.Points())
	for i := 0; i < len(used) && r.err == nil; {
		var at time.Time
		at, r.err = r.desk.Store.NextDeliveryTo(r.ctx, r.company, host, r.w.At(i))
		if at.IsZero() {
			break
		}
		for i < len(used) && !at.Before(r.w.At(i+1)) {
			i++
		}
		if i < len(used) {
			used[i] = true
			i++
		}
	}
	return used
}

// worst finds the host with the most held deliveries.
func (r *query) worst(hosts []Host, h *Headline) {
	for _, host := range hosts {
		if r.err != nil || host.Spells[len(host.Spells)-1].State != webhook.Open {
			continue
		}
		h.Open++
		var held int
		held, r.err = r.desk.Store.CountDeliveriesForHost(r.ctx, r.company, host.Name, HeldBound)
		if held > h.WorstHeld {
			h.Worst, h.WorstHeld = host.Name, held
		}
	}
}

func (r *query) headline(b *Board) {
	h := Headline{Handle: timesIn(r.totals(metricHandle)), Engine: timesIn(r.totals(metricEngine))}
	for _, age := range b.Waiting {
		h.Waiting, h.Overdue = h.Waiting+age.InTime+age.Soon+age.Late, h.Overdue+age.Late
	}
	for _, s := range r.between(metricAutomated, b.midnight()) {
		if !strings.EqualFold(s.Label, string(onboarding.Review)) {
			h.ByEngine += s.Count
		}
	}
	h.DecidedToday = h.ByEngine
	for _, s := range r.between(metricReviewed, b.midnight()) {
		h.DecidedToday += s.Count
	}
	for _, s := range r.totals(metricDelivery) {
		switch webhook.State(s.Label) {
		case webhook.Delivered:
			h.Delivered = s.Count
		case webhook.Failed:
			h.Failed = s.Count
		}
	}
	if r.err == nil {
		h.Held, r.err = r.desk.Store.CountHeldDeliveries(r.ctx, r.company, HeldBound)
	}
	r.worst(b.Hosts, &h)
	b.Headline = h
}
