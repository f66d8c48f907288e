package store_test

import (
	"strings"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/company"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// partOf returns a part of 10 bytes of a capture of 30.
func partOf(job string, kind onboarding.CaptureKind, start int64) store.CapturePart {
	return store.CapturePart{
		Company:    "acme",
		JobID:      job,
		Kind:       kind,
		Start:      start,
		Size:       10,
		Total:      30,
		SHA256:     strings.Repeat("a", 64),
		Object:     "2026/05/04/" + ids.UUID(),
		WrappedKey: []byte("k"),
	}
}

func TestPartsComeBackInOrderUntilTheyAreDropped(t *testing.T) {
	c := clock.NewManual(time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC))
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		ctx, job := t.Context(), addJob(t, st, "acme").ID
		first, second := partOf(job, onboarding.Voice, 0), partOf(job, onboarding.Voice, 10)
		other := partOf(job, onboarding.Video, 0)
		write(t, st, func(tx *store.Tx) error {
			if err := tx.InsertCompany(ctx, company.Company{Slug: "acme", WrappedKey: []byte("k")}); err != nil {
				return err
			}
			for _, p := range []store.CapturePart{second, first, other} {
				if err := tx.InsertCapturePart(ctx, p); err != nil {
					return err
				}
			}
			return nil
		})
		first.CreatedAt, second.CreatedAt = c.Now(), c.Now()
		held := must(st.CaptureParts(ctx, "acme", job, onboarding.Voice))(t)
		same(t, "parts", held, []store.CapturePart{first, second})
		err := st.Write(ctx, func(tx *store.Tx) error { return tx.InsertCapturePart(ctx, first) })
		if !fault.Is(err, fault.Conflict) {
			t.Errorf("a part that begins where another does: %v", err)
		}
		known := must(st.KnownObjects(ctx, []string{first.Object, "2026/05/04/" + ids.UUID()}))(t)
		same(t, "known objects", known, map[string]bool{first.Object: true})
		dropped := written(t, st, func(tx *store.Tx) ([]string, error) {
			return tx.DropCaptureParts(ctx, "acme", job, onboarding.Voice)
		})
		same(t, "dropped", len(dropped), 2)
		same(t, "parts left", len(must(st.CaptureParts(ctx, "acme", job, onboarding.Voice))(t)), 0)
		left := written(t, st, func(tx *store.Tx) ([]string, error) { return tx.DropUploads(ctx, "acme", job) })
		same(t, "the other upload", left, []string{other.Object})
		same(t, "removed objects", len(must(st.RemovedObjects(ctx, store.RemovedObject{}, 9))(t)), 3)
	})
}

func TestAnUploadIsStaleByItsLastPart(t *testing.T) {
	c := clock.NewManual(time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC))
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		ctx, job := t.Context(), addJob(t, st, "acme").ID
		add := func(p store.CapturePart) {
			write(t, st, func(tx *store.Tx) error { return tx.InsertCapturePart(ctx, p) })
		}
		add(partOf(job, onboarding.Voice, 0))
		add(partOf(job, onboarding.Video, 0))
		c.Advance(time.Hour)
		add(partOf(job, onboarding.Voice, 10))
		stale := func(age time.Duration) (kinds []onboarding.CaptureKind) {
			for _, p := range must(st.StaleUploads(ctx, c.Now().Add(-age), 9))(t) {
				kinds = append(kinds, p.Kind)
			}
			return kinds
		}
		same(t, "stale", stale(time.Minute), []onboarding.CaptureKind{onboarding.Video})
		c.Advance(time.Hour)
		same(t, "stale later", len(stale(time.Minute)), 2)
		same(t, "stale for long", len(stale(3*time.Hour)), 0)
	})
}

func TestPartsThatCanNotBeAreRefusedByTheDatabase(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		job := addJob(t, st, "acme").ID
		for name, change := range map[string]func(p *store.CapturePart){
			"of no job":               func(p *store.CapturePart) { p.JobID = ids.UUID() },
			"of another company":      func(p *store.CapturePart) { p.Company = "globex" },
			"of no kind":              func(p *store.CapturePart) { p.Kind = "photo" },
			"beyond the end":          func(p *store.CapturePart) { p.Start = 21 },
			"before the beginning":    func(p *store.CapturePart) { p.Start = -1 },
			"without bytes":           func(p *store.CapturePart) { p.Size = 0 },
			"with half a hash":        func(p *store.CapturePart) { p.SHA256 = "ab" },
			"of a capture of nothing": func(p *store.CapturePart) { p.Total = 0 },
		} {
			p := partOf(job, onboarding.Voice, 0)
			change(&p)
			if st.Write(t.Context(), func(tx *store.Tx) error { return tx.InsertCapturePart(t.Context(), p) }) == nil {
				t.Errorf("a part %s is accepted", name)
			}
		}
	})
}

func TestEveryKindOfCaptureMayComeInParts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		job := addJob(t, st, "acme").ID
		for _, kind := range onboarding.CaptureKinds() {
			write(t, st, func(tx *store.Tx) error { return tx.InsertCapturePart(t.Context(), partOf(job, kind, 0)) })
		}
	})
}
