package dashboard

import "strings"

// The metrics in the rollups. A label of several parts joins them with labelMark; b stands for a time's bucket.
const (
	metricSubmitted    = "submitted"      // jobs by the hour of their submission; no label
	metricAutomated    = "automated"      // jobs decided by the engine: outcome
	metricEngine       = "engine"         // time of the engine for one job: b
	metricStep         = "step"           // time of a group of checks for one job: group
	metricCheck        = "check"          // checks: code, outcome
	metricCheckTime    = "check.time"     // time of a check: code, b
	metricProvider     = "check.provider" // checks that ran: code, provider, its version
	metricScore        = "score"          // scores of checks: code, bin
	metricReason       = "reason"         // reasons of the engine's decisions: code
	metricReady        = "sdk.ready"      // time until a device's engine was ready: cached or downloaded, b
	metricTaken        = "sdk.taken"      // captures on devices: kind, yes or no for one that was taken by itself
	metricTaking       = "sdk.taking"     // time until one was taken by itself: kind, b
	metricFrame        = "sdk.frame"      // time between two frames that a device's engine looked at: kind, b
	metricReviewed     = "reviewed"       // agents' decisions, not undone, by the hour they were made in: outcome
	metricReviewReason = "review.reason"  // their reasons: code
	metricOverride     = "override"       // findings that agents approved over: code, override
	metricMatrix       = "matrix"         // their outcomes against the engine's leaning: lean, outcome
	metricWait         = "wait"           // from the case's opening until an agent began: b
	metricHandle       = "handle"         // from then until the decision: b
	metricAgent        = "agent"          // decisions: agent, outcome
	metricAgentOver    = "agent.override" // approvals over at least one finding: agent
	metricAgentTime    = "agent.time"     // handling: agent, b
	metricAgreed       = "agent.agreed"   // proposals that a second agent decided on: proposer, yes or no
	metricAgentLean    = "agent.lean"     // decisions on findings that lean to one side: agent, yes or no for agreement
	metricLatency      = "latency"        // attempts: b
	metricAttempt      = "attempt"        // attempts: number (01 … 10, 11 for any later), class
	metricDelivery     = "delivery"       // deliveries by the hour they were made in: latest final state
	metricEndpoint     = "endpoint"       // the same without sandbox clients: endpoint, latest final state
)

const labelMark = "\x1f"

func label(parts ...string) string { return strings.Join(parts, labelMark) }

// cut returns the first part of a label and the rest.
func cut(text string) (string, string) {
	head, rest, _ := strings.Cut(text, labelMark)
	return head, rest
}

// Override returns the finding and the override that a count of overrides is about.
func (c Count) Override() (finding, override string) { return cut(c.Key) }
