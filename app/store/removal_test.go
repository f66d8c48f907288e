package store_test

import (
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/webhook"
)

// finishedJob adds a job that ends now with a status, with two captures.
func finishedJob(
	t *testing.T, st *store.Store, status onboarding.Status, more func(tx *store.Tx, id string) error,
) string {
	t.Helper()
	ctx, id := t.Context(), ids.UUID()
	write(t, st, func(tx *store.Tx) error {
		job := capturing(tx, id)
		if err := tx.InsertJob(ctx, job); err != nil {
			return err
		}
		if err := tx.InsertApplicantKey(ctx, store.ApplicantKey{
			Company:    "acme",
			ID:         id,
			WrappedKey: []byte("key"),
		}); err != nil {
			return err
		}
		for _, kind := range []onboarding.CaptureKind{onboarding.Selfie, onboarding.Passport} {
			c := onboarding.Capture{
				Company:     "acme",
				ID:          ids.UUID(),
				JobID:       id,
				Kind:        kind,
				ContentType: "image/png",
				Size:        9,
				SHA256:      "ab",
				CreatedAt:   tx.Now,
				Key:         id + string(kind),
				WrappedKey:  []byte("k"),
			}
			if err := tx.InsertCapture(ctx, c); err != nil {
				return err
			}
		}
		if status.Is(onboarding.Capturing) {
			return nil
		}
		if _, err := tx.SubmitJob(ctx, "acme", id); err != nil {
			return err
		}
		if _, err := tx.ClaimJobs(ctx, "lease", tx.Now.Add(time.Minute), 10); err != nil {
			return err
		}
		job.Status, job.DecidedAt = status, tx.Now
		if _, err := tx.DecideJob(ctx, job, "lease"); err != nil {
			return err
		}
		if more != nil {
			return more(tx, id)
		}
		return nil
	})
	return id
}

// heldBy are the ways in which an old job is kept, with what lets it go.
var heldBy = []struct {
	disposition store.Disposition
	status      onboarding.Status
	hold        func(t *testing.T, tx *store.Tx, id string) error
}{
	{store.DispositionReview, onboarding.Review, nil},
	{store.DispositionUnfinished, onboarding.Capturing, nil},
	{store.DispositionUndelivered, onboarding.Approved, func(t *testing.T, tx *store.Tx, id string) error {
		e := webhook.Event{
			Company:    "acme",
			ID:         ids.ULID(tx.Now),
			JobID:      id,
			Type:       onboarding.ApplicationDecision,
			OccurredAt: tx.Now,
			Body:       []byte("{}"),
		}
		return tx.EmitTo(t.Context(), e, webhook.Endpoint{Company: "acme", ID: "e1", Host: "https://a.test:443"})
	}},
	{store.DispositionChecked, onboarding.Declined, func(t *testing.T, tx *store.Tx, id string) error {
		r := store.Review{
			Company:     "acme",
			ID:          "first-" + id,
			JobID:       id,
			AgentID:     "anna",
			Outcome:     onboarding.ReviewDeclined,
			CompletedAt: tx.Now,
		}
		return tx.InsertQualityCheck(t.Context(), store.Undrawn{Review: r, Function: onboarding.LiveFaceCheck}, 100)
	}},
}

