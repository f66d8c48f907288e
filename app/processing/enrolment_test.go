package processing

import (
	"context"
	"strings"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/company"
	"proofdesk/app/keyring"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/app/vault"
)

// approved returns a job that an agent approved and whose applicant is due for enrolment.
func approved(t *testing.T) (*Worker, string) {
	t.Helper()
	w, job := concluded(t, onboarding.Review, "", company.Settings{})
	approve(t, w, job)
	return w, job
}

// approve has an agent approve a job; its outcome is in force afterwards.
func approve(t *testing.T, w *Worker, job string) {
	t.Helper()
	write(t, w.Store, func(ctx context.Context, tx *store.Tx) error {
		j, err := w.Store.Job(ctx, "acme", job)
		if err != nil {
			return err
		}
		_, err = tx.ReviewJob(ctx, "acme", job, onboarding.ReviewApproved, j.Version, tx.Now.Add(time.Second))
		return err
	})
	w.Clock.(*clock.Manual).Advance(time.Second)
}

// due counts the applicants who are due for enrolment.
func due(t *testing.T, w *Worker) int {
	t.Helper()
	jobs, err := w.Store.EnrolmentsDue(t.Context(), w.Clock.Now(), 9)
	if err != nil {
		t.Fatal(err)
	}
	return len(jobs)
}

func customers(t *testing.T, w *Worker) int {
	t.Helper()
	all, err := w.Store.Customers(t.Context(), "acme", 0, 9)
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}

func TestAnApplicantWhomAnAgentApprovedIsEnrolledOnce(t *testing.T) {
	w, _ := approved(t)
	for range 2 {
		w.enrolments(t.Context())
		if n := customers(t, w); n != 1 || due(t, w) != 0 {
			t.Errorf("%d customers are enrolled, %d are due", n, due(t, w))
		}
	}
}

func TestNobodyIsEnrolledByASandboxClient(t *testing.T) {
	sandboxed := func(w *Worker) {
		write(t, w.Store, func(ctx context.Context, tx *store.Tx) error {
			return tx.InsertClient(ctx, store.Client{
				ID:         "sdk",
				Company:    "acme",
				Name:       "Trial",
				SecretHash: strings.Repeat("a", 64),
				Sandbox:    true,
			})
		})
	}
	w, id := enrolling(t, "", company.Settings{})
	sandboxed(w)
	claimed, _ := w.claim(t.Context())
	d := &dossier{job: claimed.Job}
	if err := w.gather(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	d.decision = policy.Decision{Outcome: onboarding.Approved}
	if err := w.conclude(t.Context(), claimed, d); err != nil || customers(t, w) != 0 {
		t.Errorf("the engine approved %s: %d customers are enrolled, %v", id, customers(t, w), err)
	}
	w, id = concluded(t, onboarding.Review, "", company.Settings{})
	sandboxed(w)
	approve(t, w, id)
	w.enrolments(t.Context())
	if n := customers(t, w); n != 0 {
		t.Errorf("an agent approved %s: %d customers are enrolled", id, n)
	}
}

func TestAnEnrolmentThatIsNoLongerDueIsNotWritten(t *testing.T) {
	w, job := approved(t)
	listed, err := w.Store.Job(t.Context(), "acme", job)
	if err != nil {
		t.Fatal(err)
	}
	write(t, w.Store, func(ctx context.Context, tx *store.Tx) error { // as another node does
		_, err := tx.FinishEnrolment(ctx, "acme", job)
		return err
	})
	if err := w.enrolReviewed(t.Context(), listed); err != nil || customers(t, w) != 0 {
		t.Errorf("%d customers are enrolled, %v", customers(t, w), err)
	}
}

func TestAnEnrolmentFromADamagedDocumentEndsAndIsAudited(t *testing.T) {
	for _, document := range []string{store.DocReport, store.DocPayload} {
		w, job := approved(t)
		write(t, w.Store, func(ctx context.Context, tx *store.Tx) error {
			return tx.PutJobDoc(ctx, "acme", job, document, []byte("damaged"))
		})
		w.enrolments(t.Context())
		w.Clock.(*clock.Manual).Advance(time.Hour)
		if n := customers(t, w); n != 0 || due(t, w) != 0 {
			t.Errorf("with a damaged %s %d customers are enrolled, %d are due", document, n, due(t, w))
		}
		entries, err := w.Store.AuditOf(t.Context(), "acme", "job:"+job, "", 9)
		if err != nil || len(entries) != 2 || entries[0].Action != "customer.enrol_failed" {
			t.Errorf("with a damaged %s the audit trail has %+v, %v", document, entries, err)
		}
	}
}

func TestAnEnrolmentThatFailsComesAgainLater(t *testing.T) {
	w, _ := approved(t)
	keys := w.Gallery.Keys
	w.Gallery.Keys = &keyring.Keys{Store: w.Store, Master: vault.Ephemeral()}
	w.enrolments(t.Context())
	if n := due(t, w); n != 0 {
		t.Errorf("%d are due at once", n)
	}
	w.Gallery.Keys = keys
	w.Clock.(*clock.Manual).Advance(retryDelay)
	if n := due(t, w); n != 1 {
		t.Errorf("%d are due after a while", n)
	}
	w.enrolments(t.Context())
	if n := customers(t, w); n != 1 {
		t.Errorf("%d customers are enrolled", n)
	}
}
