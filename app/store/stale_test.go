package store_test

import (
	"errors"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/webhook"
)

// A write of the review page names what the page showed. These tests change one thing of it at a time.

// annasCase is a waiting case of company acme that Anna has claimed for a minute.
func annasCase(t *testing.T, st *store.Store) store.ReviewCase {
	t.Helper()
	jobID := waitingCases(t, st, 1)[0]
	return written(t, st, func(tx *store.Tx) (store.ReviewCase, error) {
		return tx.ClaimCase(t.Context(), claimOf("anna", "secret"), jobID)
	})
}

func claimOf(agent, secret string) store.Claim {
	return store.Claim{Company: "acme", Agent: agent, Secret: secret, Until: queueTime.Add(time.Minute)}
}

// refusedOn fails the test where a write was not refused, or was refused and changed the case all the same.
func refusedOn(t *testing.T, st *store.Store, name string, want store.ReviewCase, fn func(tx *store.Tx) error) {
	t.Helper()
	if err := st.Write(t.Context(), fn); err == nil {
		t.Errorf("%s: the write was not refused", name)
	}
	same(t, name, must(st.ReviewCase(t.Context(), want.Company, want.JobID))(t), want)
}

func TestACaseMovesOnlyAsItsAgentSawIt(t *testing.T) {
	now := clock.NewManual(queueTime)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		ctx, held := t.Context(), annasCase(t, st)
		seen := store.CaseLock{
			Company: "acme",
			JobID:   held.JobID,
			Agent:   "anna",
			Claim:   "secret",
			Version: held.Version,
			Digest:  held.EvidenceDigest,
		}
		for name, change := range map[string]func(l *store.CaseLock){
			"another agent":    func(l *store.CaseLock) { l.Agent = "ben" },
			"another claim":    func(l *store.CaseLock) { l.Claim = "of an older tab" },
			"an older version": func(l *store.CaseLock) { l.Version-- },
			"other evidence":   func(l *store.CaseLock) { l.Digest = "older" },
		} {
			l := seen
			change(&l)
			refusedOn(t, st, name+" closes", held, func(tx *store.Tx) error { return tx.CloseCase(ctx, l) })
			refusedOn(t, st, name+" escalates", held, func(tx *store.Tx) error { return tx.EscalateCase(ctx, l) })
			refusedOn(t, st, name+" proposes", held, func(tx *store.Tx) error { return tx.ProposeCase(ctx, l) })
		}
		now.Advance(time.Minute)
		refusedOn(t, st, "a claim that ran out", held, func(tx *store.Tx) error { return tx.CloseCase(ctx, seen) })
		now.Advance(-time.Minute)
		write(t, st, func(tx *store.Tx) error { return tx.CloseCase(ctx, seen) })
	})
}

func TestAClaimIsRenewedOnlyByWhoHoldsIt(t *testing.T) {
	now := clock.NewManual(queueTime)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		held := annasCase(t, st)
		later := func(agent, secret string) func(tx *store.Tx) error {
			c := claimOf(agent, secret)
			c.Until = c.Until.Add(time.Minute)
			return func(tx *store.Tx) error { return tx.RenewClaim(t.Context(), c, held.JobID) }
		}
		refusedOn(t, st, "another agent", held, later("ben", "secret"))
		refusedOn(t, st, "the claim of an older tab", held, later("anna", "older"))
		now.Advance(time.Minute)
		refusedOn(t, st, "a claim that ran out", held, later("anna", "secret"))
		now.Advance(-time.Minute)
		write(t, st, later("anna", "secret"))
	})
}

