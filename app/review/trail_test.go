package review_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
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

// TestEveryActOnAJobIsInTheTrail walks a job through every act of an agent and compares the whole trail.
func TestEveryActOnAJobIsInTheTrail(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 1)
		twoAgents(t, st, onboarding.ReviewSuspicious)
		anna, ben := agent(t, st, "Anna", access.Agent), agent(t, st, "Ben", access.Senior)
		id, ctx := jobs[0], t.Context()
		var want []string
		act := func(a review.Agent, action string, err error) {
			t.Helper()
			if err != nil {
				t.Fatalf("%s by %s: %v", action, a.Name, err)
			}
			want = append(want, "agent:"+a.ID+" "+action)
			now.Advance(time.Second)
		}
		take := func(a review.Agent) store.ReviewCase {
			t.Helper()
			c, err := d.Take(ctx, a, id)
			act(a, "review.claim", err)
			return c
		}
		c, err := d.Next(ctx, anna, "")
		act(anna, "review.claim", err)
		_, err = d.Reveal(ctx, anna, id)
		act(anna, "job.reveal", err)
		if _, err = d.Reveal(ctx, anna, id); err != nil { // it still lasts: no second entry
			t.Fatal(err)
		}
		act(anna, "review.correct", d.Correct(ctx, anna,
			review.Correction{JobID: id, Claim: c.Claim, Source: "VIZ", Field: "lastName", After: "DOE"}))
		act(anna, "review.skip", d.Skip(ctx, anna, id))
		act(anna, "review.escalate", d.Escalate(ctx, anna, decision(take(anna), "")))
		act(anna, "review.undo", d.Undo(ctx, anna, id, ""))
		c, err = st.ReviewCase(ctx, company, id)
		if err != nil {
			t.Fatal(err)
		}
		_, err = d.Decide(ctx, anna, decision(c, onboarding.ReviewSuspicious, "fraud.known"))
		act(anna, "review.propose", err)
		_, err = d.Decide(ctx, ben, decision(take(ben), onboarding.ReviewSuspicious, "fraud.known"))
		act(ben, "review.decide", err)
		act(ben, "review.undo", d.Undo(ctx, ben, id, ""))
		rows, err := st.AuditOf(ctx, company, "job:"+id, "", 100)
		if err != nil {
			t.Fatal(err)
		}
		slices.Reverse(rows)
		got := make([]string, len(rows))
		details := map[string]string{}
		for i, r := range rows {
			got[i] = r.Actor + " " + r.Action
			details[r.Action] = r.Detail
		}
		if !slices.Equal(got, want) {
			t.Errorf("the trail is\n%q, want\n%q", got, want)
		}
		saysWhatWasDecided(t, details)
	})
}

func saysWhatWasDecided(t *testing.T, details map[string]string) {
	t.Helper()
	for action, keys := range map[string][]string{
		"review.decide":  {"event", "outcome", "reasons", "review"},
		"review.propose": {"outcome", "reasons"},
		"review.correct": {"field", "source"},
		"review.undo":    {"review"},
	} {
		var detail map[string]any
		if err := json.Unmarshal([]byte(details[action]), &detail); err != nil {
			t.Errorf("%s: %q: %v", action, details[action], err)
		}
		for _, key := range keys {
			if value := fmt.Sprint(detail[key]); value == "" || value == "<nil>" {
				t.Errorf("%s says no %s: %s", action, key, details[action])
			}
		}
	}
}

func TestARevealLastsAMinuteAndIsNotRenewedBefore(t *testing.T) {
	now := clock.NewManual(noon)
	st := storetest.SQLite(t, now)
	d, jobs := desk(t, st, now, 1)
	anna := agent(t, st, "Anna", access.Agent)
	for _, c := range []struct{ at, until time.Duration }{
		{0, review.RevealTime},
		{review.RevealTime - time.Second, review.RevealTime},
		{review.RevealTime, 2 * review.RevealTime},
	} {
		now.Advance(noon.Add(c.at).Sub(now.Now()))
		until, err := d.Reveal(t.Context(), anna, jobs[0])
		if err != nil || !until.Equal(noon.Add(c.until)) {
			t.Errorf("after %s: until %s, %v; want %s", c.at, until, err, noon.Add(c.until))
		}
	}
}

// TestOnlyTheHolderOfAJobCorrectsIt guards that neither a page that lost the job nor somebody else changes a value.
func TestOnlyTheHolderOfAJobCorrectsIt(t *testing.T) {
	now := clock.NewManual(noon)
	st := storetest.SQLite(t, now)
	d, jobs := desk(t, st, now, 1)
	anna, ben := agent(t, st, "Anna", access.Agent), agent(t, st, "Ben", access.Agent)
	correct := func(a review.Agent, claim string) error {
		return d.Correct(t.Context(), a,
			review.Correction{JobID: jobs[0], Claim: claim, Source: "VIZ", Field: "lastName", After: "DOE"})
	}
	first := next(t, d, anna, "")
	again, err := d.Take(t.Context(), anna, jobs[0]) // in another tab
	if err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"an older tab":          correct(anna, first.Claim),
		"another agent":         correct(ben, again.Claim),
		"an agent with no page": correct(ben, ""),
	} {
		if !fault.Is(err, fault.Conflict) {
			t.Errorf("%s: %v, want a conflict", name, err)
		}
	}
	if err := correct(anna, again.Claim); err != nil {
		t.Errorf("the tab that holds it: %v", err)
	}
	now.Advance(review.DefaultLease)
	if err := correct(anna, again.Claim); !fault.Is(err, fault.Conflict) {
		t.Errorf("after the lease: %v, want a conflict", err)
	}
}

