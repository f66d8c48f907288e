package quality_test

import (
	"sync"
	"testing"
	"time"

	"proofdesk/app/audit"
	tenant "proofdesk/app/company"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/quality"
	"proofdesk/app/store"
)

func TestACheckIsAssignedToAnyAgentWhoHasNotSeenTheJob(t *testing.T) {
	each(t, func(r *room) {
		r.rates(tenant.Rates{onboarding.ReviewApproved: 100})
		anna, ben, cleo := r.agent("Anna"), r.agent("Ben"), r.agent("Cleo")
		job := r.decided(anna, onboarding.ReviewApproved, 0)
		r.drawn()
		r.write(func(tx *store.Tx) error {
			return tx.Audit(t.Context(), audit.Entry{
				Company: company,
				Actor:   "agent:" + cleo.ID,
				Action:  "job.view",
				Target:  "job:" + job,
			})
		})
		for who, a := range map[string]quality.Agent{
			"who decided":          anna,
			"who has seen the job": cleo,
			"another company":      {Company: "globex", ID: ben.ID},
		} {
			if _, err := r.desk.Next(t.Context(), a); !fault.Is(err, fault.NotFound) {
				t.Errorf("%s is given the check: %v", who, err)
			}
			if n, _, err := r.store.CountChecks(t.Context(), a.Company, a.ID, 100); n != 0 || err != nil {
				t.Errorf("%s is told of %d, %v", who, n, err)
			}
		}
		if got, err := r.desk.Next(t.Context(), ben); err != nil || got != job {
			t.Fatalf("Ben gets %q, %v", got, err)
		}
		if again, err := r.desk.Next(t.Context(), ben); err != nil || again != job {
			t.Errorf("Ben, who holds the check, gets %q, %v", again, err)
		}
		if blind, err := r.desk.Blind(t.Context(), ben); err != nil || !blind[job] {
			t.Errorf("blind to %v, %v", blind, err)
		}
	})
}

func TestOneCheckIsAssignedToOneAgent(t *testing.T) {
	each(t, func(r *room) {
		r.rates(tenant.Rates{onboarding.ReviewApproved: 100})
		anna := r.agent("Anna")
		for range 6 {
			r.decided(anna, onboarding.ReviewApproved, 0)
		}
		r.drawn()
		var mu sync.Mutex
		given := map[string]int{}
		var wg sync.WaitGroup
		for range 6 {
			a := r.agent("Other")
			wg.Go(func() {
				job, err := r.desk.Next(t.Context(), a)
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					t.Error(err)
				}
				given[job]++
			})
		}
		wg.Wait()
		if len(given) != 6 {
			t.Errorf("six agents were given %v", given)
		}
	})
}

func TestAJudgementLeavesTheJobAndItsEventsAlone(t *testing.T) {
	each(t, func(r *room) {
		r.rates(tenant.Rates{onboarding.ReviewApproved: 100})
		job := r.decided(r.agent("Anna"), onboarding.ReviewApproved, 0)
		r.drawn()
		before, err := r.store.Job(t.Context(), company, job)
		if err != nil {
			t.Fatal(err)
		}
		ben := r.agent("Ben")
		id := r.judge(ben, onboarding.ReviewDeclined, "fraud.copy")
		after, err := r.store.Job(t.Context(), company, job)
		if err != nil || before != after {
			t.Errorf("the job is %+v, was %+v, %v", after, before, err)
		}
		if events, err := r.store.EventsOfJob(t.Context(), company, job); len(events) != 0 || err != nil {
			t.Errorf("events %v, %v", events, err)
		}
		if reviews, err := r.store.Reviews(t.Context(), company, job); len(reviews) != 1 || err != nil {
			t.Errorf("reviews %v, %v", reviews, err)
		}
		c, err := r.store.QualityCheck(t.Context(), company, id)
		if err != nil || c.Agreed || c.Second.AgentName != "Ben" || c.First.AgentName != "Anna" ||
			!c.Second.Outcome.Is(onboarding.Declined) || len(c.Second.Reasons) != 1 {
			t.Errorf("%+v, %v", c, err)
		}
		if _, held, err := r.desk.Held(t.Context(), ben, job); held || err != nil {
			t.Errorf("still held: %v, %v", held, err)
		}
	})
}

