package presets_test

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"proofdesk/app/admintest"
	"proofdesk/app/clock"
	"proofdesk/app/ids"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

const glare = "idCaptureCustomizationOptions.captureOptions.glareDetectionThreshold"

// world is a company with a preset of two versions: 1 for everybody, 2 for 30 per cent of the enrolments.
type world struct {
	*testing.T
	admintest.Office
	now    *clock.Manual
	intake *intake.Intake
}

// each runs a test on both engines.
func each(t *testing.T, test func(w *world)) {
	for _, engine := range storetest.Engines() {
		t.Run(engine, func(t *testing.T) {
			now := clock.NewManual(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
			st := storetest.SQLite
			if engine == "postgres" {
				st = storetest.Postgres
			}
			w := &world{T: t, Office: admintest.New(t, st(t, now), now), now: now}
			w.intake = &intake.Intake{Store: w.Store, Clock: now, Keys: w.Keys, Log: slog.New(slog.DiscardHandler)}
			w.publish("plain", .2)
			w.assign("plain", preset.Assignment{Percent: 100})
			w.publish("trial", .1)
			w.assign("trial", w.trial())
			test(w)
		})
	}
}

// trial is the assignment of the preset trial: it is held where more than 20 per cent of at least ten jobs in a day
// were captured again, or any ended in error.
func (w *world) trial() preset.Assignment {
	return preset.Assignment{
		Function: onboarding.Enrollment,
		Percent:  30,
		Hold:     &preset.Hold{RetryRate: .2, ErrorRate: 0, MinJobs: 10, Window: 24 * time.Hour},
	}
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// publish publishes a version of a preset, which it creates first where it has to.
func (w *world) publish(name string, threshold float64) {
	w.Helper()
	content := preset.Content{Values: preset.Values{glare: threshold}}
	_, err := w.Store.Preset(w.Context(), admintest.Company, name)
	if err != nil {
		_, err = w.Presets.Create(w.Context(), "ann", admintest.Company,
			presets.NewPreset{Name: name, Content: content})
	} else {
		_, err = w.Presets.ReplaceDraft(w.Context(), "ann", admintest.Company, name, presets.AnyRevision,
			preset.Filling{Content: content})
	}
	w.must(err)
	_, err = w.Presets.Publish(w.Context(), "ann", admintest.Company, name, presets.AnyRevision,
		presets.Publication{Note: "next", Origin: preset.ByConsole})
	w.must(err)
}

func (w *world) assign(name string, all ...preset.Assignment) {
	w.Helper()
	_, err := w.Presets.Assign(w.Context(), "ann", admintest.Company, name, presets.AnyRevision, all)
	w.must(err)
}

// jobs adds submitted jobs with the first version of trial, of which some were captured again.
func (w *world) jobs(n, retaken int) {
	w.Helper()
	for i := range n {
		w.job(i < retaken, "")
	}
}

// job adds a submitted job; with a status it is decided too.
func (w *world) job(retaken bool, status onboarding.Status) {
	w.Helper()
	ctx := w.Context()
	w.must(w.Store.Write(ctx, func(tx *store.Tx) error {
		id, captures := ids.UUID(), 1
		if retaken {
			captures = 2
		}
		err := tx.InsertJob(ctx, onboarding.Job{
			ID:         id,
			Seq:        tx.NextSeq(),
			Company:    admintest.Company,
			Function:   onboarding.Enrollment,
			Flavor:     "LITE",
			Line:       onboarding.CurrentLine,
			SDKVersion: preset.CurrentSDK,
			Status:     onboarding.Capturing,
			Preset:     "trial@1",
			CreatedAt:  tx.Now,
		})
		for range captures {
			if err == nil {
				err = tx.InsertCapture(ctx, onboarding.Capture{
					ID:         ids.UUID(),
					Company:    admintest.Company,
					JobID:      id,
					Kind:       onboarding.IDFront,
					WrappedKey: []byte("k"),
					CreatedAt:  tx.Now,
				})
			}
		}
		if err == nil {
			_, err = tx.SubmitJob(ctx, admintest.Company, id)
		}
		if err == nil && status != "" {
			_, err = tx.ClaimJobs(ctx, "lease", tx.Now.Add(time.Hour), 100)
		}
		if err == nil && status != "" {
			_, err = tx.DecideJob(ctx, onboarding.Job{
				Company:   admintest.Company,
				ID:        id,
				Status:    status,
				DecidedAt: tx.Now,
			}, "lease")
		}
		return err
	}))
}

// watcher returns a watcher such as each node runs.
func (w *world) watcher() *presets.HoldWatcher {
	return &presets.HoldWatcher{Store: w.Store, Clock: w.now, Log: slog.New(slog.DiscardHandler)}
}

// turn lets a new node check the rules once the lease of the last one has ended, and returns how many it held.
func (w *world) turn() int {
	w.Helper()
	w.now.Advance(3 * time.Minute)
	held, err := w.watcher().Turn(w.Context())
	w.must(err)
	return held
}

// gets returns which versions 200 applicants get from initialize, and how many of them.
func (w *world) gets() map[string]int {
	w.Helper()
	counts := map[string]int{}
	for i := range 200 {
		s, err := w.intake.Initialize(w.Context(), intake.Caller{Company: admintest.Company},
			intake.InitializeRequest{
				Flavor:     "MEDIUM",
				SDKVersion: preset.CurrentSDK,
				Function:   onboarding.Enrollment,
				Applicant:  fmt.Sprint("applicant ", i),
			})
		w.must(err)
		counts[s.Preset.String()]++
	}
	return counts
}

func (w *world) held() *preset.Held {
	w.Helper()
	all, err := w.Store.PresetAssignments(w.Context(), admintest.Company)
	w.must(err)
	for _, a := range all {
		if a.Preset == "trial" {
			return a.Held()
		}
	}
	w.Fatal("trial is not assigned")
	return nil
}

func TestAVersionWhoseJobsAreCapturedAgainTooOftenIsHeldUntilItIsResumed(t *testing.T) {
	each(t, func(w *world) {
		before := w.gets()
		if n := before["trial@1"]; n < 40 || n > 80 {
			t.Fatalf("at 30 per cent of 200: %v", before)
		}
		w.jobs(9, 9)
		if n := w.turn(); n != 0 {
			t.Fatalf("nine jobs decide")
		}
		w.jobs(1, 0)
		if n := w.turn(); n != 1 {
			t.Fatalf("%d held", n)
		}
		if got := w.gets(); got["plain@1"] != 200 {
			t.Errorf("while it is held: %v", got)
		}
		h := w.held()
		if h == nil || h.Figure != preset.RetryFigure || h.Jobs != 10 || h.Bad != 9 || !h.Since.Equal(w.now.Now()) {
			t.Errorf("%+v", h)
		}
		if n := w.turn(); n != 0 {
			t.Errorf("%d held twice", n)
		}
		w.now.Advance(25 * time.Hour) // past the window: somebody has to look at it
		if w.turn(); w.held() == nil {
			t.Error("it is resumed by itself")
		}
		p, err := w.Store.Preset(w.Context(), admintest.Company, "trial")
		w.must(err)
		if _, err := w.Presets.Resume(w.Context(), "ann", admintest.Company, "trial", p.Revision-1, "",
			onboarding.Enrollment); err == nil {
			t.Error("resumed with an old revision")
		}
		_, err = w.Presets.Resume(w.Context(), "ann", admintest.Company, "trial", p.Revision, "",
			onboarding.Enrollment)
		w.must(err)
		if got := w.gets(); got["trial@1"] != before["trial@1"] {
			t.Errorf("resumed: %v, before %v", got, before)
		}
		w.audited("preset.hold system", "preset.resume ann")
	})
}

// audited checks the last entries about the preset, newest last.
func (w *world) audited(want ...string) {
	w.Helper()
	rows, err := w.Store.AuditOf(w.Context(), admintest.Company, "preset:trial", "", 100)
	w.must(err)
	var got []string
	for _, r := range rows {
		got = append([]string{r.Action + " " + r.Actor}, got...)
	}
	if !strings.HasSuffix(strings.Join(got, ", "), strings.Join(want, ", ")) {
		w.Errorf("audit: %v, want at the end %v", got, want)
	}
}

func TestJobsBeforeAnAssignmentWasResumedDoNotHoldItAgain(t *testing.T) {
	each(t, func(w *world) {
		w.jobs(10, 10)
		w.turn()
		_, err := w.Presets.Resume(w.Context(), "ann", admintest.Company, "trial", presets.AnyRevision, "",
			onboarding.Enrollment)
		w.must(err)
		if n := w.turn(); n != 0 {
			t.Error("held for the same jobs")
		}
		if _, err := w.Presets.Resume(w.Context(), "ann", admintest.Company, "trial", presets.AnyRevision, "",
			onboarding.Enrollment); err == nil {
			t.Error("resumed twice")
		}
		w.jobs(10, 10)
		if n := w.turn(); n != 1 {
			t.Error("not held for new jobs")
		}
	})
}

func TestJobsOutsideTheWindowOrTheAssignmentDoNotCount(t *testing.T) {
	each(t, func(w *world) {
		w.jobs(10, 10)
		w.now.Advance(24 * time.Hour)
		if n := w.turn(); n != 0 {
			t.Error("held for jobs of yesterday")
		}
		trial := w.trial()
		trial.Function = onboarding.IDValidation
		w.assign("trial", trial)
		w.jobs(10, 10) // enrolments
		if n := w.turn(); n != 0 {
			t.Error("held for jobs of another function")
		}
	})
}

func TestAVersionWhoseJobsEndInErrorIsHeld(t *testing.T) {
	each(t, func(w *world) {
		for range 9 {
			w.job(false, onboarding.Approved)
		}
		w.job(false, onboarding.Errored)
		if n := w.turn(); n != 1 {
			t.Fatalf("%d held", n)
		}
		if h := w.held(); h.Figure != preset.ErrorFigure || h.Jobs != 10 || h.Bad != 1 {
			t.Errorf("%+v", h)
		}
	})
}

func TestANewVersionIsNotHeldForTheJobsOfTheOneBefore(t *testing.T) {
	each(t, func(w *world) {
		before := w.gets()
		w.jobs(10, 10)
		w.turn()
		w.publish("trial", .15)
		if got := w.gets(); got["trial@2"] != before["trial@1"] {
			t.Errorf("after version 2: %v, before %v", got, before)
		}
		if n := w.turn(); n != 0 {
			t.Error("version 2 is held for jobs of version 1")
		}
	})
}

func TestAssignmentsThatAreSentAgainStayHeld(t *testing.T) {
	each(t, func(w *world) {
		w.jobs(10, 10)
		w.turn()
		again := w.trial()
		again.Percent, again.Hold.RetryRate = 50, .5
		w.assign("trial", again)
		if w.held() == nil {
			t.Error("it is resumed by another share")
		}
		again.Hold = nil
		w.assign("trial", again)
		if w.held() != nil {
			t.Error("it is held without a rule")
		}
	})
}

func TestOneNodeAtATimeChecksTheRules(t *testing.T) {
	each(t, func(w *world) {
		a, b := w.watcher(), w.watcher()
		w.jobs(9, 9)
		_, err := a.Turn(w.Context())
		w.must(err)
		w.jobs(1, 1)
		if n, err := b.Turn(w.Context()); err != nil || n != 0 {
			t.Errorf("without the lease: %d held, %v", n, err)
		}
		if n, err := a.Turn(w.Context()); err != nil || n != 1 {
			t.Errorf("with the lease: %d held, %v", n, err)
		}
	})
}