func TestOnlyRecognisedOrTypedValuesCanBeCorrected(t *testing.T) {
	for source, want := range map[string]bool{
		"VIZ":       true,
		"SUBMITTED": true,
		"MRZ":       false,
		"BARCODE":   false,
		"CHIP":      false,
		"":          false,
	} {
		if review.Correctable(source) != want {
			t.Errorf("%s can be corrected: %t", source, !want)
		}
	}
}

func TestACorrectionHasUpTo200Characters(t *testing.T) {
	now := clock.NewManual(noon)
	st := storetest.SQLite(t, now)
	d, jobs := desk(t, st, now, 1)
	anna := agent(t, st, "Anna", access.Agent)
	held := next(t, d, anna, "")
	for n, want := range map[int]bool{200: true, 201: false} {
		err := d.Correct(t.Context(), anna, review.Correction{
			JobID: jobs[0], Claim: held.Claim, Source: "VIZ", Field: "lastName", After: strings.Repeat("É", n),
		})
		if (err == nil) != want {
			t.Errorf("a name of %d letters: %v", n, err)
		}
	}
}

func TestAPagesClockIsBelievedAsFarAsItCanBeTrue(t *testing.T) {
	for name, c := range map[string]struct {
		started time.Time
		took    time.Duration
	}{
		"a minute ago":           {noon.Add(-time.Minute), time.Minute},
		"a day ago":              {noon.Add(-24 * time.Hour), 24 * time.Hour},
		"longer than a day ago":  {noon.Add(-24*time.Hour - time.Second), 0},
		"ahead of our own clock": {noon.Add(time.Second), 0},
		"at no time":             {time.Time{}, 0},
	} {
		now := clock.NewManual(noon)
		st := storetest.SQLite(t, now)
		d, jobs := desk(t, st, now, 1)
		anna := agent(t, st, "Anna", access.Agent)
		sent := decision(next(t, d, anna, ""), onboarding.ReviewApproved)
		sent.StartedAt = c.started
		if _, err := d.Decide(t.Context(), anna, sent); err != nil {
			t.Fatal(err)
		}
		r, err := st.StandingDecision(t.Context(), company, jobs[0])
		if err != nil || r.CompletedAt.Sub(r.StartedAt) != c.took {
			t.Errorf("started %s: it took %s, want %s (%v)", name, r.CompletedAt.Sub(r.StartedAt), c.took, err)
		}
	}
}

func TestTextsOfExactlyTheMaximumLengthAreAccepted(t *testing.T) {
	now := clock.NewManual(noon)
	st := storetest.SQLite(t, now)
	d, _ := desk(t, st, now, 1)
	anna := agent(t, st, "Anna", access.Agent)
	text := func(n int) string { return string(slices.Repeat([]rune{'ß'}, n)) }
	sent := decision(next(t, d, anna, ""), onboarding.ReviewApproved)
	sent.Comment, sent.Note = text(review.MaxComment), text(review.MaxNote+1)
	if _, err := d.Decide(t.Context(), anna, sent); !fault.Is(err, fault.Invalid) {
		t.Errorf("a note that is too long: %v", err)
	}
	sent.Note = text(review.MaxNote)
	if _, err := d.Decide(t.Context(), anna, sent); err != nil {
		t.Errorf("texts of the longest length: %v", err)
	}
}

// TestAnEscalationIsUndoneByTheAgentWhoMadeIt guards the rule apart from the page, which offers it to nobody else.
func TestAnEscalationIsUndoneByTheAgentWhoMadeIt(t *testing.T) {
	now := clock.NewManual(noon)
	st := storetest.SQLite(t, now)
	d, jobs := desk(t, st, now, 1)
	anna, ben := agent(t, st, "Anna", access.Agent), agent(t, st, "Ben", access.Senior)
	if err := d.Escalate(t.Context(), anna, decision(next(t, d, anna, ""), "")); err != nil {
		t.Fatal(err)
	}
	if err := d.Undo(t.Context(), ben, jobs[0], ""); !fault.Is(err, fault.Forbidden) {
		t.Errorf("another agent: %v", err)
	}
	if _, err := d.Take(t.Context(), ben, jobs[0]); err != nil {
		t.Fatal(err)
	}
	if err := d.Undo(t.Context(), anna, jobs[0], ""); !fault.Is(err, fault.Conflict) {
		t.Errorf("under the senior who works on it: %v", err)
	}
}

// TestADecisionWhoseEventIsBeingSentIsNotUndone guards against a client that receives what is undone: an
// administrator may have the event sent before the hold is over.
func TestADecisionWhoseEventIsBeingSentIsNotUndone(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 1)
		anna, ctx := agent(t, st, "Anna", access.Agent), t.Context()
		if _, err := d.Decide(ctx, anna, decision(next(t, d, anna, ""), onboarding.ReviewApproved)); err != nil {
			t.Fatal(err)
		}
		due, err := st.DeliveriesOfJob(ctx, company, jobs[0])
		if err != nil || len(due) != 1 {
			t.Fatalf("deliveries %+v, %v", due, err)
		}
		now.Advance(review.DefaultHold) // by the clock of the node that sends it
		err = st.Write(ctx, func(tx *store.Tx) error {
			_, err := tx.ClaimDeliveries(ctx, due[0].Host, "a dispatcher", tx.Now.Add(time.Minute), 1)
			return err
		})
		now.Advance(-review.DefaultHold)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Undo(ctx, anna, jobs[0], ""); !fault.Is(err, fault.Conflict) {
			t.Errorf("taking it back: %v, want a conflict", err)
		}
		job, err := st.Job(ctx, company, jobs[0])
		if err != nil || job.Status != onboarding.ReviewApproved {
			t.Errorf("the job is %s, %v", job.Status, err)
		}
	})
}
