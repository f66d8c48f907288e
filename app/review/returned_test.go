package review_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// asked is a job whose applicant an agent has asked for a new passport.
type asked struct {
	*testing.T
	store   *store.Store
	desk    *review.Desk
	job     string
	anna    review.Agent // who has asked
	request store.CaptureLink
}

func askedOn(t *testing.T, st *store.Store, c clock.Clock) asked {
	t.Helper()
	d, jobs := desk(t, st, c, 1)
	a := asked{T: t, store: st, desk: d, job: jobs[0], anna: agent(t, st, "Anna", access.Agent)}
	a.request = store.CaptureLink{
		Company: company, ID: ids.UUID(), JobID: a.job, ClientID: "app", AskedBy: a.anna.ID,
		SecretSHA256: strings.Repeat("a", 64), ExpiresAt: noon.Add(time.Hour), Desktop: onboarding.DesktopAllowed,
	}
	if _, err := d.Next(t.Context(), a.anna, ""); err != nil {
		t.Fatal(err)
	}
	a.write(func(tx *store.Tx) error {
		return tx.InsertClient(t.Context(), store.Client{
			ID: "app", Company: company, Name: "App", SecretHash: "x", State: access.StateActive,
		})
	})
	a.write(func(tx *store.Tx) error {
		if err := tx.InsertCaptureLink(t.Context(), a.request); err != nil {
			return err
		}
		return tx.WaitForApplicant(t.Context(), company, a.job, a.request.ExpiresAt)
	})
	return a
}

func (a asked) write(fn func(tx *store.Tx) error) {
	a.Helper()
	if err := a.store.Write(a.Context(), fn); err != nil {
		a.Fatal(err)
	}
}

// submit sends what was asked for.
func (a asked) submit() {
	a.Helper()
	a.write(func(tx *store.Tx) error {
		open, err := tx.SubmitRequest(a.Context(), a.request)
		if err == nil && !open {
			a.Error("the request was not open")
		}
		return err
	})
}

// claim takes the request as a worker does.
func (a asked) claim(worker string) (r store.ClaimedRequest, err error) {
	err = a.store.Write(a.Context(), func(tx *store.Tx) (err error) {
		r, err = tx.ClaimRequest(a.Context(), worker, tx.Now.Add(time.Minute))
		return err
	})
	return r, err
}

func TestAJobComesBackToWhoAskedFirst(t *testing.T) {
	c := clock.NewManual(noon)
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		a, ben := askedOn(t, st, c), agent(t, st, "Ben", access.Agent)
		a.write(func(tx *store.Tx) error { return tx.ReleaseClaim(ctx, company, a.job, a.anna.ID) })
		if _, err := a.desk.Next(ctx, ben, ""); !fault.Is(err, fault.NotFound) {
			t.Errorf("a job that waits for its applicant is offered: %v", err)
		}
		a.submit()
		a.write(func(tx *store.Tx) error {
			return tx.ReturnCase(ctx, store.ReviewCase{
				Company: company, JobID: a.job, EvidenceDigest: "d2", ReturnsTo: a.anna.ID,
				ReturnsUntil: tx.Now.Add(30 * time.Minute),
			})
		})
		if _, err := a.desk.Next(ctx, ben, ""); !fault.Is(err, fault.NotFound) {
			t.Errorf("another agent gets the job first: %v", err)
		}
		held, err := a.desk.Next(ctx, a.anna, "")
		if err != nil || held.JobID != a.job || held.EvidenceDigest != "d2" {
			t.Fatalf("who asked gets %s: %v", held.JobID, err)
		}
		if err := a.desk.Skip(ctx, a.anna, a.job); err != nil {
			t.Fatal(err)
		}
		if held, err = a.desk.Next(ctx, ben, ""); err != nil || held.JobID != a.job {
			t.Errorf("a job that was skipped is kept from others: %v", err)
		}
	})
}

func TestNobodyDecidesWhileNewCapturesAreChecked(t *testing.T) {
	c := clock.NewManual(noon)
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		a := askedOn(t, st, c)
		shown := func() store.ReviewCase {
			t.Helper()
			now, err := st.ReviewCase(ctx, company, a.job)
			if err != nil {
				t.Fatal(err)
			}
			return now
		}
		before := shown()
		a.submit()
		_, err := a.desk.Decide(ctx, a.anna, decision(before, onboarding.ReviewApproved))
		if !fault.Is(err, fault.Conflict) {
			t.Errorf("a decision passes over captures that came meanwhile: %v", err)
		}
		_, err = a.desk.Decide(ctx, a.anna, decision(shown(), onboarding.ReviewApproved))
		if !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "are being checked") {
			t.Errorf("a page that was loaded again passes over captures that are being checked: %v", err)
		}
		claimed, err := a.claim("one")
		if err != nil {
			t.Fatalf("the refused decision changed the request: %v", err)
		}
		a.write(func(tx *store.Tx) error { _, err := tx.FinishRequest(ctx, claimed); return err })
		if _, err = a.desk.Decide(ctx, a.anna, decision(shown(), onboarding.ReviewApproved)); err != nil {
			t.Errorf("nobody can decide after the checks: %v", err)
		}
	})
}

func TestADecisionEndsTheRequestThatNobodyAnswered(t *testing.T) {
	c := clock.NewManual(noon)
	st := storetest.SQLite(t, c)
	a := askedOn(t, st, c)
	sent := decision(caseOf(t, st, a.job), onboarding.ReviewApproved)
	if _, err := a.desk.Decide(t.Context(), a.anna, sent); err != nil {
		t.Fatal(err)
	}
	if link, err := st.CaptureLink(t.Context(), company, a.request.ID); err != nil || link.RevokedAt.IsZero() {
		t.Errorf("the applicant of a decided job can still send captures, %v", err)
	}
}