func TestOnlyWhatNobodyWaitsForIsDueForRemoval(t *testing.T) {
	start := time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC)
	c := clock.NewManual(start)
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		first := finishedJob(t, st, onboarding.Approved, nil)
		made := c.Now()
		held := map[store.Disposition]string{}
		for _, h := range heldBy {
			held[h.disposition] = finishedJob(t, st, h.status, func(tx *store.Tx, id string) error {
				if h.hold == nil {
					return nil
				}
				return h.hold(t, tx, id)
			})
		}
		second := finishedJob(t, st, onboarding.Declined, nil)
		c.Advance(48 * time.Hour)
		recent := finishedJob(t, st, onboarding.Approved, nil)
		old := store.RetentionScope{Company: "acme", Before: c.Now().Add(-24 * time.Hour)}

		due, err := st.DueJobs(ctx, old, 0, 10)
		if err != nil || len(due) != 2 || due[0].ID != first || due[1].ID != second {
			t.Fatalf("due are %v, want %s and %s: %v", due, first, second, err)
		}
		if rest, err := st.DueJobs(ctx, old, due[0].Seq, 1); err != nil || len(rest) != 1 || rest[0].ID != second {
			t.Errorf("after the first: %v, %v", rest, err)
		}
		others := store.RetentionScope{Company: "globex", Before: old.Before}
		if none, err := st.DueJobs(ctx, others, 0, 10); err != nil || len(none) != 0 {
			t.Errorf("of another company: %v, %v", none, err)
		}
		for disposition, id := range held {
			if got, err := st.DispositionOf(ctx, "acme", id, old.Before); err != nil || got != disposition {
				t.Errorf("a job's disposition is %q, want %q: %v", got, disposition, err)
			}
		}
		if got, err := st.DispositionOf(ctx, "acme", recent, old.Before); err != nil || got != store.DispositionRecent {
			t.Errorf("a recent job's disposition is %q: %v", got, err)
		}
		dispositions, err := st.CountDispositions(ctx, old, 100)
		if err != nil || len(dispositions) != 5 {
			t.Fatal(dispositions, err)
		}
		for _, f := range dispositions {
			want := 1
			if f.Disposition == store.DispositionDue {
				want = 2
			}
			if f.Jobs != want || f.WithCaptures != want || f.Captures != 2*want || !f.First.Equal(made) {
				t.Errorf("counted %+v", f)
			}
		}
		if bounded, err := st.CountDispositions(ctx, old, 1); err != nil || len(bounded) != 1 || bounded[0].Jobs != 1 {
			t.Errorf("counted up to one: %v, %v", bounded, err)
		}
	})
}

func TestAReviewOfAnOldJobCountsFromTheReview(t *testing.T) {
	c := clock.NewManual(time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC))
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		id := finishedJob(t, st, onboarding.Review, nil)
		c.Advance(72 * time.Hour)
		write(t, st, func(tx *store.Tx) error {
			job, err := tx.Job(ctx, "acme", id)
			if err != nil {
				return err
			}
			_, err = tx.ReviewJob(ctx, "acme", id, onboarding.ReviewApproved, job.Version, tx.Now)
			return err
		})
		c.Advance(time.Hour)
		for age, want := range map[time.Duration]store.Disposition{
			24 * time.Hour: store.DispositionRecent,
			time.Minute:    store.DispositionDue,
		} {
			if got, err := st.DispositionOf(ctx, "acme", id, c.Now().Add(-age)); err != nil || got != want {
				t.Errorf("kept for %s: %q, want %q: %v", age, got, want, err)
			}
		}
	})
}

func TestRemovedCapturesLeaveTheirRowsAndAListOfTheirFiles(t *testing.T) {
	c := clock.NewManual(time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC))
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		stays, goes := finishedJob(t, st, onboarding.Approved, nil), finishedJob(t, st, onboarding.Approved, nil)
		c.Advance(time.Hour)
		var objects, erased []string
		write(t, st, func(tx *store.Tx) (err error) {
			if objects, err = tx.RemoveCaptures(ctx, "acme", stays); err != nil {
				return err
			}
			erased, err = tx.EraseJob(ctx, "acme", goes)
			return err
		})
		if len(objects) != 2 || len(erased) != 2 {
			t.Fatal(objects, erased)
		}
		captures, err := st.Captures(ctx, "acme", stays)
		if err != nil || len(captures) != 2 || !captures[0].Removed() || len(captures[0].WrappedKey) != 0 ||
			captures[0].SHA256 != "ab" {
			t.Errorf("%+v, %v", captures, err)
		}
		if job, err := st.Job(ctx, "acme", stays); err != nil || !job.CapturesRemovedAt.Equal(c.Now()) {
			t.Errorf("%+v, %v", job, err)
		}
		if key, err := st.ApplicantKey(ctx, "acme", stays); err != nil || len(key.WrappedKey) != 0 {
			t.Errorf("the key is still there: %+v, %v", key, err)
		}
		if h, err := st.JobData(ctx, "acme", stays); err != nil || h.Captures != 0 || h.Bytes != 0 {
			t.Errorf("it says that it keeps %+v, %v", h, err)
		}
		captured := store.RetentionScope{Company: "acme", Before: c.Now(), Captured: true}
		if due, err := st.DueJobs(ctx, captured, 0, 9); err != nil || len(due) != 0 {
			t.Errorf("captures are due again: %v, %v", due, err)
		}
		left, err := st.RemovedObjects(ctx, 9)
		if err != nil || len(left) != 4 {
			t.Fatal(left, err)
		}
		write(t, st, func(tx *store.Tx) error { return tx.ForgetObjects(ctx, "acme", append(objects, erased[0])) })
		if n, err := st.CountRemovedObjects(ctx, "acme", c.Now().Add(time.Minute)); err != nil || n != 1 {
			t.Errorf("%d files are listed, want 1: %v", n, err)
		}
		write(t, st, func(tx *store.Tx) error { // a second time finds nothing
			again, err := tx.RemoveCaptures(ctx, "acme", stays)
			if len(again) != 0 {
				t.Error(again)
			}
			return err
		})
	})
}

