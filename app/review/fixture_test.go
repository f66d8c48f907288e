package review_test

import (
	"fmt"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	tenant "proofdesk/app/company"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/webhook"
)

func TestMain(m *testing.M) { storetest.Main(m) }

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

const company = "acme"

// desk makes a desk on a store with a company, an endpoint and n waiting jobs, the most urgent first.
func desk(t testing.TB, st *store.Store, c clock.Clock, n int) (*review.Desk, []string) {
	t.Helper()
	jobs := make([]string, n)
	err := st.Write(t.Context(), func(tx *store.Tx) error {
		if err := tx.InsertCompany(t.Context(), tenant.Company{
			Slug:       company,
			Name:       "Acme",
			WrappedKey: []byte("k"),
			CreatedAt:  tx.Now,
		}); err != nil {
			return err
		}
		return tx.InsertEndpoint(t.Context(), webhook.Endpoint{
			Company:   company,
			ID:        ids.UUID(),
			URL:       "https://example.test/hook",
			Host:      "https://example.test:443",
			State:     webhook.EndpointActive,
			Events:    []onboarding.EventType{onboarding.ApplicationDecision, onboarding.ApplicationReviewed},
			CreatedAt: tx.Now,
			UpdatedAt: tx.Now,
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range jobs {
		jobs[i] = waiting(t, st, i)
	}
	return &review.Desk{Store: st, Clock: c}, jobs
}

// waiting adds a job in review.
func waiting(t testing.TB, st *store.Store, i int) string {
	t.Helper()
	id := ids.UUID()
	err := st.Write(t.Context(), func(tx *store.Tx) error {
		job := onboarding.Job{
			ID:           id,
			Seq:          tx.NextSeq(),
			Company:      company,
			Function:     onboarding.IDValidation,
			Flavor:       "LITE",
			Line:         onboarding.CurrentLine,
			SDKVersion:   "11.1",
			Status:       onboarding.Review,
			UniqueNumber: fmt.Sprint(4000 + i),
			CreatedAt:    tx.Now,
		}
		if err := tx.InsertJob(t.Context(), job); err != nil {
			return err
		}
		payload := onboarding.Payload{
			ApplicationDetails: onboarding.ApplicationDetails{
				JobID:    id,
				Status:   onboarding.Review,
				Function: job.Function,
				Reasons:  []string{"data.mismatch"},
			},
			PersonalDetails: onboarding.PersonalDetails{LastName: "DOE", Sources: map[string]string{"lastName": "VIZ"}},
		}
		if err := tx.WriteJobDoc(t.Context(), company, id, store.DocPayload, payload); err != nil {
			return err
		}
		return tx.OpenReviewCase(t.Context(), store.ReviewCase{
			Company:        company,
			JobID:          id,
			Seq:            job.Seq,
			Function:       job.Function,
			Summary:        "data",
			DeadlineAt:     tx.Now.Add(time.Duration(i+1) * time.Minute),
			EvidenceDigest: "d1",
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// agent adds a user and returns them as the desk knows them.
func agent(t testing.TB, st *store.Store, name string, role access.Role) review.Agent {
	t.Helper()
	id := ids.UUID()
	err := st.Write(t.Context(), func(tx *store.Tx) error {
		return tx.InsertAgent(t.Context(), store.Agent{
			Company:      company,
			ID:           id,
			Email:        id + "@acme.test",
			DisplayName:  name,
			Role:         role,
			PasswordHash: "x",
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return review.Agent{
		Company: company,
		ID:      id,
		Name:    name,
		Senior:  role.Can(access.ReviewEscalated),
		Decides: role.Can(access.ReviewJobs),
	}
}

// decision fills in what a page that shows the case would send.
func decision(c store.ReviewCase, outcome onboarding.Status, reasons ...string) review.DecisionRequest {
	return review.DecisionRequest{
		JobID:   c.JobID,
		Claim:   c.Claim,
		Version: c.Version,
		Digest:  c.EvidenceDigest,
		Outcome: outcome,
		Reasons: reasons,
	}
}
