package store_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// blocked keeps the writer busy until released, so that what is written meanwhile comes as one batch.
func blocked(t *testing.T, st *store.Store) (release func()) {
	t.Helper()
	started, gate, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	var once sync.Once
	go func() {
		done <- st.Write(context.Background(), func(*store.Tx) error {
			once.Do(func() { close(started) })
			<-gate
			return nil
		})
	}()
	<-started
	return func() {
		close(gate)
		if err := <-done; err != nil {
			t.Errorf("the write that kept the writer busy: %v", err)
		}
	}
}

// awaitWaiting returns once n writes wait.
func awaitWaiting(t *testing.T, st *store.Store, n int) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for store.Waiting(st) != n {
		select {
		case <-tick.C:
		case <-t.Context().Done():
			t.Fatalf("%d writes wait, want %d", store.Waiting(st), n)
		}
	}
}

func TestABatchWithABadWriteRunsAgainWithSavepoints(t *testing.T) {
	st := storetest.SQLite(t, clock.System{})
	release := blocked(t, st)
	refused := errors.New("refused")
	const n, bad = 20, 19 // the bad write comes last, when all others of its batch have run
	var runs [n]atomic.Int32
	var results [n]error
	var wg sync.WaitGroup
	write := func(i int) {
		wg.Go(func() {
			results[i] = st.Write(t.Context(), func(tx *store.Tx) error {
				runs[i].Add(1)
				if err := tx.InsertJob(t.Context(), newJob(tx, "acme")); err != nil || i != bad {
					return err
				}
				return refused
			})
		})
	}
	for i := range bad {
		write(i)
	}
	awaitWaiting(t, st, bad)
	write(bad)
	awaitWaiting(t, st, n)
	release()
	wg.Wait()
	again := 0
	for i, err := range results {
		if (i == bad) != errors.Is(err, refused) {
			t.Errorf("write %d: %v", i, err)
		}
		if runs[i].Load() == 2 {
			again++
		}
	}
	if again != n {
		t.Errorf("the bad write ran %d times, %d writes ran twice: the batch was not run again",
			runs[bad].Load(), again)
	}
	if jobs, err := st.Jobs(t.Context(), "acme", 0, 100); err != nil || len(jobs) != n-1 {
		t.Errorf("%d jobs stand, want %d (%v)", len(jobs), n-1, err)
	}
}

func TestAWriteWhoseCallerLeftIsNotRun(t *testing.T) {
	st := storetest.SQLite(t, clock.System{})
	release := blocked(t, st)
	const n = 10
	var results [n]error
	var wg sync.WaitGroup
	ctx, leave := context.WithCancel(t.Context())
	for i := range n {
		wg.Go(func() {
			caller := t.Context()
			if i == 4 {
				caller = ctx
			}
			results[i] = st.Write(caller, func(tx *store.Tx) error { return tx.InsertJob(caller, newJob(tx, "acme")) })
		})
	}
	awaitWaiting(t, st, n)
	leave()
	release()
	wg.Wait()
	for i, err := range results {
		if (i == 4) != fault.Is(err, fault.Unavailable) {
			t.Errorf("write %d: %v", i, err)
		}
	}
	if jobs, err := st.Jobs(t.Context(), "acme", 0, 100); err != nil || len(jobs) != n-1 {
		t.Errorf("%d jobs stand, want %d (%v)", len(jobs), n-1, err)
	}
}

func TestAWriteThatEndsTheSharedTransactionTakesOnlyItselfBack(t *testing.T) {
	st := storetest.SQLite(t, clock.System{})
	release := blocked(t, st)
	const n = 10
	var results [n]error
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			ctx, leave := context.WithCancel(t.Context())
			defer leave()
			runs := 0
			results[i] = st.Write(ctx, func(tx *store.Tx) error {
				if err := tx.InsertJob(ctx, newJob(tx, "acme")); err != nil || i != 4 {
					return err
				}
				if runs++; runs == 2 { // as SQLite does when the statement of a caller who leaves is cut off
					leave()
					return errors.Join(tx.EndTransaction(), ctx.Err())
				}
				return errors.New("run again with savepoints")
			})
		})
	}
	awaitWaiting(t, st, n)
	release()
	wg.Wait()
	for i, err := range results {
		if (i == 4) != (err != nil) {
			t.Errorf("write %d: %v", i, err)
		}
	}
	if jobs, err := st.Jobs(t.Context(), "acme", 0, 100); err != nil || len(jobs) != n-1 {
		t.Errorf("%d jobs stand, want %d (%v)", len(jobs), n-1, err)
	}
}

func TestAFullQueueAnswersAtOnceWhenToComeBack(t *testing.T) {
	st := storetest.SQLite(t, clock.System{})
	release := blocked(t, st)
	var wg sync.WaitGroup
	var failed atomic.Int32
	for range store.QueueDepth {
		wg.Go(func() {
			if err := st.Write(t.Context(),
				func(tx *store.Tx) error { return tx.InsertJob(t.Context(), newJob(tx, "acme")) }); err != nil {
				failed.Add(1)
			}
		})
	}
	awaitWaiting(t, st, store.QueueDepth)
	err := st.Write(t.Context(), func(*store.Tx) error { return nil })
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != fault.Unavailable || f.RetryAfter <= 0 {
		t.Errorf("got %v, want Unavailable with a time to come back", err)
	}
	release()
	wg.Wait()
	if failed.Load() != 0 {
		t.Errorf("%d of the writes that waited failed", failed.Load())
	}
}

func TestNothingIsAcknowledgedThatAPowerCutCanTakeBack(t *testing.T) {
	st := storetest.SQLite(t, clock.System{})
	level := 0
	err := st.Write(t.Context(), func(tx *store.Tx) (err error) {
		level, err = tx.Synchronous(t.Context())
		return err
	})
	if err != nil || level != 2 {
		t.Errorf("the writer commits with synchronous=%d, want 2 (%v)", level, err)
	}
	lax, err := sql.Open("sqlite3", filepath.Join(t.TempDir(), "lax.db")+"?_journal_mode=WAL&_synchronous=NORMAL")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = lax.Close() }()
	if store.AssertDurable(t.Context(), lax) == nil {
		t.Error("a database with synchronous=NORMAL was taken")
	}
}
