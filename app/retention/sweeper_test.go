package retention_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/retention"
	"proofdesk/app/store"
)

func TestNothingIsRemovedUntilARuleIsSet(t *testing.T) {
	each(t, func(h *house) {
		h.jobs(2)
		h.now.Advance(4000 * day)
		h.turn()
		h.want(2, 4)
		if runs := h.runs(); len(runs) != 0 {
			t.Errorf("%d runs", len(runs))
		}
	})
}

func TestOldJobsAreRemovedByThemselvesWithTheirFiles(t *testing.T) {
	each(t, func(h *house) {
		h.jobs(23) // more than two steps
		h.job(onboarding.Review)
		h.now.Advance(31 * day)
		h.jobs(2)
		h.rule(30, 0)
		h.must(h.Turn(t.Context())) // a slip can be mended for an hour
		h.want(26, 52)
		h.turn()
		h.want(3, 6)
		runs := h.runs()
		if len(runs) != 1 || runs[0].Stage != store.RetentionDone || runs[0].Actor != "system" || runs[0].Jobs != 23 ||
			runs[0].Captures != 46 || runs[0].JobsDue != 23 || runs[0].CapturesDue != 46 ||
			runs[0].FinishedAt.IsZero() {
			t.Errorf("%+v", runs)
		}
		if got, want := h.trail(), "jobs.purge by system, retention.rule by agent:ada"; got != want {
			t.Errorf("the trail says %q, want %q", got, want)
		}
		h.turn() // with nothing due there is no run to tell of
		if runs := h.runs(); len(runs) != 1 {
			t.Errorf("%d runs", len(runs))
		}
	})
}

func TestACompanyThatFailsKeepsNoOtherWaiting(t *testing.T) {
	each(t, func(h *house) {
		h.jobs(1)
		h.rule(1, 0)
		h.write(func(tx *store.Tx) error { // a rule without a company, before the other one
			_, err := tx.SetRetentionRule(t.Context(), store.RetentionRule{Company: "aaa", JobDays: 1})
			return err
		})
		h.now.Advance(2*day + retention.LookEvery)
		if err := h.Turn(t.Context()); !fault.Is(err, fault.NotFound) || !strings.Contains(err.Error(), "aaa") {
			t.Errorf("the turn ends with %v", err)
		}
		h.want(0, 0)
	})
}

func TestCapturesGoBeforeTheirJobsAndOnce(t *testing.T) {
	each(t, func(h *house) {
		id := h.job(onboarding.Approved)
		waits := h.job(onboarding.Review)
		h.rule(90, 7)
		h.now.Advance(8 * day)
		h.jobs(1)
		h.turn()
		h.want(3, 4)
		captures, err := h.store.Captures(t.Context(), company, id)
		if err != nil || len(captures) != 2 || !captures[0].Removed() {
			t.Errorf("%+v, %v", captures, err)
		}
		if _, err := h.keys.ApplicantKey(t.Context(), company, id); !fault.Is(err, fault.NotFound) {
			t.Errorf("the key is still there: %v", err)
		}
		if _, err := h.keys.ApplicantKey(t.Context(), company, waits); err != nil {
			t.Errorf("the key of a job in review: %v", err)
		}
		if runs := h.runs(); len(runs) != 1 || runs[0].Jobs != 0 || runs[0].Captures != 2 {
			t.Errorf("%+v", runs)
		}
		h.now.Advance(90 * day)
		h.turn() // now the rows go: that job's, and the other's with its captures
		h.want(1, 2)
		if runs := h.runs(); len(runs) != 2 || runs[0].Jobs != 2 || runs[0].Captures != 2 {
			t.Errorf("%+v", runs)
		}
	})
}