func TestOnlyWhoClosedACaseReopensIt(t *testing.T) {
	storetest.EachAt(t, clock.NewManual(queueTime), func(t *testing.T, st *store.Store) {
		ctx, held := t.Context(), annasCase(t, st)
		write(t, st, func(tx *store.Tx) error {
			return tx.CloseCase(ctx, store.CaseLock{
				Company: "acme",
				JobID:   held.JobID,
				Agent:   "anna",
				Claim:   "secret",
				Version: held.Version,
				Digest:  held.EvidenceDigest,
			})
		})
		closed := must(st.ReviewCase(ctx, "acme", held.JobID))(t)
		refusedOn(t, st, "another agent", closed, func(tx *store.Tx) error {
			return tx.ReopenCase(ctx, claimOf("ben", "again"), held.JobID)
		})
		write(t, st, func(tx *store.Tx) error { return tx.ReopenCase(ctx, claimOf("anna", "again"), held.JobID) })
		same(t, "state", must(st.ReviewCase(ctx, "acme", held.JobID))(t).State, store.CaseOpen)
	})
}

func TestAnEscalationIsRecalledOnlyAtTheVersionThatWasSeen(t *testing.T) {
	storetest.EachAt(t, clock.NewManual(queueTime), func(t *testing.T, st *store.Store) {
		ctx, held := t.Context(), annasCase(t, st)
		write(t, st, func(tx *store.Tx) error {
			return tx.EscalateCase(ctx, store.CaseLock{
				Company: "acme",
				JobID:   held.JobID,
				Agent:   "anna",
				Claim:   "secret",
				Version: held.Version,
				Digest:  held.EvidenceDigest,
			})
		})
		escalated := must(st.ReviewCase(ctx, "acme", held.JobID))(t)
		recall := func(version int64) func(tx *store.Tx) error {
			return func(tx *store.Tx) error {
				return tx.RecallCase(ctx, claimOf("anna", "again"), held.JobID, version)
			}
		}
		refusedOn(t, st, "an older version", escalated, recall(held.Version))
		write(t, st, recall(escalated.Version))
	})
}

func TestOnlyItsAuthorTakesAReviewBack(t *testing.T) {
	storetest.EachAt(t, clock.NewManual(queueTime), func(t *testing.T, st *store.Store) {
		ctx, job := t.Context(), addJob(t, st, "acme")
		write(t, st, func(tx *store.Tx) error {
			return tx.InsertReview(ctx, store.Review{
				ID:      "r",
				Company: "acme",
				JobID:   job.ID,
				AgentID: "anna",
				Kind:    store.ReviewDecision,
				Outcome: onboarding.ReviewApproved,
			})
		})
		err := st.Write(ctx, func(tx *store.Tx) error { return tx.UndoReview(ctx, "acme", "r", "ben") })
		missing(t, "another agent", err)
		same(t, "standing", must(st.StandingDecision(ctx, "acme", job.ID))(t).AgentID, "anna")
		write(t, st, func(tx *store.Tx) error { return tx.UndoReview(ctx, "acme", "r", "anna") })
		missing(t, "after it", second(st.StandingDecision(ctx, "acme", job.ID)))
		drawn := written(t, st, func(tx *store.Tx) (bool, error) { return tx.MarkDrawn(ctx, "acme", "r") })
		same(t, "drawn after it", drawn, false)
	})
}

// waitingJob adds a job of company acme in REVIEW.
func waitingJob(t *testing.T, st *store.Store, change func(*onboarding.Job)) onboarding.Job {
	t.Helper()
	return written(t, st, func(tx *store.Tx) (onboarding.Job, error) {
		job := newJob(tx, "acme")
		job.Status, job.Function = onboarding.Review, onboarding.Enrollment
		change(&job)
		if err := tx.InsertJob(t.Context(), job); err != nil {
			return job, err
		}
		return tx.Job(t.Context(), "acme", job.ID)
	})
}

