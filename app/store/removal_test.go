package store_test

import (
	"strings"
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
			return more(tx, id)
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
	{store.DispositionUnfinished, onboarding.Capturing, func(t *testing.T, tx *store.Tx, id string) error {
		return tx.InsertCaptureLink(t.Context(), store.CaptureLink{
			Company:      "acme",
			ID:           "link-" + id,
			JobID:        id,
			ClientID:     "app",
			SecretSHA256: strings.Repeat("a", 64),
			ExpiresAt:    tx.Now.Add(time.Hour),
			Desktop:      onboarding.DesktopAllowed,
		})
	}},
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
		return sampled(t, tx, id)
	}},
}

// sampled draws a quality check of a decision of the job.
func sampled(t *testing.T, tx *store.Tx, id string) error {
	r := store.Review{
		Company:     "acme",
		ID:          "first-" + id,
		JobID:       id,
		AgentID:     "anna",
		Outcome:     onboarding.ReviewDeclined,
		CompletedAt: tx.Now,
	}
	return tx.InsertQualityCheck(t.Context(), store.Undrawn{Review: r, Function: onboarding.LiveFaceCheck}, 100)
}

func TestOnlyJobsWithNothingPendingAreDueForRemoval(t *testing.T) {
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
		second := finishedJob(t, st, onboarding.Declined, func(tx *store.Tx, id string) error {
			if err := sampled(t, tx, id); err != nil {
				return err
			}
			void, err := tx.VoidCheck(ctx, "acme", "first-"+id, store.VoidNobodyLeft, store.IdleAdmins{})
			same(t, "the check is closed without a second judgement", void, true)
			return err
		})
		c.Advance(48 * time.Hour)
		recent := finishedJob(t, st, onboarding.Approved, nil)
		old := store.RetentionScope{Company: "acme", Before: c.Now().Add(-24 * time.Hour)}

		due := must(st.DueJobs(ctx, old, 0, 10))(t)
		same(t, "due jobs", dueIDs(due), []string{first, second})
		same(t, "after the first", dueIDs(must(st.DueJobs(ctx, old, due[0].Seq, 1))(t)), []string{second})
		others := store.RetentionScope{Company: "globex", Before: old.Before}
		same(t, "of another company", len(must(st.DueJobs(ctx, others, 0, 10))(t)), 0)
		held[store.DispositionRecent] = recent
		for disposition, id := range held {
			same(t, "disposition", must(st.DispositionOf(ctx, "acme", id, old.Before))(t), disposition)
		}
		counts := map[store.Disposition]int{}
		for _, f := range must(st.CountDispositions(ctx, old, 100))(t) {
			counts[f.Disposition] = f.Jobs
			same(t, "jobs with captures", f.WithCaptures, f.Jobs)
			same(t, "captures", f.Captures, 2*f.Jobs)
			same(t, "the oldest", f.First, made)
		}
		same(t, "counts", counts, map[store.Disposition]int{
			store.DispositionDue: 2, store.DispositionReview: 1, store.DispositionUnfinished: 1,
			store.DispositionUndelivered: 1, store.DispositionChecked: 1,
		})
		bounded := must(st.CountDispositions(ctx, old, 1))(t)
		same(t, "counted up to one", []int{len(bounded), bounded[0].Jobs}, []int{1, 1})
	})
}

func dueIDs(due []store.DueJob) []string {
	var ids []string
	for _, d := range due {
		ids = append(ids, d.ID)
	}
	return ids
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
		same(t, "objects", []int{len(objects), len(erased)}, []int{2, 2})
		captures := must(st.Captures(ctx, "acme", stays))(t)
		same(t, "captures", len(captures), 2)
		if c := captures[0]; !c.Removed() || len(c.WrappedKey) != 0 || c.SHA256 != "ab" {
			t.Errorf("a removed capture is %+v", c)
		}
		same(t, "removed at", must(st.Job(ctx, "acme", stays))(t).CapturesRemovedAt, c.Now())
		same(t, "the key", len(must(st.ApplicantKey(ctx, "acme", stays))(t).WrappedKey), 0)
		same(t, "what is left", must(st.JobData(ctx, "acme", stays))(t), store.JobData{})
		captured := store.RetentionScope{Company: "acme", Before: c.Now(), Captured: true}
		same(t, "captures due again", len(must(st.DueJobs(ctx, captured, 0, 9))(t)), 0)
		same(t, "removed objects", len(must(st.RemovedObjects(ctx, store.RemovedObject{}, 9))(t)), 4)
		write(t, st, func(tx *store.Tx) error { return tx.ForgetObjects(ctx, "acme", append(objects, erased[0])) })
		same(t, "files left", must(st.CountRemovedObjects(ctx, "acme", c.Now().Add(time.Minute)))(t), 1)
		again := written(t, st, func(tx *store.Tx) ([]string, error) { return tx.RemoveCaptures(ctx, "acme", stays) })
		same(t, "objects of a second removal", len(again), 0)
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
		step := func(tx *store.Tx) (bool, error) { return tx.StepRetentionRun(ctx, run) }
		same(t, "the first step is kept", written(t, st, step), true)
		same(t, "the same step again is kept", written(t, st, step), false)
		running := must(st.RunningRetentions(ctx, 5))(t)
		run.Step, run.CreatedAt = 1, c.Now()
		same(t, "running", running, []store.RetentionRun{run})

		end := func(tx *store.Tx) (store.RetentionRun, error) {
			return tx.EndRetentionRun(ctx, run, store.RetentionFailed, "no")
		}
		ended := written(t, st, end)
		run.Stage, run.Error, run.FinishedAt, run.Step = store.RetentionFailed, "no", c.Now(), 2
		same(t, "ended", ended, run)
		missing(t, "ending again", st.Write(ctx, func(tx *store.Tx) error { return second(end(tx)) }))
		same(t, "all runs", must(st.RetentionRuns(ctx, "acme", 5))(t), []store.RetentionRun{run})
	})
}

func TestARetentionRuleIsSetByVersionAndCheckedByOne(t *testing.T) {
	c := clock.NewManual(time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC))
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		rule := must(st.RetentionRule(ctx, "acme"))(t)
		same(t, "a rule that was never set", rule, store.RetentionRule{Company: "acme"})
		rule.JobDays = 30
		set := func(tx *store.Tx) (bool, error) { return tx.SetRetentionRule(ctx, rule) }
		same(t, "the first is set", written(t, st, set), true)
		same(t, "another of the same version is set", written(t, st, set), false)
		c.Advance(2 * time.Hour)
		unchecked := must(st.UncheckedRetentionRules(ctx, c.Now().Add(-time.Hour)))(t)
		if len(unchecked) != 1 || unchecked[0].Version != 1 || unchecked[0].JobDays != 30 {
			t.Fatal(unchecked)
		}
		check := func(tx *store.Tx) (bool, error) { return tx.MarkRetentionRuleChecked(ctx, unchecked[0]) }
		same(t, "the first node checks it", written(t, st, check), true)
		same(t, "another node checks it", written(t, st, check), false)
		hold := func(tx *store.Tx) (bool, error) { return tx.HoldRetentionRule(ctx, unchecked[0]) }
		same(t, "it is still the same rule", written(t, st, hold), true)
		written(t, st, func(tx *store.Tx) (bool, error) { return tx.SetRetentionRule(ctx, unchecked[0]) })
		same(t, "it is the same rule once it was set again", written(t, st, hold), false)
		same(t, "unchecked", len(must(st.UncheckedRetentionRules(ctx, c.Now().Add(-time.Hour)))(t)), 0)
	})
}
