package processing

import (
	"context"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/company"
	"proofdesk/app/ids"
	"proofdesk/app/inspection"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine"
)

// judging returns a worker with an engine, and a job that waits for review and whose captures can be opened.
func judging(t *testing.T, sandbox onboarding.Status) (*Worker, string) {
	t.Helper()
	w, job := concluded(t, onboarding.Review, sandbox, company.Settings{})
	keyed(t, w, job)
	w.Engine = &inspection.Pool{Log: slog.New(slog.DiscardHandler)}
	t.Cleanup(w.Engine.Close)
	return w, job
}

// sentAgain records that an agent asked for new captures of a job, and that its applicant has sent them. It returns the
// agent.
func sentAgain(t *testing.T, w *Worker, job string) (agent string) {
	t.Helper()
	agent = ids.UUID()
	link := store.CaptureLink{
		Company: "acme", ID: ids.UUID(), JobID: job, ClientID: "app", AskedBy: agent,
		SecretSHA256: strings.Repeat("a", 64), ExpiresAt: decidedAt.Add(time.Hour), Desktop: onboarding.DesktopAllowed,
	}
	write(t, w.Store, func(ctx context.Context, tx *store.Tx) error {
		return tx.InsertAgent(ctx, store.Agent{
			Company: "acme", ID: agent, Email: "anna@acme.test", DisplayName: "Anna", Role: access.Agent,
			PasswordHash: "x",
		})
	})
	write(t, w.Store, func(ctx context.Context, tx *store.Tx) error {
		return tx.InsertClient(ctx, store.Client{
			ID: "app", Company: "acme", Name: "App", SecretHash: "x", State: access.StateActive,
		})
	})
	write(t, w.Store, func(ctx context.Context, tx *store.Tx) error {
		if err := tx.InsertCaptureLink(ctx, link); err != nil {
			return err
		}
		_, err := tx.SubmitRequest(ctx, link)
		return err
	})
	return agent
}

func TestTheDecisionNamesTheCustomersThatWereFound(t *testing.T) {
	for sandbox, want := range map[onboarding.Status]int{"": 1, onboarding.Declined: 0} {
		w, job := judging(t, sandbox)
		enrolled(t, w, "4471", looks(0))
		j, err := w.Store.Job(t.Context(), "acme", job)
		if err != nil {
			t.Fatal(err)
		}
		d := &dossier{job: j}
		if err := w.gather(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		if err := w.judge(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		if len(d.decision.Candidates) != want {
			t.Errorf("sandbox %q: the decision names %+v, want %d", sandbox, d.decision.Candidates, want)
		}
		if sandbox != "" && (d.decision.Outcome != sandbox || d.decision.Reasons[0].Code != "sandbox.requested") {
			t.Errorf("the outcome that was asked for is %s, the decision %+v", sandbox, d.decision)
		}
	}
}

func TestAJobWithNewCapturesStaysInReviewAndComesBackToWhoAsked(t *testing.T) {
	w, job := judging(t, onboarding.Approved) // which the checks of the new captures say too
	agent := sentAgain(t, w, job)
	before, err := w.Store.EventsOfJob(t.Context(), "acme", job)
	if err != nil {
		t.Fatal(err)
	}
	w.Turn(t.Context())
	if after, err := w.Store.EventsOfJob(t.Context(), "acme", job); err != nil || len(after) != len(before) {
		t.Errorf("the client gets %d events of it, %v", len(after)-len(before), err)
	}
	j, err := w.Store.Job(t.Context(), "acme", job)
	if err != nil || j.Status != onboarding.Review {
		t.Errorf("the job is %s, %v", j.Status, err)
	}
	var p onboarding.Payload
	if err := w.Store.ReadJobDoc(t.Context(), "acme", job, store.DocPayload, &p); err != nil {
		t.Fatal(err)
	}
	if p.ApplicationDetails.Status != onboarding.Review || p.VerificationResults.Outcome != onboarding.Review {
		t.Errorf("the client reads %s and %s", p.ApplicationDetails.Status, p.VerificationResults.Outcome)
	}
	c, err := w.Store.ReviewCase(t.Context(), "acme", job)
	if err != nil || c.ReturnsTo != agent || !c.ReturnsUntil.Equal(decidedAt.Add(ReturnTime)) {
		t.Errorf("the job comes back to %q until %s, %v", c.ReturnsTo, c.ReturnsUntil, err)
	}
}

func TestOfCapturesThatWereReplacedOnlyWhereThingsWereIsKept(t *testing.T) {
	first, second, kept := engine.CaptureReport{ID: "1", Turned: 90},
		engine.CaptureReport{ID: "2", Faces: []engine.Face{{}}}, engine.CaptureReport{ID: "3"}
	read := second
	read.MRZLines, read.Symbols = []engine.Line{{Text: "P<UTO"}}, []engine.Code{{Text: "@"}}
	before := engine.Report{
		Captures: []engine.CaptureReport{kept, read}, Earlier: []engine.CaptureReport{first},
	}
	want := []engine.CaptureReport{first, second}
	got := earlier(before, engine.Report{Captures: []engine.CaptureReport{kept, {ID: "4"}}})
	if !reflect.DeepEqual(got, want) {
		t.Errorf("of the earlier captures %+v is kept, want %+v", got, want)
	}
	w, job := judging(t, onboarding.Approved)
	sentAgain(t, w, job)
	write(t, w.Store, func(ctx context.Context, tx *store.Tx) error {
		return tx.WriteJobDoc(ctx, "acme", job, store.DocReport, before)
	})
	w.Turn(t.Context())
	var report engine.Report
	if err := w.Store.ReadJobDoc(t.Context(), "acme", job, store.DocReport, &report); err != nil {
		t.Fatal(err)
	}
	if want := []engine.CaptureReport{first, kept, second}; !reflect.DeepEqual(report.Earlier, want) {
		t.Errorf("of the earlier captures %+v is kept, want %+v", report.Earlier, want)
	}
}

func TestChecksOfNewCapturesAreTriedFiveTimes(t *testing.T) {
	w, job := judging(t, onboarding.Approved)
	sentAgain(t, w, job)
	write(t, w.Store, func(ctx context.Context, tx *store.Tx) error {
		return tx.PutJobDoc(ctx, "acme", job, store.DocRequest, []byte("damaged"))
	})
	for try := 1; try <= maxAttempts+1; try++ {
		w.Turn(t.Context())
		c, err := w.Store.ReviewCase(t.Context(), "acme", job)
		if err != nil || (c.ReturnsTo != "") != (try > maxAttempts) {
			t.Errorf("after try %d the job comes back to %q, %v", try, c.ReturnsTo, err)
		}
		advance(w, retryDelay)
	}
}

func TestCapturesWhoseRequestIsOverDoNotComeIntoForce(t *testing.T) {
	w, job := judging(t, onboarding.Approved)
	agent := sentAgain(t, w, job)
	late, _ := w.claimRequest(t.Context())
	advance(w, w.Lease)
	if _, again := w.claimRequest(t.Context()); !again {
		t.Fatal("the request was not given to the next worker")
	}
	if _, err := w.recheck(t.Context(), late, true); err != nil {
		t.Fatal(err)
	}
	c, err := w.Store.ReviewCase(t.Context(), "acme", job)
	if err != nil || c.ReturnsTo == agent {
		t.Errorf("a worker that lost the request brings the job back to %q, %v", c.ReturnsTo, err)
	}
}