func TestAJobIsReviewedOnceAndOnlyAsItWasSeen(t *testing.T) {
	now := clock.NewManual(queueTime)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		job := waitingJob(t, st, func(*onboarding.Job) {})
		review := func(id string, version int64) bool {
			return written(t, st, func(tx *store.Tx) (bool, error) {
				return tx.ReviewJob(ctx, "acme", id, onboarding.ReviewApproved, version, queueTime.Add(time.Minute))
			})
		}
		undo := func() bool {
			return written(t, st, func(tx *store.Tx) (bool, error) { return tx.UnreviewJob(ctx, "acme", job.ID) })
		}
		same(t, "at another version", review(job.ID, job.Version+1), false)
		same(t, "as it was seen", review(job.ID, job.Version), true)
		same(t, "when it is no longer in review", review(job.ID, job.Version+1), false)
		now.Advance(time.Minute)
		same(t, "taken back after the hold", undo(), false)
		now.Advance(-time.Second)
		same(t, "taken back within the hold", undo(), true)
		now.Advance(time.Second - time.Minute)
	})
}

func TestASandboxJobNeitherEnrolsNorCountsForAPerson(t *testing.T) {
	storetest.EachAt(t, clock.NewManual(queueTime), func(t *testing.T, st *store.Store) {
		ctx, until := t.Context(), queueTime.Add(time.Minute)
		genuine := waitingJob(t, st, func(j *onboarding.Job) { j.UniqueNumber = "4471" })
		chosen := waitingJob(t, st, func(j *onboarding.Job) {
			j.UniqueNumber, j.Sandbox = "4471", onboarding.Review
		})
		for _, j := range []onboarding.Job{genuine, chosen} {
			same(t, "reviewed", written(t, st, func(tx *store.Tx) (bool, error) {
				return tx.ReviewJob(ctx, "acme", j.ID, onboarding.ReviewApproved, j.Version, until)
			}), true)
		}
		same(t, "enrolments due", jobIDs(must(st.EnrolmentsDue(ctx, until, 9))(t)), []string{genuine.ID})
		same(t, "the person's jobs", jobIDs(must(st.JobsByNumber(ctx, "acme", "4471", 9))(t)), []string{genuine.ID})
		tests := must(st.SandboxJobsByNumber(ctx, "acme", "4471", 9))(t)
		same(t, "the tests with the person's number", jobIDs(tests), []string{chosen.ID})
	})
}

func TestAJobIsSubmittedOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		job := addJob(t, st, "acme")
		submit := func() bool {
			return written(t, st, func(tx *store.Tx) (bool, error) { return tx.SubmitJob(t.Context(), "acme", job.ID) })
		}
		same(t, "the first submit", submit(), true)
		same(t, "the second submit", submit(), false)
	})
}

func TestARehashReplacesOnlyTheHashThatWasChecked(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		rehash := func(from, to string) {
			write(t, st, func(tx *store.Tx) error { return tx.RehashAgent(ctx, "acme", "anna", from, to) })
		}
		write(t, st, func(tx *store.Tx) error {
			return tx.InsertAgent(ctx, store.Agent{
				Company:      "acme",
				ID:           "anna",
				Email:        "anna@acme.test",
				Role:         "agent",
				PasswordHash: "changed meanwhile",
			})
		})
		rehash("checked", "of today")
		same(t, "hash", must(st.Agent(ctx, "acme", "anna"))(t).PasswordHash, "changed meanwhile")
		rehash("changed meanwhile", "of today")
		same(t, "hash", must(st.Agent(ctx, "acme", "anna"))(t).PasswordHash, "of today")
	})
}

func TestADocumentNumberBelongsToItsState(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		for _, state := range []string{"NLD", "UTO"} {
			write(t, st, func(tx *store.Tx) error {
				return tx.PutCustomer(ctx, onboarding.Customer{
					ID:             state,
					Seq:            tx.NextSeq(),
					Company:        "acme",
					UniqueNumber:   state,
					DocumentNumber: "D1",
					IssuingCountry: state,
				})
			})
		}
		found := must(st.CustomersByDocument(ctx, "acme", "D1", "UTO"))(t)
		if len(found) != 1 || found[0].ID != "UTO" {
			t.Errorf("D1 of Utopia belongs to %+v", found)
		}
	})
}

