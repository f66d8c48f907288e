package retention_test

import (
	"bytes"
	"context"
	"io/fs"
	"log/slog"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"proofdesk/app/clock"
	tenant "proofdesk/app/company"
	"proofdesk/app/evidence"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/keyring"
	"proofdesk/app/onboarding"
	"proofdesk/app/retention"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/vault"
)

func TestMain(m *testing.M) { storetest.Main(m) }

const (
	company = "acme"
	day     = 24 * time.Hour
)

// disk is a folder of captures that may refuse to remove any, and counts down to a call before which somebody acts.
type disk struct {
	*evidence.Folder
	broken atomic.Bool
	stuck  map[string]bool // files that can't be removed
	before func()          // called once, before the next removal
}

func (d *disk) Delete(ctx context.Context, name string) error {
	if act := d.before; act != nil {
		d.before = nil
		act()
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if d.broken.Load() || d.stuck[name] {
		return fault.New(fault.Internal, "the disk is read-only")
	}
	return d.Folder.Delete(ctx, name)
}

// house is a company with a sweeper on a store of either engine.
type house struct {
	t     *testing.T
	now   *clock.Manual
	store *store.Store
	keys  *keyring.Keys
	disk  *disk
	*retention.Sweeper
}

func each(t *testing.T, test func(h *house)) {
	t.Helper()
	now := clock.NewManual(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		h := &house{t: t, now: now, store: st, keys: &keyring.Keys{Store: st, Master: vault.Ephemeral()}}
		h.disk = &disk{Folder: &evidence.Folder{Root: filepath.Join(t.TempDir(), "captures")}}
		h.Sweeper = h.another()
		h.write(func(tx *store.Tx) error {
			return tx.InsertCompany(t.Context(), tenant.Company{
				Slug:       company,
				Name:       "Acme",
				WrappedKey: h.keys.NewCompanyKey(company),
			})
		})
		test(h)
	})
}

// another returns the sweeper of another node, or of this one after a restart.
func (h *house) another() *retention.Sweeper {
	k := &retention.Sweeper{
		Store: h.store,
		Clock: h.now,
		Safe:  evidence.Safe{Store: h.disk},
		Log:   slog.New(slog.DiscardHandler),
	}
	return k.InSteps(10)
}

func (h *house) write(fn func(tx *store.Tx) error) {
	h.t.Helper()
	h.must(h.store.Write(h.t.Context(), fn))
}

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// job adds a job with two captures that the engine decides now.
func (h *house) job(status onboarding.Status) string {
	h.t.Helper()
	ctx, id := h.t.Context(), ids.UUID()
	row, key, err := h.keys.NewApplicantKey(ctx, company, id)
	h.must(err)
	var captures []onboarding.Capture
	for _, kind := range []onboarding.CaptureKind{onboarding.Passport, onboarding.Selfie} {
		c := onboarding.Capture{
			ID:          ids.UUID(),
			Company:     company,
			JobID:       id,
			Kind:        kind,
			ContentType: "image/png",
			Size:        4,
			SHA256:      strings.Repeat("0", 64),
			CreatedAt:   h.now.Now(),
		}
		h.must(h.Safe.Keep(ctx, &c, key, bytes.NewReader([]byte("face"))))
		captures = append(captures, c)
	}
	h.write(func(tx *store.Tx) error {
		j := onboarding.Job{
			ID:         id,
			Seq:        tx.NextSeq(),
			Company:    company,
			Function:   onboarding.LiveFaceCheck,
			Flavor:     "LITE",
			Line:       onboarding.CurrentLine,
			SDKVersion: "11.1",
			Status:     onboarding.Capturing,
			CreatedAt:  tx.Now,
		}
		if err := tx.InsertJob(ctx, j); err != nil {
			return err
		}
		if err := tx.InsertApplicantKey(ctx, row); err != nil {
			return err
		}
		for _, c := range captures {
			if err := tx.InsertCapture(ctx, c); err != nil {
				return err
			}
		}
		if _, err := tx.SubmitJob(ctx, company, id); err != nil {
			return err
		}
		if _, err := tx.ClaimJobs(ctx, "lease", tx.Now.Add(time.Minute), 10); err != nil {
			return err
		}
		j.Status, j.DecidedAt = status, tx.Now
		_, err := tx.DecideJob(ctx, j, "lease")
		return err
	})
	return id
}

// jobs adds some that are finished.
func (h *house) jobs(n int) {
	h.t.Helper()
	for range n {
		h.job(onboarding.Approved)
	}
}

// rule sets the company's rule.
func (h *house) rule(jobDays, captureDays int) {
	h.t.Helper()
	was, err := h.store.RetentionRule(h.t.Context(), company)
	h.must(err)
	was.JobDays, was.CaptureDays = jobDays, captureDays
	h.must(h.SetRule(h.t.Context(), "agent:ada", was))
}

// version returns the version of the company's rule.
func (h *house) version() int {
	h.t.Helper()
	rule, err := h.store.RetentionRule(h.t.Context(), company)
	h.must(err)
	return rule.Version
}

// turn lets an hour pass and the sweeper work.
func (h *house) turn() {
	h.t.Helper()
	h.now.Advance(retention.LookEvery)
	h.must(h.Turn(h.t.Context()))
}

// left counts the jobs and the files that are kept.
func (h *house) left() (jobs, files int) {
	h.t.Helper()
	rows, err := h.store.Jobs(h.t.Context(), company, 0, 10_000)
	h.must(err)
	_ = filepath.WalkDir(h.disk.Root, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files++
		}
		return nil
	})
	return len(rows), files
}

func (h *house) want(jobs, files int) {
	h.t.Helper()
	if j, f := h.left(); j != jobs || f != files {
		h.t.Errorf("%d jobs and %d files are kept, want %d and %d", j, f, jobs, files)
	}
}

// runs lists the runs, newest first.
func (h *house) runs() []store.RetentionRun {
	h.t.Helper()
	all, err := h.store.RetentionRuns(h.t.Context(), company, 50)
	h.must(err)
	return all
}

// trail lists the actions of the company's trail that are about retention, newest first, with who did them.
func (h *house) trail() string {
	h.t.Helper()
	rows, err := h.store.AuditPage(h.t.Context(), company, "", 50)
	h.must(err)
	var all []string
	for _, r := range rows {
		if strings.HasPrefix(r.Action, "retention.") || r.Action == "jobs.purge" {
			all = append(all, r.Action+" by "+r.Actor)
		}
	}
	return strings.Join(all, ", ")
}
