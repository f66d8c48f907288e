package boot_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/boot"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

// inquiry holds a database against a ledger.
type inquiry struct {
	*testing.T
	ctx    context.Context
	p      *boot.Program
	ledger *ledger
	got    *listener
	jobs   map[string]onboarding.Job
	events map[string]webhook.Event // of every job, by id
	tally  map[string]int
}

func newInquiry(t *testing.T, r *rig, p *boot.Program) *inquiry {
	return &inquiry{
		T:      t,
		ctx:    context.Background(),
		p:      p,
		ledger: r.load.ledger,
		got:    r.listener,
		jobs:   map[string]onboarding.Job{},
		events: map[string]webhook.Event{},
		tally:  map[string]int{},
	}
}

func (q *inquiry) everything() {
	for _, w := range append(q.ledger.wrong, q.got.wrong...) {
		q.Error(w)
	}
	q.readJobs()
	q.acknowledgements()
	for _, job := range q.jobs {
		q.job(job)
	}
	q.agents()
	q.deliveries()
	q.audit()
	q.Logf("%d jobs %v, %d submits acknowledged, %d decisions of agents acknowledged, %d events, %d requests to the "+
		"listener",
		len(q.jobs), q.tally, len(q.ledger.submits), len(q.ledger.verdicts), len(q.events), q.got.requests)
	if len(q.ledger.submits) == 0 || len(q.ledger.verdicts) == 0 || q.tally["REVIEW"] == len(q.jobs) {
		q.Error("the load did nothing: the test proves nothing")
	}
}

func (q *inquiry) readJobs() {
	const page = 500
	for before := int64(0); ; {
		jobs, err := q.p.Store.Jobs(q.ctx, boottest.Company, before, page)
		must(q.T, err)
		for _, job := range jobs {
			q.jobs[job.ID], before = job, job.Seq
			q.tally[string(job.Status)]++
		}
		if len(jobs) < page {
			return
		}
	}
}

// acknowledgements: what was answered with success is there, once.
func (q *inquiry) acknowledgements() {
	if len(q.jobs) != q.ledger.keys {
		q.Errorf("%d jobs for %d idempotency keys", len(q.jobs), q.ledger.keys)
	}
	for id := range q.ledger.jobs {
		if _, ok := q.jobs[id]; !ok {
			q.Errorf("job %s was acknowledged and is lost", id)
		}
	}
	for id := range q.ledger.submits {
		if !q.jobs[id].Status.Decided() {
			q.Errorf("job %s was submitted and is %q", id, q.jobs[id].Status)
		}
	}
	for id, captures := range q.ledger.captures {
		for urn, sum := range captures {
			u, ok := access.ParseURN(access.KindDocument, urn)
			if !ok {
				q.Errorf("%q names no capture", urn)
			}
			c, err := q.p.Store.Capture(q.ctx, boottest.Company, u.ID)
			if err != nil || c.JobID != id || c.SHA256 != sum {
				q.Errorf("capture %s of job %s was acknowledged: %v, %s", urn, id, err, c.SHA256)
			}
		}
	}
}

// job: its captures open; it has the events that its status asks for, no other, and they say the same.
func (q *inquiry) job(job onboarding.Job) {
	q.evidence(job)
	events, err := q.p.Store.EventsOfJob(q.ctx, job.Company, job.ID)
	must(q.T, err)
	told := map[onboarding.EventType][]onboarding.Payload{}
	for _, e := range events {
		q.events[e.ID] = e
		var p onboarding.Payload
		must(q.T, json.Unmarshal(e.Body, &p))
		if p.ApplicationDetails.JobID != job.ID || p.Event.ID != e.ID || p.Event.Type != e.Type {
			q.Errorf("event %s of job %s carries %s %+v", e.ID, job.ID, p.ApplicationDetails.JobID, p.Event)
		}
		told[e.Type] = append(told[e.Type], p)
	}
	decided, reviewed := 0, 0
	if job.Status.Decided() {
		decided = 1
	}
	if !job.ReviewedAt.IsZero() {
		reviewed = 1
	}
	if len(told[onboarding.ApplicationDecision]) != decided || len(told[onboarding.ApplicationReviewed]) != reviewed {
		q.Errorf("job %s is %s, reviewed at %v, with %d decisions and %d reviews told",
			job.ID, job.Status, job.ReviewedAt,
			len(told[onboarding.ApplicationDecision]), len(told[onboarding.ApplicationReviewed]))
		return
	}
	if decided == 1 {
		q.outcome(job, told)
	}
	q.trail(job, decided)
}

