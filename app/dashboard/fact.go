package dashboard

import (
	"fmt"
	"strings"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
	"proofdesk/engine"
)

// facts collects what one row counts, all of one company and hour.
type facts struct {
	company string
	hour    int64
	all     []store.Rollup
}

func factsAt(company string, at time.Time) *facts {
	return &facts{company: company, hour: store.HourOf(at)}
}

func (f *facts) count(metric string, parts ...string) { f.add(metric, 0, parts...) }

func (f *facts) add(metric string, total float64, parts ...string) {
	f.all = append(f.all, store.Rollup{
		Company: f.company,
		Metric:  metric,
		Hour:    f.hour,
		Label:   label(parts...),
		Count:   1,
		Total:   total,
	})
}

// took counts a time; a negative one, as clocks differ, counts as zero.
func (f *facts) took(metric string, d time.Duration, parts ...string) {
	d = max(0, d)
	f.add(metric, float64(d)/float64(time.Millisecond), append(parts, bucketOf(d))...)
}

func ofSubmission(j store.UnfoldedJob) []store.Rollup {
	f := factsAt(j.Company, j.SubmittedAt)
	f.count(metricSubmitted)
	return f.all
}

// ofDecision counts the outcome of a job by the engine and the policy.
func ofDecision(j store.UnfoldedJob, report engine.Report, decision policy.Decision) []store.Rollup {
	f := factsAt(j.Company, j.DecidedAt)
	outcome := decision.Outcome
	if outcome == "" {
		outcome = j.Status
	}
	f.count(metricAutomated, strings.ToUpper(string(outcome)))
	for _, r := range decision.Reasons {
		f.count(metricReason, r.Code)
	}
	if report.Elapsed > 0 {
		f.took(metricEngine, report.Elapsed)
	}
	var groups []engine.Group
	steps := map[engine.Group]time.Duration{}
	for _, c := range report.Checks {
		if _, seen := steps[c.Group]; !seen {
			groups = append(groups, c.Group)
		}
		steps[c.Group] += c.Elapsed
		f.check(c)
	}
	for _, g := range groups {
		f.add(metricStep, float64(steps[g])/float64(time.Millisecond), string(g))
	}
	return f.all
}

func (f *facts) check(c engine.Check) {
	f.count(metricCheck, c.Code, string(c.Outcome))
	if c.Outcome == engine.NotRun {
		return
	}
	f.took(metricCheckTime, c.Elapsed, c.Code)
	f.count(metricProvider, c.Code, c.Provider, c.Version)
	if c.Score != nil && plotted(c.Code) {
		f.count(metricScore, c.Code, binOf(*c.Score))
	}
}

// ofTimings counts what devices measured while a job was captured.
func ofTimings(u store.UnfoldedTimings) []store.Rollup {
	f := factsAt(u.Company, u.At)
	if e := u.Timings.Engine; e != nil {
		from := readyCached
		if e.Downloaded {
			from = readyDownloaded
		}
		f.took(metricReady, milliseconds(float64(e.Milliseconds)), from)
	}
	for _, c := range u.Timings.Captures {
		f.count(metricTaken, string(c.Capture), yesOrNo(c.Automatic))
		if c.Automatic {
			f.took(metricTaking, milliseconds(float64(c.Milliseconds)), string(c.Capture))
		}
		if rate := c.FramesPerSecond; rate != nil {
			f.took(metricFrame, milliseconds(1000 / *rate), string(c.Capture))
		}
	}
	return f.all
}

const (
	readyCached     = "cached"
	readyDownloaded = "downloaded"
)

func milliseconds(n float64) time.Duration { return time.Duration(n * float64(time.Millisecond)) }

// Lean is the outcome that the engine's findings on a job in review suggest.
type Lean string

// The three leanings: nothing failed or warned, something warned, something failed.
const (
	LeanApprove Lean = "approve"
	LeanUnsure  Lean = "unsure"
	LeanDecline Lean = "decline"
)

// leanOf returns the leaning of a report. It ignores checks that did not run.
func leanOf(r engine.Report) Lean {
	lean := LeanApprove
	for _, c := range r.Checks {
		switch c.Outcome {
		case engine.Fail:
			return LeanDecline
		case engine.Warn:
			lean = LeanUnsure
		}
	}
	return lean
}

// ofReview counts a decision of an agent that can no longer be undone.
func ofReview(r store.UnfoldedReview, report engine.Report) []store.Rollup {
	f := factsAt(r.Company, r.CompletedAt)
	outcome, handling := string(r.Outcome), r.CompletedAt.Sub(r.StartedAt)
	f.count(metricReviewed, outcome)
	f.count(metricMatrix, string(leanOf(report)), outcome)
	for _, reason := range r.Reasons {
		f.count(metricReviewReason, reason.Code)
	}
	for _, o := range r.Overrides {
		f.count(metricOverride, o.Code, o.Reason)
	}
	if len(r.Overrides) > 0 {
		f.count(metricAgentOver, r.AgentID)
	}
	f.took(metricHandle, handling)
	if !r.OpenedAt.IsZero() {
		f.took(metricWait, r.StartedAt.Sub(r.OpenedAt))
	}
	f.count(metricAgent, r.AgentID, outcome)
	f.took(metricAgentTime, handling, r.AgentID)
	if lean := leanOf(report); lean != LeanUnsure {
		f.count(metricAgentLean, r.AgentID, yesOrNo((lean == LeanApprove) == r.Outcome.Is(onboarding.ReviewApproved)))
	}
	if r.Proposer != "" && r.Proposer != r.AgentID {
		f.count(metricAgreed, r.Proposer, yesOrNo(r.Proposed.Is(r.Outcome)))
	}
	return f.all
}

// yesOrNo returns the part of a label that stands for yes, or for no.
func yesOrNo(is bool) string {
	if is {
		return labelYes
	}
	return "no"
}

const labelYes = "yes"

func ofAttempt(a store.UnfoldedAttempt) []store.Rollup {
	f := factsAt(a.Company, a.StartedAt)
	f.took(metricLatency, a.Latency)
	f.count(metricAttempt, fmt.Sprintf("%02d", min(a.N, webhook.MaxAttempts+1)), string(a.Class))
	return f.all
}

// ofDelivery counts a delivery under its final state and subtracts it from the state under which it counted before.
func ofDelivery(d store.UnfoldedDelivery) []store.Rollup {
	f := factsAt(d.Company, d.CreatedAt)
	count := func(state webhook.State, n int64) {
		first := len(f.all)
		f.count(metricDelivery, string(state))
		f.count(metricEndpoint, d.EndpointID, string(state))
		for i := range f.all[first:] {
			f.all[first+i].Count = n
		}
	}
	count(d.State, 1)
	if d.Before != "" {
		count(d.Before, -1)
	}
	return f.all
}