func TestALapsedCheckIsItsAgentsUntilSomebodyTakesIt(t *testing.T) {
	each(t, func(r *room) {
		r.rates(tenant.Rates{onboarding.ReviewApproved: 100})
		r.decided(r.agent("Anna"), onboarding.ReviewApproved, 0)
		r.drawn()
		ben, cleo := r.agent("Ben"), r.agent("Cleo")
		job, err := r.desk.Next(t.Context(), ben)
		if err != nil {
			t.Fatal(err)
		}
		held, _, _ := r.desk.Held(t.Context(), ben, job)
		if _, err := r.desk.Next(t.Context(), cleo); !fault.Is(err, fault.NotFound) {
			t.Errorf("Cleo takes what Ben holds: %v", err)
		}
		r.now.Advance(quality.Lease + time.Second)
		if again, _, _ := r.desk.Held(t.Context(), ben, job); again.Claim != held.Claim {
			t.Errorf("after the lease: %+v", again)
		}
		if _, err := r.desk.Renew(t.Context(), ben, job, held.Claim); err != nil {
			t.Errorf("renewing a lapsed check: %v", err)
		}
		r.now.Advance(quality.Lease + time.Second)
		if _, err := r.desk.Next(t.Context(), cleo); err != nil {
			t.Fatal(err)
		}
		err = r.desk.Judge(t.Context(), ben, job, held.Claim, quality.Filled{Outcome: onboarding.ReviewApproved},
			noon, quality.Grounds{Reasons: known})
		if !fault.Is(err, fault.Conflict) {
			t.Errorf("Ben judges what Cleo holds: %v", err)
		}
		if _, err := r.desk.Renew(t.Context(), ben, job, held.Claim); !fault.Is(err, fault.NotFound) {
			t.Errorf("Ben renews what Cleo holds: %v", err)
		}
	})
}

func TestACheckWhosePageWasLeftIsSoonAnotherAgents(t *testing.T) {
	each(t, func(r *room) {
		r.rates(tenant.Rates{onboarding.ReviewApproved: 100})
		r.decided(r.agent("Anna"), onboarding.ReviewApproved, 0)
		r.drawn()
		ben, cleo := r.agent("Ben"), r.agent("Cleo")
		job, err := r.desk.Next(t.Context(), ben)
		if err != nil {
			t.Fatal(err)
		}
		held, _, _ := r.desk.Held(t.Context(), ben, job)
		if err := r.desk.Leave(t.Context(), ben, job, held.Claim); err != nil {
			t.Fatal(err)
		}
		if again, err := r.desk.Next(t.Context(), ben); err != nil || again != job {
			t.Errorf("a reload finds %q, %v", again, err)
		}
		r.now.Advance(quality.Grace + time.Second)
		if taken, err := r.desk.Next(t.Context(), cleo); err != nil || taken != job {
			t.Errorf("Cleo gets %q, %v", taken, err)
		}
	})
}

