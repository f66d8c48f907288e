package processing

import (
	"context"
	"log/slog"
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

// enrolling returns a worker and the id of an enrolment that was submitted to it.
func enrolling(t *testing.T, sandbox onboarding.Status, settings company.Settings) (*Worker, string) {
	t.Helper()
	now := clock.NewManual(decidedAt)
	st := storetest.SQLite(t, now)
	keys := &keyring.Keys{Store: st, Master: vault.Ephemeral()}
	job := onboarding.Job{
		ID:           ids.UUID(),
		Company:      "acme",
		Function:     onboarding.Enrollment,
		UniqueNumber: "4471",
		Status:       onboarding.Capturing,
		Sandbox:      sandbox,
		CreatedAt:    decidedAt,
	}
	write(t, st, func(ctx context.Context, tx *store.Tx) error {
		err := tx.InsertCompany(ctx, company.Company{
			Slug:       "acme",
			Name:       "Acme",
			WrappedKey: keys.NewCompanyKey("acme"),
			Settings:   settings,
		})
		if err != nil {
			return err
		}
		job.Seq = tx.NextSeq()
		if err := tx.InsertJob(ctx, job); err != nil {
			return err
		}
		_, err = tx.SubmitJob(ctx, job.Company, job.ID)
		return err
	})
	w := &Worker{
		Store:    st,
		Clock:    now,
		Keys:     keys,
		Gallery:  &gallery.Gallery{Store: st, Keys: keys},
		Log:      slog.New(slog.DiscardHandler),
		Deadline: 4 * time.Hour,
		Lease:    time.Minute,
	}
	return w, job.ID
}

func write(t *testing.T, st *store.Store, fn func(context.Context, *store.Tx) error) {
	t.Helper()
	if err := st.Write(t.Context(), func(tx *store.Tx) error { return fn(t.Context(), tx) }); err != nil {
		t.Fatal(err)
	}
}

// concluded submits an enrolment, gathers what belongs to it, and writes the consequences of an outcome.
func concluded(t *testing.T, outcome, sandbox onboarding.Status, settings company.Settings) (*Worker, string) {
	t.Helper()
	w, id := enrolling(t, sandbox, settings)
	claimed, ok := w.claim(t.Context())
	if !ok {
		t.Fatal("the job was not claimed")
	}
	d := &dossier{job: claimed.Job}
	if err := w.gather(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	d.decision = policy.Decision{Outcome: outcome}
	if err := w.conclude(t.Context(), claimed, d); err != nil {
		t.Fatal(err)
	}
	return w, id
}

func TestAnApprovedSandboxJobEnrolsNobody(t *testing.T) {
	for sandbox, want := range map[onboarding.Status]int{"": 1, onboarding.Approved: 0} {
		w, _ := concluded(t, onboarding.Approved, sandbox, company.Settings{})
		enrolled, err := w.Store.Customers(t.Context(), "acme", 0, 10)
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
		w, job := concluded(t, onboarding.Review, "", company.Settings{Deadlines: tt.deadlines})
		c, err := w.Store.ReviewCase(t.Context(), "acme", job)
		if err != nil || !c.DeadlineAt.Equal(decidedAt.Add(tt.want)) {
			t.Errorf("with %v a review is due at %s, want %s later, %v", tt.deadlines, c.DeadlineAt, tt.want, err)
		}
	}
}

func TestAJobThatCanNotBeProcessedEndsInErrorAtItsLastTry(t *testing.T) {
	w, job := enrolling(t, "", company.Settings{})
	write(t, w.Store, func(ctx context.Context, tx *store.Tx) error {
		return tx.PutJobDoc(ctx, "acme", job, store.DocRequest, []byte("damaged"))
	})
	for try := 1; try <= maxAttempts; try++ {
		w.Turn(t.Context())
		j, err := w.Store.Job(t.Context(), "acme", job)
		if err != nil || j.Status.Is(onboarding.Errored) != (try == maxAttempts) {
			t.Errorf("after try %d of %d the job is %s, %v", try, maxAttempts, j.Status, err)
		}
		w.Clock.(*clock.Manual).Advance(retryDelay)
	}
}
