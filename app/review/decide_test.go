package review_test

import (
	"encoding/json"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

func TestADecisionWritesEverythingAtOnce(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 1)
		anna := agent(t, st, "Anna", access.Agent)
		c := next(t, d, anna, "")
		sent := decision(c, "declined", "data.expired", "data.expired")
		sent.Comment, sent.Note, sent.StartedAt = "Expired.", "seen twice", noon.Add(-40*time.Second)
		done, err := d.Decide(t.Context(), anna, sent)
		if err != nil {
			t.Fatal(err)
		}
		job, _ := st.Job(t.Context(), company, jobs[0])
		if job.Status != onboarding.ReviewDeclined || job.PublicStatus(now.Now()) != onboarding.Review ||
			!job.HeldUntil.Equal(noon.Add(review.DefaultHold)) {
			t.Errorf("job: %s, public %s, held until %s", job.Status, job.PublicStatus(now.Now()), job.HeldUntil)
		}
		event, err := st.Event(t.Context(), company, done.EventID)
		if err != nil {
			t.Fatal(err)
		}
		var body onboarding.Payload
		if err := json.Unmarshal(event.Body, &body); err != nil {
			t.Fatal(err)
		}
		if body.Event.ID != event.ID || body.Event.Type != onboarding.ApplicationReviewed ||
			body.ApplicationDetails.Status != "Declined" {
			t.Errorf("envelope %+v, status %s", body.Event, body.ApplicationDetails.Status)
		}
		r := body.ReviewDetails
		if r == nil || r.Outcome != "Declined" || len(r.Reasons) != 1 || r.Reasons[0].Band != onboarding.Data ||
			r.Comment != "Expired." || r.Reviewer.DisplayName != "Anna" {
			t.Errorf("review details %+v", r)
		}
		var stored onboarding.Payload
		if err := st.ReadJobDoc(t.Context(), company, jobs[0], store.DocPayload, &stored); err != nil ||
			stored.Event != nil || stored.ReviewDetails == nil {
			t.Errorf("payload document: %+v, %v", stored.ReviewDetails, err)
		}
		due, err := st.DeliveriesOfJob(t.Context(), company, jobs[0])
		if err != nil || len(due) != 1 || !due[0].DueAt.Equal(noon.Add(review.DefaultHold)) {
			t.Errorf("deliveries %+v, %v", due, err)
		}
	})
}

func TestADecisionOnAChangedJobIsAConflictAndWritesNothing(t *testing.T) {
	now := clock.NewManual(noon)
	changes := map[string]func(*review.DecisionRequest){
		"another claim":    func(d *review.DecisionRequest) { d.Claim = "x" },
		"an older version": func(d *review.DecisionRequest) { d.Version-- },
		"other evidence":   func(d *review.DecisionRequest) { d.Digest = "d0" },
		"a lapsed claim":   func(*review.DecisionRequest) { now.Advance(review.DefaultLease) },
	}
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 1)
		anna := agent(t, st, "Anna", access.Agent)
		for name, change := range changes {
			sent := decision(next(t, d, anna, ""), onboarding.ReviewApproved)
			change(&sent)
			if _, err := d.Decide(t.Context(), anna, sent); !fault.Is(err, fault.Conflict) {
				t.Errorf("%s: %v", name, err)
			}
			events, _ := st.EventsOfJob(t.Context(), company, jobs[0])
			job, _ := st.Job(t.Context(), company, jobs[0])
			if len(events) != 0 || job.Status != onboarding.Review {
				t.Fatalf("%s: %d events, job %s", name, len(events), job.Status)
			}
			if err := d.Release(t.Context(), anna, jobs[0]); err != nil {
				t.Fatal(err)
			}
		}
		sent := decision(next(t, d, anna, ""), onboarding.ReviewApproved)
		if _, err := d.Decide(t.Context(), anna, sent); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Decide(t.Context(), anna, sent); !fault.Is(err, fault.Conflict) {
			t.Fatalf("a second time: %v", err)
		}
	})
}