func TestAnApprovalHasNoReasonsAndNoTimeThatCanNotBe(t *testing.T) {
	each(t, func(r *room) {
		r.rates(tenant.Rates{onboarding.ReviewApproved: 100})
		for name, started := range map[string]time.Time{
			"days ago":       noon.Add(-25 * time.Hour),
			"not yet":        noon.Add(time.Hour),
			"never":          {},
			"a while before": noon.Add(-time.Hour),
		} {
			r.decided(r.agent("Anna"), onboarding.ReviewApproved, 0)
			r.drawn()
			ben, now := r.agent("Ben"), r.now.Now()
			job, err := r.desk.Next(t.Context(), ben)
			if err != nil {
				t.Fatal(err)
			}
			held, _, _ := r.desk.Held(t.Context(), ben, job)
			if !started.IsZero() {
				started = now.Add(started.Sub(noon))
			}
			if err := r.desk.Judge(t.Context(), ben, job, held.Claim, quality.Filled{
				Outcome: onboarding.ReviewApproved,
				Reasons: []string{"fraud.copy"},
			}, started, quality.Grounds{Reasons: known}); err != nil {
				t.Fatal(err)
			}
			c, err := r.store.QualityCheck(t.Context(), company, held.ID)
			if err != nil || len(c.Second.Reasons) != 0 {
				t.Errorf("%s: %+v, %v", name, c.Second, err)
			}
			want := c.Second.At
			if name == "a while before" {
				want = started
			}
			if !c.Second.StartedAt.Equal(want) {
				t.Errorf("%s: begun %v, want %v", name, c.Second.StartedAt, want)
			}
		}
	})
}

func TestASkippedCheckIsAssignedToAnotherAgent(t *testing.T) {
	each(t, func(r *room) {
		r.rates(tenant.Rates{onboarding.ReviewApproved: 100})
		r.decided(r.agent("Anna"), onboarding.ReviewApproved, 0)
		r.drawn()
		ben := r.agent("Ben")
		job, err := r.desk.Next(t.Context(), ben)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.desk.Skip(t.Context(), ben, job); err != nil {
			t.Fatal(err)
		}
		if _, err := r.desk.Next(t.Context(), ben); !fault.Is(err, fault.NotFound) {
			t.Errorf("Ben gets it again: %v", err)
		}
		if got, err := r.desk.Next(t.Context(), r.agent("Cleo")); err != nil || got != job {
			t.Errorf("Cleo gets %q, %v", got, err)
		}
		if err := r.desk.Skip(t.Context(), ben, job); !fault.Is(err, fault.Conflict) {
			t.Errorf("Ben skips what Cleo holds: %v", err)
		}
	})
}

func TestAJudgementRequiresWhatADecisionRequires(t *testing.T) {
	each(t, func(r *room) {
		r.rates(tenant.Rates{onboarding.ReviewApproved: 100})
		r.decided(r.agent("Anna"), onboarding.ReviewApproved, 0)
		r.drawn()
		ben := r.agent("Ben")
		job, err := r.desk.Next(t.Context(), ben)
		if err != nil {
			t.Fatal(err)
		}
		held, _, _ := r.desk.Held(t.Context(), ben, job)
		for _, wrong := range []quality.Filled{
			{},
			{Outcome: "REVIEW"},
			{Outcome: onboarding.ReviewDeclined},
			{Outcome: onboarding.ReviewDeclined, Reasons: []string{"made.up"}},
			{Outcome: onboarding.ReviewDeclined, Reasons: []string{"fraud.copy", "made.up"}},
		} {
			if err := r.desk.Judge(t.Context(), ben, job, held.Claim, wrong, noon,
				quality.Grounds{Reasons: known}); !fault.Is(err, fault.Invalid) {
				t.Errorf("%+v: %v", wrong, err)
			}
		}
	})
}