func (q *inquiry) outcome(job onboarding.Job, told map[onboarding.EventType][]onboarding.Payload) {
	first := told[onboarding.ApplicationDecision][0]
	last := first
	if !job.ReviewedAt.IsZero() {
		last = told[onboarding.ApplicationReviewed][0]
		if first.ApplicationDetails.Status != onboarding.Review {
			q.Errorf("job %s was reviewed after %s", job.ID, first.ApplicationDetails.Status)
		}
	}
	if last.ApplicationDetails.Status != job.Status {
		q.Errorf("job %s is %s, its last event says %s", job.ID, job.Status, last.ApplicationDetails.Status)
	}
	var kept onboarding.Payload
	must(q.T, q.p.Store.ReadJobDoc(q.ctx, job.Company, job.ID, store.DocPayload, &kept))
	if last.Event = nil; !reflect.DeepEqual(kept, last) {
		q.Errorf("job %s: the snapshot and its last event differ", job.ID)
	}
	if first.ApplicationDetails.Status != onboarding.Review {
		return
	}
	c, err := q.p.Store.ReviewCase(q.ctx, job.Company, job.ID)
	if err != nil || (c.State == store.CaseDone) != !job.ReviewedAt.IsZero() {
		q.Errorf("job %s is %s, its case %s (%v)", job.ID, job.Status, c.State, err)
	}
}

// evidence: every capture that stands opens to the bytes that its row names.
func (q *inquiry) evidence(job onboarding.Job) {
	key, err := q.p.Keys.ApplicantKey(q.ctx, job.Company, job.ID)
	must(q.T, err)
	captures, err := q.p.Store.Captures(q.ctx, job.Company, job.ID)
	must(q.T, err)
	if len(captures) > 1 {
		q.Errorf("job %s has %d captures that stand", job.ID, len(captures))
	}
	for _, c := range captures {
		plain, err := q.p.Safe.ReadAll(q.ctx, c, key)
		sum := sha256.Sum256(plain)
		if err != nil || hex.EncodeToString(sum[:]) != c.SHA256 {
			q.Errorf("capture %s of job %s: %v", c.ID, job.ID, err)
		}
	}
}

// trail: the audit tells each step as often as it happened.
func (q *inquiry) trail(job onboarding.Job, decided int) {
	rows, err := q.p.Store.AuditOf(q.ctx, job.Company, "job:"+job.ID, "", 1000)
	must(q.T, err)
	n := map[string]int{}
	for _, r := range rows {
		n[r.Action]++
	}
	standing := 0
	if !job.ReviewedAt.IsZero() {
		standing = 1
	}
	if n["job.create"] != 1 || n["job.submit"] != decided || n["job.decide"] != decided ||
		n["review.decide"]-n["review.undo"] != standing {
		q.Errorf("job %s is %s, reviewed %d times; its trail: %v", job.ID, job.Status, standing, n)
	}
}

// agents: a decision that an agent was told of stands, unless it was taken back.
func (q *inquiry) agents() {
	for _, v := range q.ledger.verdicts {
		_, told := q.events[v.Event]
		switch {
		case v.unclear:
		case v.undone && told:
			q.Errorf("the decision on %s was taken back and its event %s is there", v.Job, v.Event)
		case !v.undone && (!told || string(q.jobs[v.Job].Status) != v.Outcome):
			q.Errorf("the decision %s on %s was acknowledged; the job is %s, its event told: %v",
				v.Outcome, v.Job, q.jobs[v.Job].Status, told)
		}
	}
}

// deliveries: one per event, delivered, and the listener got the stored bytes and nothing else.
func (q *inquiry) deliveries() {
	const page = 500
	sent := map[string]int{}
	for before := int64(0); ; {
		all, err := q.p.Store.Deliveries(q.ctx, boottest.Company, "", before, page)
		must(q.T, err)
		for _, d := range all {
			before = d.Seq
			sent[d.EventID]++
			if d.State != webhook.Delivered {
				q.Errorf("delivery %s of event %s is %s: %s", d.ID, d.EventID, d.State, d.LastError)
			}
			if _, ok := q.events[d.EventID]; !ok {
				q.Errorf("delivery %s is of event %s, which no job has", d.ID, d.EventID)
			}
		}
		if len(all) < page {
			break
		}
	}
	for id, e := range q.events {
		if sent[id] != 1 || !bytes.Equal(q.got.bodies[id], e.Body) {
			q.Errorf("event %s has %d deliveries; the listener got its bytes: %v",
				id, sent[id], bytes.Equal(q.got.bodies[id], e.Body))
		}
	}
	for id := range q.got.bodies {
		if _, ok := q.events[id]; !ok {
			q.Errorf("the listener got event %s, which no job has", id)
		}
	}
}

func (q *inquiry) audit() {
	verdicts, err := q.p.Trail.Verify(q.ctx, "")
	must(q.T, err)
	for _, v := range verdicts {
		if !v.OK() {
			q.Errorf("the audit trail of %s breaks: %+v", v.Company, v)
		}
	}
	entries, err := q.p.Store.AuditPage(q.ctx, boottest.Company, "", 1)
	must(q.T, err)
	if len(entries) == 0 || entries[0].Position == 0 || strings.TrimSpace(entries[0].Hash) == "" {
		q.Errorf("the audit trail is not sealed to its end: %+v", entries)
	}
}
