package dashboard_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/dashboard"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/webhook"
	"proofdesk/engine"
)

func TestMain(m *testing.M) { storetest.Main(m) }

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// world is a company's rows as the other use cases write them.
type world struct {
	testing.TB
	clock  *clock.Manual
	store  *store.Store
	client string // whose jobs are made
}

func each(t *testing.T, test func(w *world)) {
	c := clock.NewManual(noon)
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) { test(&world{TB: t, clock: c, store: st}) })
}

func (w *world) write(fn func(ctx context.Context, tx *store.Tx) error) {
	w.Helper()
	ctx := w.Context()
	if err := w.store.Write(ctx, func(tx *store.Tx) error { return fn(ctx, tx) }); err != nil {
		w.Fatal(err)
	}
}

func (w *world) folder() *dashboard.Aggregator {
	return &dashboard.Aggregator{Store: w.store, Clock: w.clock, Log: slog.New(slog.DiscardHandler)}
}

// fold folds and tells how many rows there were.
func (w *world) fold(f *dashboard.Aggregator) int {
	w.Helper()
	n, err := f.Fold(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	return n
}

func (w *world) board() dashboard.Board {
	w.Helper()
	span, _ := dashboard.SpanOf("24h")
	b, err := (&dashboard.Reader{Store: w.store}).Board(w.Context(), "acme",
		dashboard.WindowAt(span, w.clock.Now(), nil))
	if err != nil {
		w.Fatal(err)
	}
	return b
}

var score = .95

// job takes a job to an outcome of the engine, and into review where that is it.
func (w *world) job(outcome onboarding.Status) onboarding.Job {
	job := onboarding.Job{
		Company:   "acme",
		ID:        ids.UUID(),
		Function:  onboarding.IDValidation,
		Flavor:    "LITE",
		Line:      onboarding.CurrentLine,
		Status:    onboarding.Capturing,
		ClientID:  w.client,
		CreatedAt: w.clock.Now(),
	}
	w.write(func(ctx context.Context, tx *store.Tx) error {
		job.Seq = tx.NextSeq()
		return tx.InsertJob(ctx, job)
	})
	w.write(func(ctx context.Context, tx *store.Tx) error { _, err := tx.SubmitJob(ctx, "acme", job.ID); return err })
	w.write(func(ctx context.Context, tx *store.Tx) error {
		if _, err := tx.ClaimJobs(ctx, "lease", tx.Now.Add(time.Minute), 1); err != nil {
			return err
		}
		job.Status, job.DecidedAt = outcome, tx.Now
		report := engine.Report{Elapsed: 800 * time.Millisecond, Checks: []engine.Check{
			{
				Code:    engine.CodeFocus,
				Group:   engine.GroupQuality,
				Outcome: engine.Pass,
				Score:   &score,
				Elapsed: 100 * time.Millisecond,
			},
			{Code: engine.CodeGlare, Group: engine.GroupQuality, Outcome: engine.Warn, Elapsed: 20 * time.Millisecond},
			{Code: engine.CodeChip, Group: engine.GroupChip, Outcome: engine.NotRun},
		}}
		if err := tx.WriteJobDoc(ctx, "acme", job.ID, store.DocReport, report); err != nil {
			return err
		}
		decision := policy.Decision{
			Outcome: outcome,
			Reasons: []policy.Reason{{Code: "quality.glare", Band: "quality"}},
		}
		if err := tx.WriteJobDoc(ctx, "acme", job.ID, store.DocDecision, decision); err != nil {
			return err
		}
		if outcome == onboarding.Review {
			if err := tx.OpenReviewCase(ctx, store.ReviewCase{
				Company:    "acme",
				JobID:      job.ID,
				Seq:        job.Seq,
				Function:   job.Function,
				DeadlineAt: tx.Now.Add(time.Hour),
			}); err != nil {
				return err
			}
		}
		_, err := tx.DecideJob(ctx, job, "lease")
		return err
	})
	return job
}

// review decides a job in review; the decision may be taken back for eight seconds.
func (w *world) review(
	job onboarding.Job, agent string, kind store.ReviewKind, outcome onboarding.Status,
) store.Review {
	now := w.clock.Now()
	r := store.Review{
		ID:          ids.UUID(),
		Company:     "acme",
		JobID:       job.ID,
		AgentID:     agent,
		Kind:        kind,
		Outcome:     outcome,
		StartedAt:   now.Add(-time.Minute),
		CompletedAt: now,
		Reasons:     []onboarding.ReviewReason{{Code: "fraud.screen"}},
		Overrides:   []policy.Override{{Finding: "face.mismatch", Code: "face.mismatch", Reason: "same_person"}},
	}
	w.write(func(ctx context.Context, tx *store.Tx) error {
		if kind == store.ReviewDecision {
			stored, err := tx.Job(ctx, "acme", job.ID)
			if err != nil {
				return err
			}
			if done, err := tx.ReviewJob(ctx, "acme", job.ID, outcome, stored.Version,
				now.Add(8*time.Second)); err != nil || !done {
				w.Errorf("review: %v %v", done, err)
			}
		}
		return tx.InsertReview(ctx, r)
	})
	return r
}

const host = "a.test:443"

func (w *world) endpoint() {
	w.write(func(ctx context.Context, tx *store.Tx) error {
		return tx.InsertEndpoint(ctx, webhook.Endpoint{
			Company: "acme",
			ID:      "e1",
			URL:     "https://a.test/",
			Host:    host,
			Events:  []onboarding.EventType{onboarding.ApplicationDecision},
			State:   webhook.EndpointActive,
		})
	})
}

// delivery writes a delivery, due now, and returns its id.
func (w *world) delivery() (id string) {
	w.endpoint()
	w.write(func(ctx context.Context, tx *store.Tx) error {
		return storetest.Emit(ctx, tx, webhook.Event{
			Company:    "acme",
			ID:         ids.ULID(tx.Now),
			JobID:      ids.UUID(),
			Type:       onboarding.ApplicationDecision,
			OccurredAt: tx.Now,
			Body:       []byte("{}"),
		}, tx.Now)
	})
	all, err := w.store.Deliveries(context.Background(), "acme", "", 0, 1)
	if err != nil || len(all) != 1 {
		w.Fatal(all, err)
	}
	return all[0].ID
}

// attempt writes an attempt of a delivery.
func (w *world) attempt(delivery string, n int, latency time.Duration) {
	w.write(func(ctx context.Context, tx *store.Tx) error {
		return tx.FinishAttempt(ctx, webhook.Delivery{}, webhook.Attempt{
			Company:    "acme",
			DeliveryID: delivery,
			N:          n,
			StartedAt:  tx.Now,
			Latency:    latency,
			Class:      webhook.Success,
		})
	})
}

func (w *world) breaker(state, from webhook.BreakerState, version int64) {
	w.write(func(ctx context.Context, tx *store.Tx) error {
		b := store.HostBreaker{Host: host, Version: version, Breaker: webhook.NewBreaker()}
		b.State = state
		if kept, err := tx.PutBreaker(ctx, b, from); err != nil || !kept {
			w.Errorf("breaker %s: %v %v", state, kept, err)
		}
		return nil
	})
}

func TestFoldingCountsEachRowOnce(t *testing.T) {
	each(t, func(w *world) {
		w.job(onboarding.Approved)
		w.review(w.job(onboarding.Review), "ann", store.ReviewDecision, onboarding.ReviewDeclined)
		w.clock.Advance(time.Minute)
		first, second := w.folder(), w.folder()
		if n := w.fold(first); n != 5 { // two submissions, two decisions, one review
			t.Errorf("%d rows were folded, want 5", n)
		}
		before := w.board()
		w.clock.Advance(time.Minute)
		if n := w.fold(first) + w.fold(second); n != 0 {
			t.Errorf("%d rows were folded again", n)
		}
		for _, b := range []dashboard.Board{before, w.board()} {
			h := b.Headline
			if got := b.Flow.Inflow[23]; got != 2 {
				t.Errorf("inflow %d", got)
			}
			if got := b.Flow.Completed[23]; got != 2 {
				t.Errorf("completed %d", got)
			}
			if h.DecidedToday != 2 || h.ByEngine != 1 || h.Engine.Count != 2 || h.Handle.Count != 1 {
				t.Errorf("headline %+v", h)
			}
			if b.Matrix.N[1][1] != 1 { // a warning, an agent declined
				t.Errorf("matrix %v", b.Matrix.N)
			}
			if len(b.Reasons) != 1 || b.Reasons[0] != (dashboard.Count{Key: "fraud.screen", N: 1}) ||
				b.Findings[0].N != 2 {
				t.Errorf("reasons %v %v", b.Reasons, b.Findings)
			}
			if len(b.Overrides) != 1 || b.Overrides[0] != (dashboard.Count{Key: "face.mismatch\x1fsame_person", N: 1}) {
				t.Errorf("overrides %v", b.Overrides)
			}
			if b.Scores[0].Bins[38] != 2 {
				t.Errorf("scores of focus %v", b.Scores[0].Bins)
			}
		}
	})
}

func TestATestOfAnIntegratorsIsFoldedAndCountsNowhere(t *testing.T) {
	each(t, func(w *world) {
		w.client = "trial"
		w.write(func(ctx context.Context, tx *store.Tx) error {
			return tx.InsertClient(ctx, store.Client{
				ID:         "trial",
				Company:    "acme",
				Name:       "Trial run",
				SecretHash: "x",
				Sandbox:    true,
			})
		})
		w.review(w.job(onboarding.Review), "ann", store.ReviewDecision, onboarding.ReviewDeclined)
		w.clock.Advance(time.Minute)
		if n := w.fold(w.folder()); n != 3 { // one submission, one decision, one review
			t.Errorf("%d rows were folded, want 3", n)
		}
		b := w.board()
		if b.Flow.Inflow[23] != 0 || b.Flow.Completed[23] != 0 || b.Headline.DecidedToday != 0 ||
			b.Headline.Handle.Count != 0 || len(b.Reasons) != 0 {
			t.Errorf("inflow %d, completed %d, %+v, reasons %+v", b.Flow.Inflow[23], b.Flow.Completed[23], b.Headline,
				b.Reasons)
		}
	})
}

func TestTwoNodesNeverCountTwice(t *testing.T) {
	each(t, func(w *world) {
		for range 3 {
			w.job(onboarding.Declined)
		}
		total := 0
		for range 2 { // the second node finds the lease taken, then what is left, which is nothing
			total += w.fold(w.folder())
			w.clock.Advance(time.Minute)
		}
		if b := w.board(); total != 6 || b.Flow.Inflow[23] != 3 {
			t.Errorf("%d rows, inflow %v", total, b.Flow.Inflow)
		}
	})
}

func TestAReviewThatCanBeUndoneDoesNotCountYet(t *testing.T) {
	each(t, func(w *world) {
		job := w.job(onboarding.Review)
		r := w.review(job, "ann", store.ReviewDecision, onboarding.ReviewApproved)
		f := w.folder()
		w.fold(f)
		if n := dashboard.Sum(w.board().Reviewed); n != 0 {
			t.Errorf("%d reviews count within their hold", n)
		}
		w.write(func(ctx context.Context, tx *store.Tx) error {
			if _, err := tx.UnreviewJob(ctx, "acme", job.ID); err != nil {
				return err
			}
			return tx.UndoReview(ctx, "acme", r.ID, "ann")
		})
		w.clock.Advance(time.Minute)
		if n := w.fold(f); n != 0 {
			t.Errorf("an undone review was folded")
		}
		w.review(job, "bea", store.ReviewDecision, onboarding.ReviewDeclined)
		w.clock.Advance(time.Minute)
		w.fold(f)
		if b := w.board(); dashboard.Sum(b.Reviewed) != 1 || b.Reviewed[1].N != 1 {
			t.Errorf("reviewed %v", b.Reviewed)
		}
	})
}

func TestARedeliveryMovesADeliveryAndCountsItsAttempts(t *testing.T) {
	each(t, func(w *world) {
		now := w.clock.Now()
		w.endpoint()
		w.write(func(ctx context.Context, tx *store.Tx) error {
			return storetest.Emit(ctx, tx,
				webhook.Event{
					Company:    "acme",
					ID:         ids.ULID(now),
					JobID:      "j",
					Type:       onboarding.ApplicationDecision,
					OccurredAt: now,
					Body:       []byte("{}"),
				}, now)
		})
		f, n := w.folder(), 0
		attempt := func(state webhook.State, class webhook.Class) {
			n++
			w.write(func(ctx context.Context, tx *store.Tx) error {
				due, err := tx.ClaimDeliveries(ctx, host, "lease", tx.Now.Add(time.Minute), 5)
				if err != nil || len(due) != 1 {
					t.Fatalf("%d due, %v", len(due), err)
				}
				d := due[0]
				d.State, d.Attempts, d.LastClass, d.FinishedAt, d.Lease = state, n, class, tx.Now, "lease"
				return tx.FinishAttempt(ctx, d, webhook.Attempt{
					Company:    "acme",
					DeliveryID: d.ID,
					N:          n,
					StartedAt:  tx.Now,
					Latency:    40 * time.Millisecond,
					Class:      class,
				})
			})
			w.fold(f)
		}
		want := func(delivered, failed, attempts int64) {
			t.Helper()
			b := w.board()
			var tried int64
			for _, a := range b.Attempts {
				tried += a.Success + dashboard.Sum(a.Failed)
			}
			if h := b.Headline; h.Delivered != delivered || h.Failed != failed || tried != attempts {
				t.Errorf("delivered %d failed %d attempts %d, want %d %d %d",
					h.Delivered, h.Failed, tried, delivered, failed, attempts)
			}
			days, err := (&dashboard.Reader{Store: w.store}).Endpoints(t.Context(), "acme", w.clock.Now())
			day := dashboard.Day{}
			day[len(day)-1] = dashboard.Sent{Delivered: delivered, Failed: failed}
			if err != nil || len(days) != 1 || days["e1"] != day {
				t.Errorf("the endpoint's day is %v, want %v: %v", days, day, err)
			}
		}
		again := func() {
			w.write(func(ctx context.Context, tx *store.Tx) error {
				all, err := tx.DeliveriesOfJob(ctx, "acme", "j")
				if err != nil {
					return err
				}
				_, err = tx.Redeliver(ctx, "acme", all[0].ID)
				return err
			})
		}
		attempt(webhook.Failed, webhook.ServerError)
		want(0, 1, 1)
		again()
		attempt(webhook.Delivered, webhook.Success)
		want(1, 0, 2)
		again()
		attempt(webhook.Delivered, webhook.Success)
		want(1, 0, 3)
	})
}

func TestAgreementIsOfProposalsThatAnotherAgentDecided(t *testing.T) {
	each(t, func(w *world) {
		for _, second := range []onboarding.Status{onboarding.ReviewDeclined, onboarding.ReviewApproved} {
			job := w.job(onboarding.Review)
			w.review(job, "ann", store.ReviewProposal, onboarding.ReviewDeclined)
			w.clock.Advance(time.Second)
			w.review(job, "bea", store.ReviewDecision, second)
		}
		w.clock.Advance(time.Minute)
		w.fold(w.folder())
		agents, err := (&dashboard.Reader{Store: w.store}).Agents(t.Context(), "acme", w.board().Window)
		if err != nil || len(agents) != 2 {
			t.Fatalf("%+v %v", agents, err)
		}
		bea, ann := agents[0], agents[1]
		if bea.ID != "bea" || bea.Done != 2 || bea.Approved != 1 || bea.Declined != 1 || bea.Handle.Count != 2 ||
			bea.Judged != 0 {
			t.Errorf("%+v", bea)
		}
		if ann.Done != 0 || ann.Judged != 2 || ann.Agreed != 1 {
			t.Errorf("%+v", ann)
		}
	})
}

func TestChecksThatDidNotRunCountWithoutTime(t *testing.T) {
	each(t, func(w *world) {
		w.job(onboarding.Approved)
		w.fold(w.folder())
		checks, err := (&dashboard.Reader{Store: w.store}).Checks(t.Context(), "acme", w.board().Window)
		if err != nil || len(checks) != 3 {
			t.Fatalf("%+v %v", checks, err)
		}
		if c := checks[0]; c.Code != engine.CodeFocus || c.Outcomes[engine.Pass] != 1 || c.Took.Count != 1 {
			t.Errorf("%+v", c)
		}
		if c := checks[2]; c.Code != engine.CodeChip || c.Outcomes[engine.NotRun] != 1 || c.All != 1 ||
			c.Took.Count != 0 {
			t.Errorf("%+v", c)
		}
	})
}

func TestAForeignCompanySeesNothing(t *testing.T) {
	each(t, func(w *world) {
		w.job(onboarding.Approved)
		w.fold(w.folder())
		span, _ := dashboard.SpanOf("30d")
		b, err := (&dashboard.Reader{Store: w.store}).Board(t.Context(), "globex",
			dashboard.WindowAt(span, w.clock.Now(), nil))
		if err != nil || !b.Empty() {
			t.Errorf("%+v %v", b.Headline, err)
		}
	})
}

func TestWhatDevicesMeasuredIsCountedOnce(t *testing.T) {
	each(t, func(w *world) {
		rate := 12.5
		measures := func(took int64, automatic, downloaded bool) {
			job := w.job(onboarding.Approved)
			w.write(func(ctx context.Context, tx *store.Tx) error {
				return tx.NoteTimings(ctx, "acme", job.ID, onboarding.Timings{
					Engine: &onboarding.EngineTiming{Milliseconds: 900, Downloaded: downloaded},
					Captures: []onboarding.CaptureTiming{
						{Capture: onboarding.Selfie, Automatic: automatic, Milliseconds: took, FramesPerSecond: &rate},
					},
				})
			})
		}
		measures(2000, true, true)
		measures(4000, true, false)
		measures(60_000, false, false)
		f := w.folder()
		w.fold(f)
		if n := w.fold(f); n != 0 {
			t.Errorf("%d rows were folded again", n)
		}
		w.client = "sandbox"
		w.write(func(ctx context.Context, tx *store.Tx) error {
			return tx.InsertClient(ctx, store.Client{Company: "acme", ID: "sandbox", Sandbox: true})
		})
		measures(1, true, true)
		w.fold(f)
		span, _ := dashboard.SpanOf("24h")
		got, err := (&dashboard.Reader{Store: w.store}).Devices(w.Context(), "acme",
			dashboard.WindowAt(span, w.clock.Now(), nil))
		if err != nil || got.Cached.Count != 2 || got.Downloaded.Count != 1 || len(got.Captures) != 1 {
			t.Fatalf("%+v %v", got, err)
		}
		one := got.Captures[0]
		if one.Kind != onboarding.Selfie || one.All != 3 || one.Automatic != 2 || one.Took.Count != 2 {
			t.Errorf("%+v", one)
		}
		if p90, _ := one.Took.Quantile(.9); p90 < 3600*time.Millisecond || p90 > 4400*time.Millisecond {
			t.Errorf("nine in ten were taken after %s, want 4 s", p90)
		}
		if half, known := one.Rate(.5); !known || half < 11.4 || half > 13.6 {
			t.Errorf("half had %f frames/s, want 12.5", half)
		}
	})
}