func TestAnEventGoesToWhoeverAskedForIt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		both := []onboarding.EventType{onboarding.ApplicationDecision, onboarding.ApplicationReviewed}
		e := webhook.Event{
			Company: "acme",
			ID:      ids.ULID(queueTime),
			JobID:   ids.UUID(),
			Type:    onboarding.ApplicationDecision,
			Body:    []byte("{}"),
		}
		write(t, st, func(tx *store.Tx) error {
			e.OccurredAt = tx.Now
			all := []error{tx.InsertJob(ctx, capturing(tx, e.JobID))}
			for id, events := range map[string][]onboarding.EventType{"all": both, "paused": both, "other": both[1:]} {
				all = append(all, tx.InsertEndpoint(ctx, webhook.Endpoint{
					Company: "acme",
					ID:      id,
					URL:     "https://a.test/" + id,
					Host:    "https://a.test:443",
					Events:  events,
					State:   webhook.EndpointActive,
				}))
			}
			return errors.Join(append(all, tx.PauseEndpoint(ctx, "acme", "paused", "by hand"),
				tx.EmitEvent(ctx, e, queueTime))...)
		})
		got := map[string]webhook.State{}
		for _, d := range must(st.DeliveriesOfJob(ctx, "acme", e.JobID))(t) {
			got[d.EndpointID] = d.State
		}
		same(t, "deliveries", got, map[string]webhook.State{"all": webhook.Pending, "paused": webhook.Paused})
	})
}

func TestADeliveryIsPausedOnlyIfItsEndpointStillIs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		read := webhook.Endpoint{ // as it was before it was resumed
			Company: "acme",
			ID:      "resumed",
			Host:    "https://a.test:443",
			State:   webhook.EndpointPaused,
		}
		removed := read
		removed.ID = "removed"
		write(t, st, func(tx *store.Tx) error {
			resumed := read
			resumed.State = webhook.EndpointActive
			return errors.Join(tx.InsertEndpoint(ctx, resumed), tx.InsertJob(ctx, capturing(tx, "j")))
		})
		for _, e := range []webhook.Endpoint{read, removed} {
			write(t, st, func(tx *store.Tx) error {
				return tx.EmitTo(ctx, webhook.Event{Company: "acme", ID: e.ID, JobID: "j", Body: []byte("{}")}, e)
			})
		}
		got := map[string]webhook.State{}
		for _, d := range must(st.DeliveriesOfJob(ctx, "acme", "j"))(t) {
			got[d.EndpointID] = d.State
		}
		same(t, "deliveries", got, map[string]webhook.State{"resumed": webhook.Pending})
	})
}

func TestAnEventIsTakenBackOnlyWhileNobodySendsIt(t *testing.T) {
	const host = "https://a.test:443"
	storetest.EachAt(t, clock.NewManual(queueTime), func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		job := addJob(t, st, "acme").ID
		event := func(id string) webhook.Event {
			return webhook.Event{
				Company: "acme",
				ID:      id,
				JobID:   job,
				Type:    onboarding.ApplicationReviewed,
				Body:    []byte("{}"),
			}
		}
		recall := func(id string) bool {
			return written(t, st, func(tx *store.Tx) (bool, error) { return tx.RecallEvent(ctx, "acme", id) })
		}
		to := webhook.Endpoint{Company: "acme", ID: "e", Host: host}
		write(t, st, func(tx *store.Tx) error { return tx.EmitTo(ctx, event("sending"), to) })
		claimed := written(t, st, func(tx *store.Tx) ([]webhook.Delivery, error) {
			return tx.ClaimDeliveries(ctx, host, "lease", tx.Now.Add(time.Minute), 9)
		})
		same(t, "deliveries claimed", len(claimed), 1)
		write(t, st, func(tx *store.Tx) error { return tx.EmitTo(ctx, event("waiting"), to) })
		same(t, "one that a worker is sending", recall("sending"), false)
		same(t, "its body", string(must(st.Event(ctx, "acme", "sending"))(t).Body), "{}")
		same(t, "one that waits", recall("waiting"), true)
		missing(t, "what was taken back", second(st.Event(ctx, "acme", "waiting")))
	})
}
