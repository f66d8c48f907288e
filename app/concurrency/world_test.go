package concurrency_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/admintest"
	"proofdesk/app/clock"
	"proofdesk/app/customer"
	"proofdesk/app/evidence"
	"proofdesk/app/ids"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/presets"
	"proofdesk/app/quality"
	"proofdesk/app/retention"
	"proofdesk/app/review"
	"proofdesk/app/session"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/submission"
	"proofdesk/app/token"
	"proofdesk/app/vault"
	"proofdesk/app/webhook"
	"proofdesk/engine/media"
)

// master is one for all worlds, as sealed rows of one database are.
var master = vault.Ephemeral()

// world is a company of its own on a database that it shares with those of other writers.
type world struct {
	*testing.T
	admintest.Office
	engine    *engine
	now       *clock.Manual
	slug      string
	address   string // from which people sign in
	safe      evidence.Safe
	desk      *review.Desk
	checks    *quality.Checker
	intake    *intake.Intake
	customers *customer.Registry
	library   *presets.Library
	retention *retention.Sweeper
	sessions  *session.Browsers
	forms     *submission.Desk
	tokens    *token.Service
	log       *slog.Logger
	clients   int // that have been made
}

func newWorld(t *testing.T, e *engine, now *clock.Manual, n int) *world {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	w := &world{
		T:       t,
		Office:  admintest.On(e.store, now, master),
		engine:  e,
		now:     now,
		slug:    fmt.Sprintf("firm%03d", n),
		address: fmt.Sprintf("192.0.%d.1", n),
		safe:    evidence.Safe{Store: &evidence.Folder{Root: filepath.Join(t.TempDir(), "captures")}},
		desk:    &review.Desk{Store: e.store, Clock: now},
		checks:  &quality.Checker{Store: e.store, Clock: now},
		forms:   &submission.Desk{Store: e.store},
		log:     log,
	}
	w.Accounts.Limits.LockAfter = 1000 // a lock would hide what is counted
	w.Accounts.Limits.Account, w.Accounts.Limits.Address = 1000, 1000
	w.intake = &intake.Intake{
		Store:       e.store,
		Clock:       now,
		Keys:        w.Keys,
		Evidence:    w.safe,
		Log:         log,
		Environment: "test",
		Region:      "local",
		SDKVersion:  "11.1",
	}
	w.customers = &customer.Registry{Store: e.store, Clock: now, Keys: w.Keys, Safe: w.safe, Log: log}
	w.library = &presets.Library{
		Store: e.store,
		Clock: now,
		Keys:  w.Keys,
		Safe:  w.safe,
		Log:   log,
		Check: func(_ context.Context, b []byte) (media.File, error) { return media.Check(b) },
	}
	w.retention = &retention.Sweeper{Store: e.store, Clock: now, Safe: w.safe, Log: log}
	w.sessions = session.New(e.store, now, master, "http://console.test")
	w.tokens = &token.Service{
		Store:  e.store,
		Clock:  now,
		Master: master,
		Hasher: w.Accounts.Hasher,
		Log:    log,
		Issuer: token.Issuer("http://console.test"),
		Limits: token.DefaultLimits,
	}
	_, err := w.Companies.CreateCompany(t.Context(), "cli", w.slug, "Firm")
	w.must(err)
	return w
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w *world) write(fn func(tx *store.Tx) error) {
	w.Helper()
	w.must(w.Store.Write(w.Context(), fn))
}

// user makes a user of a role.
func (w *world) user(role access.Role) store.Agent {
	w.Helper()
	a := store.Agent{
		Company:     w.slug,
		ID:          ids.UUID(),
		DisplayName: "A person",
		Role:        role,
	}
	a.Email = a.ID + "@" + w.slug + ".test"
	var err error
	a.PasswordHash, err = w.Accounts.Hasher.Hash(w.Context(), password)
	w.must(err)
	w.write(func(tx *store.Tx) error { return tx.InsertAgent(w.Context(), a) })
	return a
}

const password = "correct horse battery 7"

// users makes one user of a role for each request.
func (w *world) users(role access.Role) []store.Agent {
	w.Helper()
	all := make([]store.Agent, requests)
	for i := range all {
		all[i] = w.user(role)
	}
	return all
}

// reviewer returns a user as the review desk knows them.
func (w *world) reviewer(a store.Agent) review.Agent {
	return review.Agent{
		Company: w.slug,
		ID:      a.ID,
		Name:    a.DisplayName,
		Senior:  a.Role.Can(access.ReviewEscalated),
		Decides: a.Role.Can(access.ReviewJobs),
	}
}

// reviewers makes one reviewer of a role for each request.
func (w *world) reviewers(role access.Role) []review.Agent {
	w.Helper()
	all := make([]review.Agent, requests)
	for i, a := range w.users(role) {
		all[i] = w.reviewer(a)
	}
	return all
}

// waiting adds a job in review, with an endpoint that hears of it.
func (w *world) waiting() string { return w.waitingOf("") }

// waitingOf adds a job of a client in review.
func (w *world) waitingOf(client string) string { return w.waitingFor(client, "4711004711") }

