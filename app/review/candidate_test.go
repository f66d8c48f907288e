package review_test

import (
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/engine"
)

// TestWhoJudgesAJobBlindDoesNotSeeWhomItEnrolled guards both ways to a customer: as a match of another job, and their
// portrait by its address.
func TestWhoJudgesAJobBlindDoesNotSeeWhomItEnrolled(t *testing.T) {
	now := clock.NewManual(noon)
	st := storetest.SQLite(t, now)
	d, jobs := desk(t, st, now, 2)
	ben, anna := agent(t, st, "Ben", access.Agent), agent(t, st, "Anna", access.Agent)
	enrolling, other := jobs[0], jobs[1]
	if _, err := d.Decide(t.Context(), ben, decision(next(t, d, ben, ""), onboarding.ReviewApproved)); err != nil {
		t.Fatal(err)
	}
	decided, err := st.StandingDecision(t.Context(), company, enrolling)
	if err != nil {
		t.Fatal(err)
	}
	named := policy.Decision{Candidates: []policy.Candidate{{CustomerID: "c1", By: "face"}}}
	err = st.Write(t.Context(), func(tx *store.Tx) error {
		err := tx.PutCustomer(t.Context(), onboarding.Customer{
			Company: company, ID: "c1", UniqueNumber: "1", JobID: enrolling, CreatedAt: tx.Now, UpdatedAt: tx.Now,
		})
		if err != nil {
			return err
		}
		portrait := onboarding.Capture{
			Company: company, ID: "p1", JobID: enrolling, Kind: onboarding.Selfie, ContentType: "image/png", Size: 1,
			SHA256: "0", Key: "p1", WrappedKey: []byte("k"), CreatedAt: tx.Now,
		}
		if err := tx.InsertCapture(t.Context(), portrait); err != nil {
			return err
		}
		return tx.WriteJobDoc(t.Context(), company, other, store.DocDecision, named)
	})
	if err != nil {
		t.Fatal(err)
	}
	compared := func() *onboarding.Customer {
		found, err := d.Gather(t.Context(), anna, other)
		if err != nil {
			t.Fatal(err)
		}
		return found.Enrolled
	}
	seen := func() (int, error) {
		all, err := d.Candidates(t.Context(), anna, other, named)
		if err != nil {
			t.Fatal(err)
		}
		_, err = d.Portrait(t.Context(), anna, other, "c1", false)
		return len(all), err
	}
	if n, err := seen(); n != 1 || err != nil {
		t.Errorf("without a check there are %d candidates, and a portrait with %v", n, err)
	}
	if compared() == nil {
		t.Error("without a check the applicant is compared with nobody")
	}
	err = st.Write(t.Context(), func(tx *store.Tx) error {
		drawn := store.Undrawn{Review: decided, Function: onboarding.Enrollment}
		if err := tx.InsertQualityCheck(t.Context(), drawn, 100); err != nil {
			return err
		}
		_, err := tx.ClaimCheck(t.Context(), store.Claim{
			Company: company, Agent: anna.ID, Secret: "s", Until: tx.Now.Add(review.DefaultLease),
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := seen(); n != 0 || !fault.Is(err, fault.NotFound) {
		t.Errorf("with a check of that job there are %d candidates, and a portrait with %v", n, err)
	}
	if c := compared(); c != nil {
		t.Errorf("with a check of that job the applicant is compared with customer %s", c.UniqueNumber)
	}
}

func TestACustomerFoundByTheFaceAloneIsNotInTheCrossCheck(t *testing.T) {
	d := review.Dossier{Enrolled: &onboarding.Customer{FullName: "ROE, RICHARD", DateOfBirth: "1980-01-02"}}
	d.Report.Comparisons = []engine.Comparison{{Field: "dateOfBirth", Match: engine.MatchFull}}
	for byFace, want := range map[bool]int{false: 2, true: 1} {
		if d.ByFace = byFace; len(d.Rows()) != want {
			t.Errorf("found by the face alone %v: %+v", byFace, d.Rows())
		}
	}
}