func TestDecisionsBreakNoRuleOfTheForm(t *testing.T) {
	now := clock.NewManual(noon)
	st := storetest.SQLite(t, now)
	d, _ := desk(t, st, now, 1)
	anna := agent(t, st, "Anna", access.Agent)
	c := next(t, d, anna, "")
	cases := map[string]review.DecisionRequest{
		"no outcome":                           decision(c, ""),
		"another outcome":                      decision(c, "ERROR"),
		"no reason":                            decision(c, onboarding.ReviewSuspicious),
		"an unknown reason":                    decision(c, onboarding.ReviewDeclined, "nope"),
		"an unknown reason beside a known one": decision(c, onboarding.ReviewDeclined, "data.expired", "nope"),
		"a long comment": {
			JobID:   c.JobID,
			Outcome: onboarding.ReviewApproved,
			Comment: string(make([]byte, review.MaxComment+1)),
		},
		"a comment that turns": {JobID: c.JobID, Outcome: onboarding.ReviewApproved, Comment: "a\u202eb"},
		"a note that turns":    {JobID: c.JobID, Outcome: onboarding.ReviewApproved, Note: "a\u202eb"},
	}
	for name, sent := range cases {
		if _, err := d.Decide(t.Context(), anna, sent); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestUndoSendsNothingAndKeepsTheTexts(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 1)
		anna, ben := agent(t, st, "Anna", access.Agent), agent(t, st, "Ben", access.Agent)
		sent := decision(next(t, d, anna, ""), onboarding.ReviewSuspicious, "fraud.known")
		sent.Note = "again"
		if _, err := d.Decide(t.Context(), anna, sent); err != nil {
			t.Fatal(err)
		}
		if err := d.Undo(t.Context(), ben, jobs[0], ""); !fault.Is(err, fault.Forbidden) {
			t.Fatalf("another agent: %v", err)
		}
		now.Advance(review.DefaultHold - time.Second)
		if err := d.Undo(t.Context(), anna, jobs[0], ""); err != nil {
			t.Fatal(err)
		}
		dossier, err := d.Inspect(t.Context(), anna, jobs[0])
		if err != nil {
			t.Fatal(err)
		}
		events, _ := st.EventsOfJob(t.Context(), company, jobs[0])
		if len(events) != 0 || dossier.Job.Status != onboarding.Review || !dossier.Held(anna) ||
			dossier.Payload.ReviewDetails != nil {
			t.Errorf("%d events, %s, held %v, payload %+v", len(events), dossier.Job.Status, dossier.Held(anna),
				dossier.Payload.ReviewDetails)
		}
		if dossier.Draft.Note != "again" || len(dossier.Draft.Reasons) != 1 || dossier.Draft.Outcome != "Suspicious" {
			t.Errorf("draft %+v", dossier.Draft)
		}
		again := decision(*dossier.Case, onboarding.ReviewApproved)
		again.Seen = []string{dossier.Draft.Rev}
		if _, err := d.Decide(t.Context(), anna, again); err != nil {
			t.Fatalf("deciding again: %v", err)
		}
		now.Advance(review.DefaultHold)
		if err := d.Undo(t.Context(), anna, jobs[0], ""); !fault.Is(err, fault.Conflict) {
			t.Fatalf("after the hold: %v", err)
		}
	})
}

