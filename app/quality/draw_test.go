package quality_test

import (
	"testing"
	"time"

	tenant "proofdesk/app/company"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/quality"
	"proofdesk/app/store"
	"proofdesk/app/vault"
)

func TestNothingIsDrawnUntilARateIsSet(t *testing.T) {
	each(t, func(r *room) {
		anna := r.agent("Anna")
		r.decided(anna, onboarding.ReviewApproved, 0)
		if n := r.drawn(); n != 0 {
			t.Errorf("%d were drawn", n)
		}
		r.rates(tenant.Rates{onboarding.ReviewApproved: 100})
		if n := r.drawn(); n != 0 {
			t.Errorf("%d of the decisions from before were drawn", n)
		}
		r.decided(anna, onboarding.ReviewApproved, 0)
		r.decided(anna, onboarding.ReviewDeclined, 0, "fraud.copy")
		if n := r.drawn(); n != 1 {
			t.Errorf("%d were drawn, want the approval", n)
		}
		if n := r.drawn(); n != 0 {
			t.Errorf("%d were drawn again", n)
		}
	})
}

func TestApprovalsOverARedFindingAreSampledAtARateOfTheirOwn(t *testing.T) {
	for name, c := range map[string]struct {
		rates tenant.Rates
		want  int
	}{
		"all unless set": {tenant.Rates{}, 1},
		"as set":         {tenant.Rates{tenant.Overridden: 0, onboarding.ReviewApproved: 100}, 1},
		"none":           {tenant.Rates{tenant.Overridden: 0}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(r *room) {
				r.rates(c.rates)
				anna := r.agent("Anna")
				r.overriding = []policy.Override{{Finding: "face.mismatch", Reason: policy.OverrideSamePerson}}
				r.decided(anna, onboarding.ReviewApproved, 0)
				r.overriding = nil
				r.decided(anna, onboarding.ReviewApproved, 0)
				if n := r.drawn(); n != c.want {
					t.Errorf("%d were drawn, want %d", n, c.want)
				}
			})
		})
	}
}

func TestADecisionOnASandboxJobIsNotSampled(t *testing.T) {
	each(t, func(r *room) {
		r.rates(tenant.Rates{onboarding.ReviewApproved: 100})
		r.sandbox = onboarding.Review
		r.decided(r.agent("Anna"), onboarding.ReviewApproved, 0)
		if n := r.drawn(); n != 0 {
			t.Errorf("%d were drawn", n)
		}
	})
}

func TestADecisionIsSampledOnlyOnceItCanNoLongerBeUndone(t *testing.T) {
	each(t, func(r *room) {
		r.rates(tenant.Rates{onboarding.ReviewApproved: 100})
		anna := r.agent("Anna")
		r.decided(anna, onboarding.ReviewApproved, 10*time.Minute)
		if n := r.drawn(); n != 0 {
			t.Errorf("%d were drawn while held", n)
		}
		r.now.Advance(10 * time.Minute)
		if n := r.drawn(); n != 1 {
			t.Errorf("%d were drawn after the hold", n)
		}
	})
}

func TestADecisionIsSampledOnlyAfterTheClocksOfAllNodes(t *testing.T) {
	each(t, func(r *room) {
		r.rates(tenant.Rates{onboarding.ReviewApproved: 100})
		r.decided(r.agent("Anna"), onboarding.ReviewApproved, time.Minute)
		for _, step := range []struct {
			wait time.Duration
			want int
		}{
			{time.Minute - time.Second, 0}, // a second before the hold ends
			{2 * time.Second, 0},           // a second after it, which another node may not have reached
			{10 * time.Second, 1},
		} {
			r.now.Advance(step.wait)
			if n, err := r.draw.Draw(t.Context()); err != nil || n != step.want {
				t.Errorf("%d were drawn at %s, want %d, %v", n, r.now.Now().Sub(noon), step.want, err)
			}
		}
	})
}

func TestTheDrawMeetsItsRateAndIsRepeatable(t *testing.T) {
	key, other := vault.NewKey(), vault.NewKey()
	for _, rate := range []int{0, 1, 10, 50, 100} {
		const jobs = 20_000
		var drawn, alike int
		for range jobs {
			id := ids.UUID()
			in := quality.Drawn(key, id, rate)
			if in != quality.Drawn(key, id, rate) {
				t.Fatal("a second draw differs")
			}
			if in {
				drawn++
			}
			if in == quality.Drawn(other, id, rate) {
				alike++
			}
		}
		want := float64(rate) / 100
		if !near(float64(drawn)/jobs, want, .02) {
			t.Errorf("%d per cent: %d of %d were drawn", rate, drawn, jobs)
		}
		if by := want*want + (1-want)*(1-want); !near(float64(alike)/jobs, by, .02) {
			t.Errorf("%d per cent: two companies' draws are alike in %d of %d", rate, alike, jobs)
		}
	}
}

func TestAJobThatIsDrawnAtARateIsDrawnAtEveryHigherOne(t *testing.T) {
	key := vault.NewKey()
	for range 500 {
		id, in := ids.UUID(), false
		for rate := range 101 {
			now := quality.Drawn(key, id, rate)
			if in && !now {
				t.Fatalf("%s is drawn below %d per cent and not there", id, rate)
			}
			in = now
		}
		if !in {
			t.Fatal("100 per cent leaves one out")
		}
	}
}

func TestErasingAJobErasesItsCheck(t *testing.T) {
	each(t, func(r *room) {
		r.rates(tenant.Rates{onboarding.ReviewApproved: 100})
		job := r.decided(r.agent("Anna"), onboarding.ReviewApproved, 0)
		r.drawn()
		r.write(func(tx *store.Tx) error {
			_, err := tx.EraseJob(t.Context(), company, job)
			return err
		})
		if n, _, err := r.store.ChecksWaiting(t.Context(), company, ""); n != 0 || err != nil {
			t.Errorf("%d checks are left, %v", n, err)
		}
	})
}