func TestAPlanIsWhatTheRunThenRemoves(t *testing.T) {
	each(t, func(h *house) {
		first := h.now.Now()
		h.jobs(3)
		h.now.Advance(40 * day)
		h.jobs(2)
		h.job(onboarding.Review)
		h.now.Advance(10 * day)
		h.jobs(1)
		plan, err := h.Plan(t.Context(), store.RetentionRule{Company: company, JobDays: 30, CaptureDays: 5})
		if err != nil || plan.Jobs != 3 || plan.Alone != 2 || plan.Captures != 10 || !plan.First.Equal(first) ||
			plan.Stay[store.DispositionReview] != 1 || plan.More {
			t.Errorf("%+v, %v", plan, err)
		}
		h.want(7, 14)
		h.rule(30, 5)
		h.turn()
		if run := h.runs()[0]; run.Jobs != plan.Jobs || run.Captures != plan.Captures {
			t.Errorf("planned %+v, done %+v", plan, run)
		}
		if plan, err := h.Plan(t.Context(), store.RetentionRule{Company: company}); err != nil || !plan.Empty() {
			t.Errorf("without a rule: %+v, %v", plan, err)
		}
	})
}

// needed draws a job for a second review, so that it may not be removed.
func (h *house) needed(job string) {
	h.t.Helper()
	h.write(func(tx *store.Tx) error {
		r := store.Review{
			Company:     company,
			ID:          "r",
			JobID:       job,
			AgentID:     "anna",
			Outcome:     onboarding.ReviewApproved,
			CompletedAt: tx.Now,
		}
		return tx.InsertQualityCheck(h.t.Context(),
			store.Undrawn{Review: r, Function: onboarding.LiveFaceCheck}, 100)
	})
}

func TestAJobThatIsNeededAgainAfterAStepStays(t *testing.T) {
	each(t, func(h *house) {
		h.jobs(11)
		last := h.job(onboarding.Approved)
		h.rule(1, 0)
		h.now.Advance(2 * day)
		h.disk.before = func() { h.needed(last) } // while the first step's files go
		h.turn()
		h.want(1, 2)
		if run := h.runs()[0]; run.Jobs != 11 || run.Stage != store.RetentionDone {
			t.Errorf("%+v", run)
		}
	})
}

func TestAJobThatIsNeededAgainOnceItIsListedStays(t *testing.T) {
	each(t, func(h *house) {
		h.jobs(1)
		last := h.job(onboarding.Approved)
		h.rule(1, 0)
		h.now.Advance(2 * day)
		h.must(h.Start(t.Context(), "agent:ada", company, 1))
		h.must(h.StepAfter(t.Context(), h.runs()[0], func() { h.needed(last) }))
		if run := h.runs()[0]; run.Jobs != 1 || run.Captures != 2 {
			t.Errorf("%+v", run)
		}
		if _, err := h.store.Job(t.Context(), company, last); err != nil {
			t.Errorf("the job that is needed: %v", err)
		}
	})
}

func TestAJobWhoseApplicantGoesOnOnceItIsListedStays(t *testing.T) {
	each(t, func(h *house) {
		left := h.job(onboarding.Capturing)
		h.rule(1, 0)
		h.now.Advance(2 * day)
		h.must(h.Start(t.Context(), "agent:ada", company, 1))
		h.must(h.StepAfter(t.Context(), h.runs()[0], func() {
			h.capture(left, "", "")
			h.now.Advance(time.Minute) // old enough is what was there when the run began
		}))
		if _, err := h.store.Job(t.Context(), company, left); err != nil {
			t.Errorf("the job that goes on: %v", err)
		}
	})
}

func TestAProcessThatDiesLeavesNeitherFilesNorAHalfRun(t *testing.T) {
	each(t, func(h *house) {
		h.jobs(15)
		h.rule(1, 0)
		h.now.Advance(2*day + retention.LookEvery)
		ctx, kill := context.WithCancel(t.Context())
		h.disk.before = kill // the first step's rows are gone, none of its files
		if err := h.Turn(ctx); !errors.Is(err, context.Canceled) {
			t.Fatalf("the turn ends with %v", err)
		}
		h.want(5, 30)
		if run := h.runs()[0]; run.Stage != store.RetentionRunning || run.Jobs != 10 {
			t.Errorf("%+v", run)
		}
		h.must(h.another().Turn(t.Context()))
		h.want(0, 0)
		if runs := h.runs(); len(runs) != 1 || runs[0].Stage != store.RetentionDone || runs[0].Jobs != 15 ||
			runs[0].Captures != 30 {
			t.Errorf("%+v", runs)
		}
	})
}

