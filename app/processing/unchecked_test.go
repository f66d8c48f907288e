package processing_test

import (
	"bytes"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/company"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/processing"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/engine"
)

// faked is what was found about a job before its applicant was asked for new captures.
var faked = policy.Decision{
	Outcome:    onboarding.Review,
	Met:        3,
	Required:   9,
	Candidates: []policy.Candidate{{CustomerID: "c1", By: "face"}},
	Reasons: []policy.Reason{
		{Code: "document.copy", Check: engine.CodeRealness, Band: policy.BandFraud, Text: "A copy"},
		{Code: "review.new_captures", Band: policy.BandPolicy, Text: "The new captures passed all checks"},
	},
}

func TestCapturesThatCanNotBeCheckedLeaveTheFindingsAsTheyWere(t *testing.T) {
	now := clock.NewManual(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
	st := storetest.SQLite(t, now)
	job, anna := asked(t, st)
	ctx := t.Context()
	failing(t, st)
	w := processing.Worker{Store: st, Clock: now, Log: slog.New(slog.DiscardHandler), Deadline: time.Hour}
	w.Turn(ctx)

	held, err := st.ReviewCase(ctx, "acme", job)
	if err != nil || held.Stakes != policy.BandFraud.Stakes() || !strings.Contains(held.Summary, "A copy") {
		t.Errorf("the case has the stakes %d and the summary %q, %v", held.Stakes, held.Summary, err)
	}
	desk := review.Desk{Store: st, Clock: now}
	d, err := desk.Inspect(ctx, anna, job)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Report.Checks) != 1 || d.Report.Checks[0].Code != engine.CodeRealness {
		t.Errorf("the checks are %+v", d.Report.Checks)
	}
	var codes []string
	for _, r := range d.Decision.Reasons {
		codes = append(codes, r.Code)
	}
	if !slices.Equal(codes, []string{policy.CodeUnchecked, "document.copy"}) || len(d.Decision.Candidates) != 1 ||
		d.Decision.Met != 3 {
		t.Errorf("the decision is %+v", d.Decision)
	}
	if len(d.Captures) != 1 || d.Captures[0].Kind != onboarding.Passport || d.Captures[0].Request == "" {
		t.Errorf("the captures are %+v", d.Captures)
	}
	approvedOnlyByName(t, desk, anna, job)
}

func TestDamagedDocumentsAreLeftOutInsteadOfBeingReadForEver(t *testing.T) {
	now := clock.NewManual(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
	st := storetest.SQLite(t, now)
	job, anna := asked(t, st)
	ctx := t.Context()
	failing(t, st)
	write(t, st, func(tx *store.Tx) error {
		return errors.Join(tx.PutJobDoc(ctx, "acme", job, store.DocReport, []byte(`{"checks"`)),
			tx.PutJobDoc(ctx, "acme", job, store.DocRequest, nil))
	})
	var log bytes.Buffer
	w := processing.Worker{Store: st, Clock: now, Log: slog.New(slog.NewTextHandler(&log, nil)), Deadline: time.Hour}
	w.Turn(ctx)

	for _, document := range []string{store.DocReport, store.DocRequest} {
		if !strings.Contains(log.String(), "job="+job+" document="+document) {
			t.Errorf("the log does not name the damaged %s:\n%s", document, log.String())
		}
	}
	desk := review.Desk{Store: st, Clock: now}
	d, err := desk.Inspect(ctx, anna, job)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Captures) != 1 || d.Captures[0].Request == "" {
		t.Errorf("the captures are %+v", d.Captures)
	}
	approvedOnlyByName(t, desk, anna, job)
}

// failing has the worker try five times to check the new captures.
func failing(t *testing.T, st *store.Store) {
	t.Helper()
	ctx := t.Context()
	for range 5 { // each time the engine was not there
		var r store.ClaimedRequest
		write(t, st, func(tx *store.Tx) (err error) {
			if r, err = tx.ClaimRequest(ctx, "worker", tx.Now.Add(time.Minute)); err != nil {
				return err
			}
			return tx.ReturnRequest(ctx, r, tx.Now)
		})
	}
}

