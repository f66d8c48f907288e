package review

import (
	"crypto/rand"
	"strings"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// The defaults of the desk's durations.
const (
	DefaultLease    = 10 * time.Minute // how long a claim lasts without a heartbeat
	DefaultAhead    = 2 * time.Minute  // how long a reserved job waits for its agent
	DefaultGrace    = 20 * time.Second // how long a claim outlives its page, for a reload
	DefaultCoolDown = 30 * time.Minute // how long a skipped job is kept from the agent
	DefaultHold     = 8 * time.Second  // how long a decision can be undone
)

// Desk holds the use cases of agents who review.
type Desk struct {
	Store    *store.Store
	Clock    clock.Clock
	Lease    time.Duration // zero means the default, as for the others
	CoolDown time.Duration
	Hold     time.Duration // negative for none: decisions are sent at once and can't be undone
	Nudge    func()        // wakes the dispatcher as an event waits; may be nil
	// Closed returns why nobody can take a job at present, as a message that is safe to show; empty where jobs can be
	// taken. It may be nil.
	Closed func() string
}

// Agent is the user who acts: seniors also get escalated jobs, and only those who decide may claim.
type Agent struct {
	Company string
	ID      string
	Name    string
	Senior  bool
	Decides bool
	Resting bool // on a break or away: no job is reserved for them
}

func (a Agent) actor() string { return "agent:" + a.ID }

// WhyClosed returns why nobody can take a job at present; empty where jobs can be taken.
func (d *Desk) WhyClosed() string {
	if d.Closed == nil {
		return ""
	}
	return d.Closed()
}

// mayTake refuses agents whose role may only read, and everybody while no job can be taken.
func (d *Desk) mayTake(a Agent) error {
	if err := a.may(); err != nil {
		return err
	}
	if why := d.WhyClosed(); why != "" {
		return fault.New(fault.Conflict, "%s", why)
	}
	return nil
}

// may refuses agents whose role may only read.
func (a Agent) may() error {
	if !a.Decides {
		return fault.New(fault.Forbidden, "your role can view jobs but not review them")
	}
	return nil
}

func (a Agent) entry(action, jobID string, detail any) audit.Entry {
	return audit.Entry{Company: a.Company, Actor: a.actor(), Action: action, Target: "job:" + jobID, Detail: detail}
}

func or(d, fallback time.Duration) time.Duration {
	if d == 0 {
		return fallback
	}
	return d
}

// hold returns how long a decision can be undone.
func (d *Desk) hold() time.Duration { return max(0, or(d.Hold, DefaultHold)) }

// aheadMark begins the secret of a claim on a reserved job.
const aheadMark = "ahead."

func (d *Desk) claim(a Agent, now time.Time) store.Claim {
	return store.Claim{Company: a.Company, Agent: a.ID, Secret: rand.Text(), Until: now.Add(or(d.Lease, DefaultLease))}
}

func claimedAhead(c store.ReviewCase) bool { return strings.HasPrefix(c.Claim, aheadMark) }