func TestARetentionRunIsCarriedOnByOneAndEndedOnce(t *testing.T) {
	c := clock.NewManual(time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC))
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		run := store.RetentionRun{
			Company:     "acme",
			ID:          "R1",
			Actor:       "cli",
			Stage:       store.RetentionRunning,
			JobDays:     3,
			JobsBefore:  c.Now(),
			Phase:       store.RemovingJobs,
			JobsDue:     9,
			CapturesDue: 20,
		}
		write(t, st, func(tx *store.Tx) error { return tx.InsertRetentionRun(ctx, run) })
		run.After, run.Jobs, run.Captures = 50, 4, 8
		for _, want := range []bool{true, false} {
			write(t, st, func(tx *store.Tx) error {
				kept, err := tx.StepRetentionRun(ctx, run)
				if kept != want {
					t.Errorf("a step is kept: %t, want %t", kept, want)
				}
				return err
			})
		}
		running, err := st.RunningRetentions(ctx, 5)
		if err != nil || len(running) != 1 || running[0].After != 50 || running[0].Step != 1 ||
			running[0].JobsDue != 9 || !running[0].JobsBefore.Equal(c.Now()) {
			t.Fatal(running, err)
		}
		for _, want := range []string{"", "this run is not under way"} {
			var got string
			err := st.Write(ctx, func(tx *store.Tx) error {
				ended, err := tx.EndRetentionRun(ctx, run, store.RetentionFailed, "no")
				if err == nil && (ended.Jobs != 4 || ended.Error != "no" || !ended.FinishedAt.Equal(c.Now())) {
					t.Errorf("ended as %+v", ended)
				}
				return err
			})
			if err != nil {
				got = err.Error()
			}
			if got != want {
				t.Errorf("ending says %q, want %q", got, want)
			}
		}
		if all, err := st.RetentionRuns(ctx, "acme", 5); err != nil || len(all) != 1 ||
			all[0].Stage != store.RetentionFailed {
			t.Error(all, err)
		}
	})
}

func TestARetentionRuleIsSetByVersionAndLookedAtByOne(t *testing.T) {
	c := clock.NewManual(time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC))
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		rule, err := st.RetentionRule(ctx, "acme")
		if err != nil || rule.On() || rule.Version != 0 {
			t.Fatal(rule, err)
		}
		rule.JobDays = 30
		for i, want := range []bool{true, false} {
			write(t, st, func(tx *store.Tx) error {
				kept, err := tx.SetRetentionRule(ctx, rule)
				if kept != want {
					t.Errorf("%d: set is %t", i, kept)
				}
				return err
			})
		}
		c.Advance(2 * time.Hour)
		unseen, err := st.UncheckedRetentionRules(ctx, c.Now().Add(-time.Hour))
		if err != nil || len(unseen) != 1 || unseen[0].Version != 1 || unseen[0].JobDays != 30 {
			t.Fatal(unseen, err)
		}
		for _, want := range []bool{true, false} {
			write(t, st, func(tx *store.Tx) error {
				first, err := tx.MarkRetentionRuleChecked(ctx, unseen[0])
				if first != want {
					t.Errorf("a look is heard: %t, want %t", first, want)
				}
				return err
			})
		}
		if again, err := st.UncheckedRetentionRules(ctx, c.Now().Add(-time.Hour)); err != nil || len(again) != 0 {
			t.Error(again, err)
		}
	})
}