// approvedOnlyByName approves a job without naming that its captures were not checked, and then by naming it.
func approvedOnlyByName(t *testing.T, desk review.Desk, anna review.Agent, job string) {
	t.Helper()
	ctx := t.Context()
	taken, err := desk.Take(ctx, anna, job)
	if err != nil {
		t.Fatal(err)
	}
	approval := review.DecisionRequest{
		JobID:     job,
		Claim:     taken.Claim,
		Version:   taken.Version,
		Digest:    taken.EvidenceDigest,
		Outcome:   onboarding.ReviewApproved,
		Overrides: map[string]string{"document.copy": policy.OverrideGenuine},
	}
	if _, err := desk.Decide(ctx, anna, approval); !fault.Is(err, fault.Invalid) {
		t.Errorf("captures that nobody checked were approved unnamed: %v", err)
	}
	approval.Overrides[policy.CodeUnchecked] = policy.OverrideClearEnough
	if _, err := desk.Decide(ctx, anna, approval); err != nil {
		t.Errorf("approve by naming both: %v", err)
	}
}

// asked returns a job in review whose applicant has sent the new passport that the agent asked for.
func asked(t *testing.T, st *store.Store) (job string, anna review.Agent) {
	t.Helper()
	ctx := t.Context()
	job, anna = ids.UUID(), review.Agent{Company: "acme", ID: ids.UUID(), Name: "Anna", Decides: true}
	link := store.CaptureLink{
		Company: "acme", ID: ids.UUID(), JobID: job, ClientID: "app", AskedBy: anna.ID,
		SecretSHA256: strings.Repeat("a", 64), ExpiresAt: time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC),
		Desktop: onboarding.DesktopAllowed,
	}
	write(t, st, func(tx *store.Tx) error {
		if err := tx.InsertCompany(ctx, company.Company{
			Slug: "acme", Name: "Acme", WrappedKey: []byte("k"), CreatedAt: tx.Now,
		}); err != nil {
			return err
		}
		if err := tx.InsertAgent(ctx, store.Agent{
			Company: "acme", ID: anna.ID, Email: "anna@acme.test", DisplayName: "Anna", Role: access.Agent,
			PasswordHash: "x",
		}); err != nil {
			return err
		}
		return tx.InsertClient(ctx, store.Client{
			ID: "app", Company: "acme", Name: "App", SecretHash: "x", State: access.StateActive,
		})
	})
	write(t, st, func(tx *store.Tx) error { return inReview(t, tx, job) })
	write(t, st, func(tx *store.Tx) error {
		if err := tx.InsertCaptureLink(ctx, link); err != nil {
			return err
		}
		if err := tx.InsertCapture(ctx, passport(job, link.ID, tx.Now)); err != nil {
			return err
		}
		_, err := tx.SubmitRequest(ctx, link)
		return err
	})
	return job, anna
}

// inReview writes a job that waits for review with a passport that is a copy.
func inReview(t *testing.T, tx *store.Tx, id string) error {
	t.Helper()
	ctx := t.Context()
	job := onboarding.Job{
		ID: id, Seq: tx.NextSeq(), Company: "acme", Function: onboarding.IDValidation, Flavor: "LITE",
		Line: onboarding.CurrentLine, SDKVersion: "11.1", Status: onboarding.Review, CreatedAt: tx.Now,
	}
	if err := tx.InsertJob(ctx, job); err != nil {
		return err
	}
	if err := tx.InsertCapture(ctx, passport(id, "", tx.Now)); err != nil {
		return err
	}
	check := engine.Check{Code: engine.CodeRealness, Group: engine.GroupDocument, Outcome: engine.Fail}
	for kind, doc := range map[string]any{
		store.DocRequest:  onboarding.RequestDetails{},
		store.DocReport:   engine.Report{EngineVersion: "1", Checks: []engine.Check{check}},
		store.DocDecision: faked,
		store.DocPayload:  onboarding.Payload{},
	} {
		if err := tx.WriteJobDoc(ctx, "acme", id, kind, doc); err != nil {
			return err
		}
	}
	return tx.OpenReviewCase(ctx, store.ReviewCase{
		Company: "acme", JobID: id, Seq: job.Seq, Function: job.Function, Summary: "A copy",
		Stakes: faked.Stakes(), DeadlineAt: tx.Now.Add(time.Hour), EvidenceDigest: "d",
	})
}

func passport(job, request string, at time.Time) onboarding.Capture {
	return onboarding.Capture{
		ID: ids.UUID(), Company: "acme", JobID: job, Kind: onboarding.Passport, ContentType: "image/png", Size: 1,
		SHA256: strings.Repeat("0", 64), WrappedKey: []byte("k"), Request: request, CreatedAt: at,
	}
}

func write(t *testing.T, st *store.Store, fn func(tx *store.Tx) error) {
	t.Helper()
	if err := st.Write(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}
