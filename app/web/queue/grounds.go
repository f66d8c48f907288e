package queue

import (
	"encoding/json"
	"time"

	"github.com/maypok86/otter/v2"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/engine"
)

// grounds holds the parts of a decision and a report that explain why a job waits: the rest is not decoded for a list.
// It is shared between requests and never changed.
type grounds struct {
	decision    policy.Decision
	Checks      []engine.Check      `json:"checks"`
	Readings    []engine.Reading    `json:"readings"`
	Comparisons []engine.Comparison `json:"comparisons"`
	Captures    []struct {
		ID   string `json:"id"`
		Kind string `json:"kind"`
	} `json:"captures"`
}

// readGrounds decodes a decision and a report; a document that a job does not have is nil.
func readGrounds(decision, report []byte) (*grounds, error) {
	g := &grounds{}
	for _, doc := range []struct {
		body []byte
		to   any
	}{{decision, &g.decision}, {report, g}} {
		if doc.body == nil {
			continue
		}
		if err := json.Unmarshal(doc.body, doc.to); err != nil {
			return nil, fault.Wrap(err, fault.Internal, "a stored document is damaged")
		}
	}
	return g, nil
}

// fill sets what a dossier tells reasons from.
func (g *grounds) fill(d *review.Dossier) {
	d.Decision = g.decision
	d.Report = engine.Report{Checks: g.Checks, Readings: g.Readings, Comparisons: g.Comparisons}
	for _, c := range g.Captures {
		d.Captures = append(d.Captures, onboarding.Capture{ID: c.ID, Kind: onboarding.CaptureKind(c.Kind)})
	}
}

// groundsKey names a job and its evidence: the report of the same evidence never changes.
type groundsKey struct{ company, job, digest string }

func keyOf(q store.Queued) groundsKey { return groundsKey{q.Company, q.JobID, q.EvidenceDigest} }

const (
	// recentGrounds is how many jobs' grounds are kept, some pages of the queue.
	recentGrounds = 512
	// recentLife is how long they are kept at most: a person who was erased is not in memory for longer.
	recentLife = 2 * time.Minute
)

// newRecent returns a cache of the grounds of the jobs that were listed last: agents look at the same pages of the
// queue again and again, and decoding reports is most of what such a page costs.
func newRecent() *otter.Cache[groundsKey, *grounds] {
	return otter.Must(&otter.Options[groundsKey, *grounds]{
		MaximumSize:      recentGrounds,
		ExpiryCalculator: otter.ExpiryCreating[groundsKey, *grounds](recentLife),
	})
}