func TestAnUndoOpensTheRequestAgainThatTheDecisionEnded(t *testing.T) {
	for _, withdrawn := range []bool{false, true} {
		c := clock.NewManual(noon)
		st := storetest.SQLite(t, c)
		a := askedOn(t, st, c)
		if withdrawn {
			a.write(func(tx *store.Tx) error { return tx.RevokeRequest(t.Context(), company, a.job) })
		}
		c.Advance(time.Second)
		approval := decision(caseOf(t, st, a.job), onboarding.ReviewApproved)
		if _, err := a.desk.Decide(t.Context(), a.anna, approval); err != nil {
			t.Fatal(err)
		}
		c.Advance(time.Second)
		if err := a.desk.Undo(t.Context(), a.anna, a.job, ""); err != nil {
			t.Fatal(err)
		}
		link, err := st.CaptureLink(t.Context(), company, a.request.ID)
		if err != nil || link.RevokedAt.IsZero() == withdrawn {
			t.Errorf("withdrawn before %t: after the undo revoked at %v, %v", withdrawn, link.RevokedAt, err)
		}
		entries, err := st.AuditOf(t.Context(), company, "job:"+a.job, "", 100)
		if err != nil {
			t.Fatal(err)
		}
		restored := func(e audit.Row) bool { return e.Action == "capture_request.restore" }
		if slices.ContainsFunc(entries, restored) == withdrawn {
			t.Errorf("withdrawn before %t: the audit trail is %+v", withdrawn, entries)
		}
		want := link.ExpiresAt
		if withdrawn {
			want = time.Time{}
		}
		if now := caseOf(t, st, a.job); !now.WaitsUntil.Equal(want) {
			t.Errorf("withdrawn before %t: the job waits until %v, want %v", withdrawn, now.WaitsUntil, want)
		}
	}
}

func TestAJobIsForEverybodyOnceItsTimeIsUp(t *testing.T) {
	c := clock.NewManual(noon)
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		d, jobs := desk(t, st, c, 1)
		ben := agent(t, st, "Ben", access.Agent)
		err := st.Write(ctx, func(tx *store.Tx) error {
			return tx.ReturnCase(ctx, store.ReviewCase{
				Company: company, JobID: jobs[0], ReturnsTo: "anna", ReturnsUntil: tx.Now.Add(30 * time.Minute),
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		c.Advance(30 * time.Minute)
		if held, err := d.Next(ctx, ben, ""); err != nil || held.JobID != jobs[0] {
			t.Errorf("nobody gets the job: %v", err)
		}
	})
}

func TestCapturesOfAKilledWorkerAreCheckedByTheNext(t *testing.T) {
	c := clock.NewManual(noon)
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		a := askedOn(t, st, c)
		a.submit()
		killed, err := a.claim("one")
		if err != nil || killed.Attempts != 1 || killed.JobID != a.job {
			t.Fatalf("claimed %+v: %v", killed, err)
		}
		if second, err := a.claim("two"); !fault.Is(err, fault.NotFound) {
			t.Fatalf("two workers check %+v at once: %v", second, err)
		}
		c.Advance(2 * time.Minute)
		next, err := a.claim("two")
		if err != nil || next.Attempts != 2 {
			t.Fatalf("claimed after the lease %+v: %v", next, err)
		}
		for _, try := range []struct {
			by   store.ClaimedRequest
			done bool
		}{{killed, false}, {next, true}, {next, false}} {
			a.write(func(tx *store.Tx) error {
				done, err := tx.FinishRequest(t.Context(), try.by)
				if err == nil && done != try.done {
					t.Errorf("finished by attempt %d: %t", try.by.Attempts, done)
				}
				return err
			})
		}
	})
}

func TestCorrectionsOfWhatWasPrintedEndWithTheirCapture(t *testing.T) {
	c := clock.NewManual(noon)
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		a := askedOn(t, st, c)
		correct := func(source, field string) {
			a.write(func(tx *store.Tx) error {
				return tx.InsertCorrection(ctx, store.Correction{
					ID: ids.UUID(), Company: company, JobID: a.job, AgentID: a.anna.ID, Source: source, Field: field,
				})
			})
		}
		corrected := func() (fields []string) {
			all, err := st.Corrections(ctx, company, a.job)
			if err != nil {
				t.Fatal(err)
			}
			for _, one := range all {
				fields = append(fields, one.Source+" "+one.Field)
			}
			return fields
		}
		a.write(func(tx *store.Tx) error {
			return tx.InsertCapture(ctx, onboarding.Capture{
				ID: ids.UUID(), Company: company, JobID: a.job, Kind: onboarding.Passport, WrappedKey: []byte("k"),
				CreatedAt: tx.Now,
			})
		})
		correct("VIZ", "lastName")
		correct("SUBMITTED", "firstName")
		c.Advance(time.Second)
		a.write(func(tx *store.Tx) error {
			of := store.ClaimedRequest{Company: company, ID: a.request.ID, JobID: a.job}
			return tx.LandCaptures(ctx, of, []onboarding.CaptureKind{onboarding.Passport})
		})
		if got := corrected(); !slices.Equal(got, []string{"SUBMITTED firstName"}) {
			t.Errorf("of the corrections on the picture before hold %v", got)
		}
		c.Advance(time.Second)
		correct("VIZ", "lastName")
		if got := corrected(); len(got) != 2 {
			t.Errorf("of the corrections hold %v", got)
		}
	})
}
