package store_test

import (
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// A job of a sandbox client is a test, whether or not its outcome was chosen.
func TestFiguresOfPresetsLeaveSandboxJobsOut(t *testing.T) {
	c := clock.NewManual(time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC))
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		ctx, start := t.Context(), c.Now()
		write(t, st, func(tx *store.Tx) error {
			for _, client := range []store.Client{
				{Company: "acme", ID: "app", Name: "App", SecretHash: "h"},
				{Company: "acme", ID: "trial", Name: "Trial", SecretHash: "h", Sandbox: true},
			} {
				if err := tx.InsertClient(ctx, client); err != nil {
					return err
				}
			}
			for client, outcome := range map[string]onboarding.Status{"app": "", "trial": "", "": onboarding.Declined} {
				if err := submittedWith(t, tx, "welcome@1", client, outcome); err != nil {
					return err
				}
			}
			return nil
		})
		uses := must(st.PresetUses(ctx, "acme", start, c.Now()))(t)
		if len(uses) != 1 || uses[0].Jobs != 1 || uses[0].Kept != 1 {
			t.Errorf("uses %+v", uses)
		}
		for client, want := range map[string]preset.Outcomes{"": {Kept: 1}, "app": {Kept: 1}, "trial": {}} {
			of := store.PresetJobs{Preset: "welcome@1", Client: client}
			same(t, "outcomes of client "+client, must(st.PresetOutcomes(ctx, "acme", of, start))(t), want)
		}
		same(t, "verdicts", len(must(st.CaptureVerdicts(ctx, "acme", start, 9))(t)), 1)
	})
}

// submittedWith adds a submitted job that was captured with a version of a preset, with one judged capture.
func submittedWith(t *testing.T, tx *store.Tx, version, client string, outcome onboarding.Status) error {
	ctx, job := t.Context(), capturing(tx, ids.UUID())
	job.Preset, job.ClientID, job.Sandbox = version, client, outcome
	if err := tx.InsertJob(ctx, job); err != nil {
		return err
	}
	if err := tx.InsertCapture(ctx, onboarding.Capture{
		Company:    "acme",
		ID:         ids.UUID(),
		JobID:      job.ID,
		Kind:       onboarding.Selfie,
		CreatedAt:  tx.Now,
		WrappedKey: []byte("k"),
		Quality:    []byte(`{}`),
	}); err != nil {
		return err
	}
	_, err := tx.SubmitJob(ctx, "acme", job.ID)
	return err
}