func TestACorrectionReachesThePayloadWithItsTrail(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 1)
		anna := agent(t, st, "Anna", access.Agent)
		c := next(t, d, anna, "")
		put := review.Correction{
			JobID:  c.JobID,
			Claim:  c.Claim,
			Source: "VIZ",
			Field:  "lastName",
			Before: "D0E",
			After:  " SMITH ",
		}
		if err := d.Correct(t.Context(), anna, put); err != nil {
			t.Fatal(err)
		}
		for name, bad := range map[string]review.Correction{
			"a machine-read value": {JobID: c.JobID, Claim: c.Claim, Source: "MRZ", Field: "lastName", After: "X"},
			"an address that turns": {
				JobID:  c.JobID,
				Claim:  c.Claim,
				Source: "VIZ",
				Field:  "address.full",
				After:  "a\u202eb",
			},
			"no such field": {JobID: c.JobID, Claim: c.Claim, Source: "VIZ", Field: "shoeSize", After: "X"},
			"a date as a name": {
				JobID:  c.JobID,
				Claim:  c.Claim,
				Source: "VIZ",
				Field:  "lastName",
				After:  "1990-01-01",
			},
			"marks as a name": {JobID: c.JobID, Claim: c.Claim, Source: "VIZ", Field: "firstName", After: "--"},
			"no date": {
				JobID:  c.JobID,
				Claim:  c.Claim,
				Source: "VIZ",
				Field:  "expiryDate",
				After:  "31.12.2030",
			},
		} {
			if err := d.Correct(t.Context(), anna, bad); !fault.Is(err, fault.Invalid) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := d.Decide(t.Context(), anna, decision(c, onboarding.ReviewApproved)); err != nil {
			t.Fatal(err)
		}
		var payload onboarding.Payload
		if err := st.ReadJobDoc(t.Context(), company, jobs[0], store.DocPayload, &payload); err != nil {
			t.Fatal(err)
		}
		if got := payload.ReviewDetails.Corrections; len(got) != 1 || got[0].After != "SMITH" ||
			payload.PersonalDetails.LastName != "SMITH" {
			t.Errorf("corrections %+v, name %q", got, payload.PersonalDetails.LastName)
		}
	})
}

func TestAnApprovalTellsNoReasonsAndAnUndoBringsThemBack(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 1)
		anna := agent(t, st, "Anna", access.Agent)
		sent := decision(next(t, d, anna, ""), onboarding.ReviewApproved, "data.expired", "fraud.known")
		sent.Comment, sent.Note = "Welcome.", "first thought it had expired"
		if _, err := d.Decide(t.Context(), anna, sent); err != nil {
			t.Fatal(err)
		}
		var payload onboarding.Payload
		if err := st.ReadJobDoc(t.Context(), company, jobs[0], store.DocPayload, &payload); err != nil ||
			len(payload.ReviewDetails.Reasons) != 0 {
			t.Errorf("the approval tells %+v, %v", payload.ReviewDetails.Reasons, err)
		}
		if err := d.Undo(t.Context(), anna, jobs[0], ""); err != nil {
			t.Fatal(err)
		}
		dossier, err := d.Inspect(t.Context(), anna, jobs[0])
		if err != nil {
			t.Fatal(err)
		}
		if got := dossier.Draft; len(got.Reasons) != 2 || got.Comment != "Welcome." ||
			got.Note != "first thought it had expired" || got.Outcome != "Approved" {
			t.Errorf("brought back: %+v", got)
		}
	})
}

func TestADecisionThatCanNoLongerBeUndoneLeavesNoDraft(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 2)
		anna := agent(t, st, "Anna", access.Agent)
		for range jobs {
			sent := decision(next(t, d, anna, ""), onboarding.ReviewApproved)
			sent.Note = "kept for an undo"
			if _, err := d.Decide(t.Context(), anna, sent); err != nil {
				t.Fatal(err)
			}
			now.Advance(review.DefaultHold + time.Second)
		}
		if err := d.PurgeDrafts(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, job := range jobs {
			if _, err := st.Draft(t.Context(), company, job, anna.ID); !fault.Is(err, fault.NotFound) {
				t.Errorf("the draft: %v", err)
			}
		}
	})
}

func TestTheTimeOnAJobCountsFromWhenItWasTakenWhateverIsReloaded(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 1)
		anna := agent(t, st, "Anna", access.Agent)
		taken := next(t, d, anna, "")
		at := now.Now()
		now.Advance(3 * time.Minute)
		sent := decision(taken, onboarding.ReviewApproved)
		sent.StartedAt = now.Now().Add(-time.Second) // the page was reloaded just now
		if _, err := d.Decide(t.Context(), anna, sent); err != nil {
			t.Fatal(err)
		}
		done, err := st.StandingDecision(t.Context(), company, jobs[0])
		if err != nil || !done.StartedAt.Equal(at) {
			t.Errorf("started %s, want %s: %v", done.StartedAt, at, err)
		}
	})
}