func TestOneNodeWorksAtATimeUntilItsLeaseRunsOut(t *testing.T) {
	each(t, func(h *house) {
		h.jobs(3)
		h.rule(1, 0)
		h.now.Advance(2*day + retention.LookEvery)
		h.write(func(tx *store.Tx) error { // a node that was killed
			_, err := tx.HoldWork(t.Context(), "retention", "another node", tx.Now.Add(time.Minute))
			return err
		})
		h.must(h.Turn(t.Context()))
		h.want(3, 6)
		h.now.Advance(time.Minute)
		h.must(h.Turn(t.Context()))
		h.want(0, 0)
	})
}

func TestFilesThatCanNotBeRemovedEndTheRunAndAreTriedAgain(t *testing.T) {
	each(t, func(h *house) {
		h.jobs(12)
		h.rule(1, 0)
		h.now.Advance(2 * day)
		h.disk.broken.Store(true)
		h.turn()
		h.want(2, 24)
		run := h.runs()[0]
		if run.Stage != store.RetentionFailed || !strings.Contains(run.Error, "retried") || run.Jobs != 10 {
			t.Errorf("%+v", run)
		}
		if n, err := h.store.CountRemovedObjects(t.Context(), company, h.now.Now().Add(time.Second)); n != 20 ||
			err != nil {
			t.Errorf("%d files are listed, %v", n, err)
		}
		h.disk.broken.Store(false)
		h.turn()
		h.want(0, 0)
		if runs := h.runs(); len(runs) != 2 || runs[0].Jobs != 2 {
			t.Errorf("%+v", runs)
		}
	})
}

func TestARunThatTheDatabaseIsTooBusyForGoesOnLater(t *testing.T) {
	each(t, func(h *house) {
		h.jobs(15)
		h.rule(1, 0)
		h.now.Advance(2 * day)
		h.must(h.Start(t.Context(), "agent:ada", company, h.version()))
		refused := 0
		busy := store.WithPermit(t.Context(), func(context.Context, store.Reads) error {
			if refused++; refused == 2 { // the first step was written
				return fault.New(fault.Unavailable, "the database is busy")
			}
			return nil
		})
		if err := h.Turn(busy); !fault.Is(err, fault.Unavailable) {
			t.Errorf("the turn says %v", err)
		}
		if run := h.runs()[0]; run.Stage != store.RetentionRunning {
			t.Errorf("the run has ended: %+v", run)
		}
		h.must(h.Turn(t.Context()))
		h.want(0, 0)
		if runs := h.runs(); len(runs) != 1 || runs[0].Stage != store.RetentionDone || runs[0].Jobs != 15 {
			t.Errorf("%+v", runs)
		}
	})
}

// A batch of files that stay keeps no file behind them waiting, and gets its own turn again.
func TestEveryFileLeftBehindGetsItsTurn(t *testing.T) {
	each(t, func(h *house) {
		h.jobs(6)
		h.rule(1, 0)
		h.now.Advance(2 * day)
		h.disk.broken.Store(true)
		h.turn()
		h.want(0, 12)
		listed, err := h.store.RemovedObjects(t.Context(), store.RemovedObject{}, 99)
		h.must(err)
		h.disk.broken.Store(false)
		h.disk.stuck = map[string]bool{}
		for _, o := range listed[:10] { // as many as are tried at once
			h.disk.stuck[o.Object] = true
		}
		h.turn()
		h.turn()
		h.want(0, 10)
		h.disk.stuck = nil
		h.turn()
		h.want(0, 0)
	})
}

