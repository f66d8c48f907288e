package demo

import (
	"slices"

	"proofdesk/app/audit"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

// traces is what the use cases of the program leave of a job.
type traces struct {
	actions    map[string]int // of its entries of the audit trail
	reviews    map[store.ReviewKind]int
	standing   int // decisions that were not undone
	events     []webhook.Event
	deliveries []webhook.Delivery
}

// tracesOf loads what is left of a job, whose trail also names the requests of the client and the views of agents.
func (f figures) tracesOf(job onboarding.Job) traces {
	f.Helper()
	var rows []audit.Row
	var err error
	left := traces{actions: map[string]int{}, reviews: map[store.ReviewKind]int{}}
	rows, err = f.Store.AuditOf(f.Context(), company, "job:"+job.ID, "", 1000)
	f.must(err)
	for _, r := range rows {
		left.actions[r.Action]++
	}
	reviews, err := f.Store.Reviews(f.Context(), company, job.ID)
	f.must(err)
	for _, r := range reviews {
		left.reviews[r.Kind]++
		if r.Kind == store.ReviewDecision && r.UndoneAt.IsZero() {
			left.standing++
		}
	}
	left.events, err = f.Store.EventsOfJob(f.Context(), company, job.ID)
	f.must(err)
	left.deliveries, err = f.Store.DeliveriesOfJob(f.Context(), company, job.ID)
	f.must(err)
	return left
}

// everyJobWentThroughTheUseCases fails the test for a job of the past that lacks what the use cases leave of a job, or
// that has some of it without the rest.
func (f figures) everyJobWentThroughTheUseCases() {
	f.Helper()
	reviewed, attempts := 0, 0
	for _, job := range f.past() {
		left := f.tracesOf(job)
		f.captured(job)
		for _, once := range []string{"job.create", "job.submit", "job.decide"} {
			if left.actions[once] != 1 {
				f.Errorf("job %s has %d entries %s", job.ID, left.actions[once], once)
			}
		}
		f.reviewedByTheDesk(job, left)
		attempts += f.delivered(job, left)
		reviewed += left.standing
	}
	if reviewed == 0 || attempts == 0 {
		f.Errorf("the past has %d reviews and %d attempts", reviewed, attempts)
	}
}

// captured looks at the captures of a job, each of which can be opened, and at what the engine and the policy said.
func (f figures) captured(job onboarding.Job) {
	f.Helper()
	captures, err := f.Store.Captures(f.Context(), company, job.ID)
	f.must(err)
	key, err := f.Keys.ApplicantKey(f.Context(), company, job.ID)
	f.must(err)
	if len(captures) == 0 {
		f.Errorf("job %s has no captures", job.ID)
	}
	for _, c := range captures {
		if b, err := f.Safe.ReadAll(f.Context(), c, key); err != nil || len(b) == 0 {
			f.Errorf("capture %s of job %s has %d bytes: %v", c.Kind, job.ID, len(b), err)
		}
	}
	for _, kind := range []string{store.DocRequest, store.DocReport, store.DocDecision, store.DocPayload} {
		if b, err := f.Store.JobDoc(f.Context(), company, job.ID, kind); err != nil || len(b) == 0 {
			f.Errorf("job %s has no %s: %v", job.ID, kind, err)
		}
	}
}

// reviewedByTheDesk compares the reviews of a job with its trail, its status and its events.
func (f figures) reviewedByTheDesk(job onboarding.Job, left traces) {
	f.Helper()
	for kind, action := range map[store.ReviewKind]string{
		store.ReviewDecision:   "review.decide",
		store.ReviewProposal:   "review.propose",
		store.ReviewEscalation: "review.escalate",
	} {
		if left.reviews[kind] != left.actions[action] {
			f.Errorf("job %s has %d of kind %s and %d entries %s", job.ID, left.reviews[kind], kind,
				left.actions[action], action)
		}
	}
	if n := left.reviews[store.ReviewDecision]; n > 0 && left.actions["review.claim"] == 0 {
		f.Errorf("job %s was decided %d times and never claimed", job.ID, n)
	}
	told := 0
	for _, e := range left.events {
		if e.Type == onboarding.ApplicationReviewed {
			told++
		}
	}
	if done := !job.ReviewedAt.IsZero(); done != (left.standing == 1) || told != left.standing {
		f.Errorf("job %s, %s, has %d decisions of agents and %d events of them", job.ID, job.Status, left.standing,
			told)
	}
}

// delivered compares the deliveries of a job with its events and their attempts, and returns how many those are.
func (f figures) delivered(job onboarding.Job, left traces) int {
	f.Helper()
	all := 0
	for _, e := range left.events {
		if !slices.ContainsFunc(left.deliveries, func(d webhook.Delivery) bool { return d.EventID == e.ID }) {
			f.Errorf("event %s of job %s is delivered to nobody", e.Type, job.ID)
		}
	}
	for _, d := range left.deliveries {
		if !slices.ContainsFunc(left.events, func(e webhook.Event) bool { return e.ID == d.EventID }) {
			f.Errorf("delivery %s of job %s is of no event", d.ID, job.ID)
		}
		attempts, err := f.Store.Attempts(f.Context(), company, d.ID)
		f.must(err)
		if n := len(attempts); n < d.Attempts || d.State == webhook.Delivered && n == 0 {
			f.Errorf("delivery %s, %s, counts %d attempts and has %d", d.ID, d.State, d.Attempts, n)
		}
		all += len(attempts)
	}
	return all
}
