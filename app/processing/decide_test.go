package processing

import (
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/company"
	"proofdesk/app/gallery"
	"proofdesk/app/ids"
	"proofdesk/app/keyring"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/vault"
)

var decidedAt = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// concluded submits an enrolment, gathers what belongs to it, and writes the consequences of an outcome.
func concluded(t *testing.T, outcome, sandbox onboarding.Status, settings company.Settings) (*store.Store, string) {
	t.Helper()
	ctx, now := t.Context(), clock.NewManual(decidedAt)
	st := storetest.SQLite(t, now)
	keys := &keyring.Keys{Store: st, Master: vault.Ephemeral()}
	w := &Worker{
		Store:    st,
		Clock:    now,
		Keys:     keys,
		Gallery:  &gallery.Gallery{Store: st, Keys: keys},
		Deadline: 4 * time.Hour,
	}
	var jobs []store.ClaimedJob
	err := st.Write(ctx, func(tx *store.Tx) error {
		err := tx.InsertCompany(ctx, company.Company{
			Slug:       "acme",
			Name:       "Acme",
			WrappedKey: keys.NewCompanyKey("acme"),
			Settings:   settings,
		})
		if err != nil {
			return err
		}
		job := onboarding.Job{
			ID:           ids.UUID(),
			Seq:          tx.NextSeq(),
			Company:      "acme",
			Function:     onboarding.Enrollment,
			UniqueNumber: "4471",
			Status:       onboarding.Capturing,
			Sandbox:      sandbox,
			CreatedAt:    tx.Now,
		}
		if err := tx.InsertJob(ctx, job); err != nil {
			return err
		}
		if _, err := tx.SubmitJob(ctx, job.Company, job.ID); err != nil {
			return err
		}
		jobs, err = tx.ClaimJobs(ctx, "lease", tx.Now.Add(time.Minute), 1)
		return err
	})
	if err != nil || len(jobs) != 1 {
		t.Fatalf("%d jobs were claimed, %v", len(jobs), err)
	}
	d := &dossier{job: jobs[0].Job}
	if err := w.gather(ctx, d); err != nil {
		t.Fatal(err)
	}
	d.decision = policy.Decision{Outcome: outcome}
	if err := w.conclude(ctx, jobs[0], d); err != nil {
		t.Fatal(err)
	}
	return st, d.job.ID
}

func TestAnApprovedSandboxJobEnrolsNobody(t *testing.T) {
	for sandbox, want := range map[onboarding.Status]int{"": 1, onboarding.Approved: 0} {
		st, _ := concluded(t, onboarding.Approved, sandbox, company.Settings{})
		enrolled, err := st.Customers(t.Context(), "acme", 0, 10)
		if err != nil || len(enrolled) != want {
			t.Errorf("the sandbox outcome %q enrols %d customers, want %d, %v", sandbox, len(enrolled), want, err)
		}
	}
}

func TestAReviewIsDueByTheCompanysOwnDeadline(t *testing.T) {
	for _, tt := range []struct {
		deadlines onboarding.Deadlines
		want      time.Duration
	}{
		{nil, 4 * time.Hour},
		{onboarding.Deadlines{"": 60}, time.Hour},
		{onboarding.Deadlines{"": 60, onboarding.Enrollment: 15}, 15 * time.Minute},
	} {
		st, job := concluded(t, onboarding.Review, "", company.Settings{Deadlines: tt.deadlines})
		c, err := st.ReviewCase(t.Context(), "acme", job)
		if err != nil || !c.DeadlineAt.Equal(decidedAt.Add(tt.want)) {
			t.Errorf("with %v a review is due at %s, want %s later, %v", tt.deadlines, c.DeadlineAt, tt.want, err)
		}
	}
}