func TestARunIsStartedAndStoppedByHand(t *testing.T) {
	each(t, func(h *house) {
		ctx := t.Context()
		if err := h.Start(ctx, "agent:ada", company, h.version()); !fault.Is(err, fault.Conflict) {
			t.Errorf("without a rule: %v", err)
		}
		h.rule(1, 0)
		if err := h.Start(ctx, "agent:ada", company, h.version()); !fault.Is(err, fault.Conflict) {
			t.Errorf("with nothing due: %v", err)
		}
		h.jobs(2)
		h.now.Advance(2 * day)
		if err := h.Start(ctx, "agent:ada", company, h.version()-1); !fault.Is(err, fault.Conflict) {
			t.Errorf("by a rule that is another one by now: %v", err)
		}
		h.must(h.Start(ctx, "agent:ada", company, h.version()))
		if err := h.Start(ctx, "agent:ada", company, h.version()); !fault.Is(err, fault.Conflict) {
			t.Errorf("a second one: %v", err)
		}
		h.must(h.Stop(ctx, "agent:bob", company, h.runs()[0].ID))
		h.must(h.Stop(ctx, "agent:bob", company, h.runs()[0].ID)) // it has stopped already
		h.must(h.Start(ctx, "agent:ada", company, h.version()))
		h.rule(0, 0) // off: what runs by the old rule stops
		h.must(h.Turn(ctx))
		h.want(2, 4)
		for _, run := range h.runs() {
			if run.Stage != store.RetentionStopped {
				t.Errorf("%+v", run)
			}
		}
		want := "retention.rule by agent:ada, retention.stop by agent:ada, retention.start by agent:ada, " +
			"retention.stop by agent:bob, retention.start by agent:ada, retention.rule by agent:ada"
		if got := h.trail(); got != want {
			t.Errorf("the trail says %q, want %q", got, want)
		}
	})
}

// interrupted is a clock during whose first look something else happens.
type interrupted struct {
	clock.Clock
	by func()
}

func (c *interrupted) Now() time.Time {
	if by := c.by; by != nil {
		c.by = nil
		by()
	}
	return c.Clock.Now()
}

func TestNoRunStartsByARuleThatWasChangedMeanwhile(t *testing.T) {
	each(t, func(h *house) {
		h.rule(1, 0)
		h.jobs(2)
		h.now.Advance(2 * day)
		h.Clock = &interrupted{h.now, func() { h.rule(0, 0) }} // once the run is planned by the old rule
		if err := h.Start(t.Context(), "agent:ada", company, h.version()); !fault.Is(err, fault.Conflict) {
			t.Errorf("it starts: %v", err)
		}
		h.must(h.Turn(t.Context()))
		h.want(2, 4)
	})
}

func TestARunThatIsStoppedAtItsLastStepIsNotDone(t *testing.T) {
	each(t, func(h *house) {
		h.rule(1, 0)
		h.jobs(1)
		h.now.Advance(2 * day)
		h.must(h.Start(t.Context(), "agent:ada", company, h.version()))
		for range 2 { // the job, and that there is none more
			h.must(h.StepAfter(t.Context(), h.runs()[0], func() {}))
		}
		run := h.runs()[0]
		err := h.StepAfter(t.Context(), run, func() { h.must(h.Stop(t.Context(), "agent:bob", company, run.ID)) })
		if !fault.Is(err, fault.Conflict) {
			t.Errorf("its last step says %v", err)
		}
		if run := h.runs()[0]; run.Stage != store.RetentionStopped {
			t.Errorf("%+v", run)
		}
	})
}