func TestALeadAdjudicatesADisagreementThatIsNotTheirOwn(t *testing.T) {
	each(t, func(r *room) {
		r.rates(tenant.Rates{onboarding.ReviewApproved: 100})
		anna, ben, lead := r.agent("Anna"), r.agent("Ben"), r.agent("Lead")
		r.decided(anna, onboarding.ReviewApproved, 0)
		r.decided(anna, onboarding.ReviewApproved, 0)
		r.drawn()
		split, alike := r.judge(ben, onboarding.ReviewSuspicious, "fraud.copy"), r.judge(ben, onboarding.ReviewApproved)
		for _, a := range []quality.Agent{anna, ben} {
			if err := r.adjudicate(a, split, store.VerdictFirst, ""); !fault.Is(err, fault.Forbidden) {
				t.Errorf("who took part adjudicates: %v", err)
			}
		}
		if err := r.adjudicate(lead, split, "MAYBE", ""); !fault.Is(err, fault.Invalid) {
			t.Errorf("an unknown verdict: %v", err)
		}
		if err := r.adjudicate(lead, alike, store.VerdictFirst, ""); !fault.Is(err, fault.NotFound) {
			t.Errorf("an agreement is adjudicated: %v", err)
		}
		if err := r.adjudicate(lead, split, store.VerdictSecond, " The edge shows a screen. "); err != nil {
			t.Fatal(err)
		}
		told, err := r.store.JudgedChecks(t.Context(), company, anna.ID, 10)
		if err != nil || len(told) != 1 || told[0].Verdict != store.VerdictSecond ||
			told[0].VerdictNote != "The edge shows a screen." || told[0].JudgeName != "Lead" {
			t.Errorf("%+v, %v", told, err)
		}
	})
}

// adjudicate writes a verdict on a check as a page does that was just loaded.
func (r *room) adjudicate(by quality.Agent, check string, verdict store.Verdict, note string) error {
	c, err := r.store.QualityCheck(r.t.Context(), company, check)
	if err != nil {
		return err
	}
	return r.desk.Adjudicate(r.t.Context(), by, quality.Adjudication{
		Check: check, Version: c.Version, Verdict: verdict, Note: note,
	})
}

func TestFiguresCountEveryJudgement(t *testing.T) {
	each(t, func(r *room) {
		r.rates(tenant.Rates{onboarding.ReviewApproved: 100, onboarding.ReviewDeclined: 100})
		anna, ben, lead := r.agent("Anna"), r.agent("Ben"), r.agent("Lead")
		for range 3 {
			r.decided(anna, onboarding.ReviewApproved, 0)
		}
		r.drawn()
		r.judge(ben, onboarding.ReviewApproved)
		r.judge(ben, onboarding.ReviewApproved)
		split := r.judge(ben, onboarding.ReviewDeclined, "data.expired")
		r.decided(ben, onboarding.ReviewDeclined, 0, "fraud.copy", "data.expired")
		r.decided(ben, onboarding.ReviewDeclined, 0, "fraud.copy")
		r.drawn()
		r.judge(anna, onboarding.ReviewDeclined, "fraud.copy")
		if err := r.adjudicate(lead, split, store.VerdictSecond, ""); err != nil {
			t.Fatal(err)
		}
		viewer := quality.Agent{Company: company}
		f, err := r.desk.Figures(t.Context(), viewer, noon, noon.Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		if f.Table != (quality.Table{{2, 1, 0}, {0, 1, 0}}) || f.Agreement.Value != .75 ||
			!near(f.Kappa.Value, .5, 1e-9) || f.Overruled != 1 || f.Pending != 0 || f.Open != 1 {
			t.Errorf("%+v", f)
		}
		if len(f.Agents) != 2 || f.Agents[0].Name != "Anna" || f.Agents[0].First.Total() != 3 ||
			f.Agents[0].Overruled != 1 || f.Agents[0].Done != 1 || f.Agents[0].Alike != 1 || f.Agents[1].Done != 3 {
			t.Errorf("agents %+v", f.Agents)
		}
		want := map[string]quality.ReasonAgreement{
			"fraud.copy":   {Code: "fraud.copy", Both: 1},
			"data.expired": {Code: "data.expired", FirstOnly: 1, Second: 1},
		}
		for _, reason := range f.Reasons {
			if reason != want[reason.Code] {
				t.Errorf("%+v", reason)
			}
		}
		if none, err := r.desk.Figures(t.Context(), viewer, noon.Add(-time.Hour), noon); err != nil ||
			none.Table.Total() != 0 || none.Agreement.Known {
			t.Errorf("before: %+v, %v", none, err)
		}
	})
}