// waitingFor adds a job of a client in review, about the person with a unique number.
func (w *world) waitingFor(client, number string) string {
	w.Helper()
	ctx, id := w.Context(), ids.UUID()
	row, _, err := w.Keys.NewApplicantKey(ctx, w.slug, id)
	w.must(err)
	w.write(func(tx *store.Tx) error {
		job := onboarding.Job{
			ID:           id,
			Seq:          tx.NextSeq(),
			Company:      w.slug,
			Function:     onboarding.IDValidation,
			Flavor:       "LITE",
			Line:         onboarding.CurrentLine,
			SDKVersion:   "11.1",
			Status:       onboarding.Review,
			UniqueNumber: number,
			ClientID:     client,
			CreatedAt:    tx.Now,
		}
		if err := tx.InsertJob(ctx, job); err != nil {
			return err
		}
		if err := tx.InsertApplicantKey(ctx, row); err != nil {
			return err
		}
		payload := onboarding.Payload{
			ApplicationDetails: onboarding.ApplicationDetails{
				JobID: id, Status: onboarding.Review, Function: job.Function,
			},
			PersonalDetails: onboarding.PersonalDetails{
				LastName: "ROEHRIG",
				Sources:  map[string]string{"lastName": "VIZ"},
			},
		}
		if err := tx.WriteJobDoc(ctx, w.slug, id, store.DocPayload, payload); err != nil {
			return err
		}
		return tx.OpenReviewCase(ctx, store.ReviewCase{
			Company:        w.slug,
			JobID:          id,
			Seq:            job.Seq,
			Function:       job.Function,
			Summary:        "data",
			DeadlineAt:     tx.Now.Add(time.Hour),
			EvidenceDigest: "d1",
		})
	})
	return id
}

// claimed lets an agent take a job.
func (w *world) claimed(a review.Agent, job string) store.ReviewCase {
	w.Helper()
	c, err := w.desk.Take(w.Context(), a, job)
	w.must(err)
	return c
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

// caller is an integration of the company.
func (w *world) caller() intake.Caller {
	return intake.Caller{Company: w.slug, ClientID: w.slug + "-app"}
}

// capturing opens a job that takes captures.
func (w *world) capturing() string {
	w.Helper()
	made, err := w.intake.CreateJob(w.Context(), w.caller(), jobRequest, "", nil)
	w.must(err)
	return made.JobID
}

// nonce returns the nonce of a job in CAPTURING.
func (w *world) nonce(job string) string {
	w.Helper()
	status, err := w.intake.Status(w.Context(), w.caller(), job)
	w.must(err)
	return status.Nonce
}

var jobRequest = intake.JobRequest{
	Function:   onboarding.SignatureCapture,
	Flavor:     "LITE",
	SDKVersion: "11.1",
}

const strokes = `{"SignatureDataCoordinates":"10,10,0;40,60,20;80,20,40;120,70,60;160,10,80"}`

// signed sends a job its one capture.
func (w *world) signed(job string) {
	w.Helper()
	_, err := w.intake.PutCapture(w.Context(), w.caller(), job, "signature", "", bytes.NewReader([]byte(strokes)))
	w.must(err)
}

// hook adds an endpoint with an active key.
func (w *world) hook() webhook.Endpoint {
	w.Helper()
	made, err := w.Endpoints.CreateEndpoint(w.Context(), "cli",
		endpointRequest(w.slug, "https://"+w.slug+".example/in"))
	w.must(err)
	return w.endpoint(made.ID)
}

func (w *world) endpoint(id string) webhook.Endpoint {
	w.Helper()
	e, err := w.Store.Endpoint(w.Context(), w.slug, id)
	w.must(err)
	return e
}

// failed adds an endpoint with so many deliveries that have failed.
func (w *world) failed(n int) (webhook.Endpoint, []string) {
	w.Helper()
	ctx, e := w.Context(), w.hook()
	for range n {
		w.write(func(tx *store.Tx) error {
			id := ids.ULID(tx.Now)
			return storetest.Emit(ctx, tx, webhook.Event{
				Company:    w.slug,
				ID:         id,
				JobID:      ids.UUID(),
				Type:       onboarding.ApplicationDecision,
				OccurredAt: tx.Now,
				Body:       []byte(`{"event":{"id":"` + id + `"}}`),
			}, tx.Now)
		})
	}
	var failed []string
	w.write(func(tx *store.Tx) error {
		claimed, err := tx.ClaimDeliveries(ctx, e.Host, "lease", tx.Now.Add(time.Minute), 1000)
		if err != nil {
			return err
		}
		failed = nil
		for _, d := range claimed {
			d.State, d.Attempts, d.FinishedAt = webhook.Failed, d.Attempts+1, tx.Now
			a := webhook.Attempt{Company: w.slug, DeliveryID: d.ID, N: d.Attempts, StartedAt: tx.Now, KID: "k"}
			if err := tx.FinishAttempt(ctx, d, a); err != nil {
				return err
			}
			failed = append(failed, d.ID)
		}
		return nil
	})
	return e, failed
}

// pictured adds a customer with the selfie of a job.
func (w *world) pictured() string {
	w.Helper()
	customer, job := ids.UUID(), w.waiting()
	w.write(func(tx *store.Tx) error {
		selfie := onboarding.Capture{
			Company:     w.slug,
			ID:          ids.UUID(),
			JobID:       job,
			Kind:        onboarding.Selfie,
			ContentType: "image/jpeg",
			WrappedKey:  []byte("key"),
			CapturedAt:  tx.Now,
		}
		if err := tx.InsertCapture(w.Context(), selfie); err != nil {
			return err
		}
		return tx.PutCustomer(w.Context(), onboarding.Customer{
			ID:        customer,
			Company:   w.slug,
			JobID:     job,
			FullName:  "ROEHRIG, JANELLE",
			CreatedAt: tx.Now,
		})
	})
	return customer
}