func TestRulesAreLimited(t *testing.T) {
	each(t, func(h *house) {
		for _, tt := range []struct {
			name          string
			jobs, capture int
			version       int
			at            string
		}{
			{"less than nothing", -1, 0, 0, "jobDays range"},
			{"more than ten years", 3651, 0, 0, "jobDays range"},
			{"captures for more than ten years", 0, 3651, 0, "captureDays range"},
			{"captures for longer than jobs", 30, 31, 0, "captureDays range"},
			{"captures for as long as jobs", 30, 30, 0, "captureDays range"},
			{"a version that never was", 30, 7, 4, ""},
		} {
			err := h.SetRule(t.Context(), "agent:ada", store.RetentionRule{
				Company:     company,
				JobDays:     tt.jobs,
				CaptureDays: tt.capture,
				Version:     tt.version,
			})
			var f *fault.Error
			at := ""
			if errors.As(err, &f) && len(f.Fields) > 0 {
				at = f.Fields[0].Name + " " + f.Fields[0].Rule
			}
			if err == nil || at != tt.at || tt.at == "" && !fault.Is(err, fault.Conflict) {
				t.Errorf("%s: %v at %q, want %q", tt.name, err, at, tt.at)
			}
		}
	})
}

func TestShorterRulesAreRecognised(t *testing.T) {
	rule := func(jobs, captures int) store.RetentionRule {
		return store.RetentionRule{JobDays: jobs, CaptureDays: captures}
	}
	for _, tt := range []struct {
		is, was store.RetentionRule
		want    bool
	}{
		{rule(30, 0), rule(0, 0), true},
		{rule(0, 0), rule(30, 7), false},
		{rule(30, 0), rule(31, 0), true},
		{rule(31, 0), rule(30, 0), false},
		{rule(30, 7), rule(30, 0), true},
		{rule(30, 0), rule(30, 7), false},
		{rule(0, 30), rule(30, 0), false},
		{rule(60, 20), rule(30, 0), true},
		{rule(60, 7), rule(30, 7), false},
	} {
		if got := retention.Shorter(tt.is, tt.was); got != tt.want {
			t.Errorf("%+v after %+v: %t", tt.is, tt.was, got)
		}
	}
}

func TestPurgeRemovesAtOnceWhateverTheRule(t *testing.T) {
	each(t, func(h *house) {
		h.jobs(3)
		h.now.Advance(10 * day)
		h.jobs(1)
		if _, err := h.Purge(t.Context(), company, 0); !fault.Is(err, fault.Invalid) {
			t.Errorf("no days: %v", err)
		}
		if _, err := h.Purge(t.Context(), "nobody", 9); !fault.Is(err, fault.NotFound) {
			t.Errorf("no company: %v", err)
		}
		run, err := h.Purge(t.Context(), company, 9)
		if err != nil || run.Jobs != 3 || run.Captures != 6 {
			t.Errorf("%+v, %v", run, err)
		}
		h.want(1, 2)
		if got := h.trail(); got != "jobs.purge by cli" {
			t.Errorf("the trail says %q", got)
		}
	})
}

func TestAChangeOfRuleStopsNoPurge(t *testing.T) {
	each(t, func(h *house) {
		h.jobs(11)
		h.now.Advance(10 * day)
		h.disk.before = func() { h.rule(30, 0) } // while the first step's files go
		run, err := h.Purge(t.Context(), company, 9)
		if err != nil || run.Jobs != 11 || run.Stage != store.RetentionDone {
			t.Errorf("%+v, %v", run, err)
		}
		h.want(0, 0)
		if got := h.trail(); got != "jobs.purge by cli, retention.rule by agent:ada" {
			t.Errorf("the trail says %q", got)
		}
	})
}

func TestTheWorkerLooksAtOnceAndEndsWithItsContext(t *testing.T) {
	each(t, func(h *house) {
		h.jobs(1)
		h.rule(1, 0)
		h.now.Advance(3 * day)
		ctx, stop := context.WithCancel(t.Context())
		h.disk.before = stop
		done := make(chan error, 1)
		go func() { done <- h.Run(ctx) }()
		if err := <-done; err != nil {
			t.Error(err)
		}
		free := false
		h.write(func(tx *store.Tx) (err error) { // the lease was given back
			free, err = tx.HoldWork(t.Context(), "retention", "another node", tx.Now.Add(time.Minute))
			return err
		})
		if !free {
			t.Error("the lease is still held")
		}
	})
}
