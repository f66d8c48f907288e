package store_test

import (
	"context"
	"fmt"
	"sync"
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

func capturing(tx *store.Tx, id string) onboarding.Job {
	return onboarding.Job{
		ID:         id,
		Company:    "acme",
		Seq:        tx.NextSeq(),
		Function:   onboarding.LiveFaceCheck,
		Flavor:     "MEDIUM",
		Line:       onboarding.CurrentLine,
		SDKVersion: "11.1",
		Status:     onboarding.Capturing,
		CreatedAt:  tx.Now,
	}
}

func TestAnIdempotencyKeyIsClaimedOnceUntilItExpires(t *testing.T) {
	start := time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC)
	c := clock.NewManual(start)
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		ctx := context.Background()
		claim := func(job string) (taken store.IdempotencyKey, fresh bool) {
			t.Helper()
			err := st.Write(ctx, func(tx *store.Tx) error {
				var err error
				key := store.IdempotencyKey{Company: "acme", ClientID: "sdk", Key: "k", RequestSHA256: "s", JobID: job}
				taken, fresh, err = tx.ClaimIdempotencyKey(ctx, key, time.Hour)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return taken, fresh
		}
		var group sync.WaitGroup
		var mu sync.Mutex
		won := map[string]bool{}
		for i := range 8 {
			group.Go(func() {
				if taken, fresh := claim(fmt.Sprint(i)); fresh {
					mu.Lock()
					won[taken.JobID] = true
					mu.Unlock()
				}
			})
		}
		group.Wait()
		if len(won) != 1 {
			t.Fatalf("%d claims won, want one", len(won))
		}
		if taken, fresh := claim("late"); fresh || !won[taken.JobID] {
			t.Errorf("a later claim: %v %v", taken, fresh)
		}
		c.Advance(time.Hour + time.Millisecond)
		if taken, fresh := claim("next"); !fresh || taken.JobID != "next" {
			t.Errorf("after its time: %v %v", taken, fresh)
		}
		var purged int64
		err := st.Write(ctx, func(tx *store.Tx) (err error) {
			purged, err = tx.PurgeIdempotencyKeys(ctx, tx.Now.Add(time.Second), 10)
			return err
		})
		if err != nil || purged != 1 {
			t.Errorf("purged %d, %v", purged, err)
		}
	})
}

func TestASnapshotIsOneReadingOfJobAndPayload(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		ctx, id := context.Background(), ids.UUID()
		write(t, st, func(tx *store.Tx) error { return tx.InsertJob(ctx, capturing(tx, id)) })
		if job, body, err := st.Snapshot(ctx, "acme", id, time.Now()); err != nil || body != nil || job.ID != id {
			t.Fatalf("undecided: %v %q %v", job.ID, body, err)
		}
		write(t, st,
			func(tx *store.Tx) error { return tx.PutJobDoc(ctx, "acme", id, store.DocPayload, []byte(`{"a":1}`)) })
		if _, body, err := st.Snapshot(ctx, "acme", id, time.Now()); err != nil || string(body) != `{"a":1}` {
			t.Fatalf("decided: %q %v", body, err)
		}
		if _, _, err := st.Snapshot(ctx, "other", id, time.Now()); !fault.Is(err, fault.NotFound) {
			t.Fatalf("foreign: %v", err)
		}
	})
}

func TestAJobIsHeldInCapturingOnlyWhileItIs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		ctx, id := context.Background(), ids.UUID()
		hold := func(company string) (held bool) {
			write(t, st, func(tx *store.Tx) (err error) {
				held, err = tx.HoldCapturing(ctx, company, id)
				return err
			})
			return held
		}
		write(t, st, func(tx *store.Tx) error { return tx.InsertJob(ctx, capturing(tx, id)) })
		if !hold("acme") || hold("other") {
			t.Error("the owner holds it and nobody else")
		}
		write(t, st, func(tx *store.Tx) error { _, err := tx.SubmitJob(ctx, "acme", id); return err })
		if hold("acme") {
			t.Error("held after the submit")
		}
	})
}

func TestObjectsOfCapturesAreKnownAndNoOthers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		ctx, job := context.Background(), ids.UUID()
		first, second := ids.UUID(), ids.UUID()
		write(t, st, func(tx *store.Tx) error {
			if err := tx.InsertCompany(ctx, company.Company{
				Slug:       "acme",
				Name:       "Acme",
				WrappedKey: []byte{1},
				CreatedAt:  tx.Now,
			}); err != nil {
				return err
			}
			if err := tx.InsertJob(ctx, capturing(tx, job)); err != nil {
				return err
			}
			for _, id := range []string{first, second} { // the second replaces the first; both stay known
				c := onboarding.Capture{
					ID:          id,
					Company:     "acme",
					JobID:       job,
					Kind:        onboarding.Selfie,
					ContentType: "image/jpeg",
					Size:        1,
					CreatedAt:   tx.Now,
					Key:         "2026/05/04/" + id,
					WrappedKey:  []byte{1},
				}
				if err := tx.InsertCapture(ctx, c); err != nil {
					return err
				}
			}
			return nil
		})
		orphan := "2026/05/04/" + ids.UUID()
		known, err := st.KnownObjects(ctx, []string{
			"2026/05/04/" + first, orphan, "2026/05/04/" + second, "2026/05/04/.part-1",
		})
		if err != nil || len(known) != 2 || !known["2026/05/04/"+first] || !known["2026/05/04/"+second] {
			t.Errorf("known: %v, %v", known, err)
		}
		if kinds, err := st.CaptureKinds(ctx, "acme", job); err != nil || len(kinds) != 1 ||
			kinds[0] != onboarding.Selfie {
			t.Errorf("kinds that stand: %v, %v", kinds, err)
		}
		if none, err := st.KnownObjects(ctx, nil); err != nil || len(none) != 0 {
			t.Errorf("of no names: %v, %v", none, err)
		}
	})
}
