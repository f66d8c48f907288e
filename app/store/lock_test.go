package store_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// locking are the methods that read rows to decide what they write, each with the job where it is not the first call of
// the method: the statement that comes after the reading, and the rows that must be locked by then.
var locking = []struct{ method, before, rows string }{
	{"RecallEvent", "DELETE FROM deliveries", "deliveries WHERE company = 'bbbb' AND event_id = 'bbbb-e2'"},
	{"RemoveCaptures", "INSERT INTO removed_objects", "captures WHERE company = 'bbbb' AND job_id = 'bbbb-done'"},
	{"EraseJob", "INSERT INTO removed_objects", "captures WHERE company = 'bbbb' AND job_id = 'bbbb-new'"},
	{"EraseJob", "DELETE FROM capture_parts", "jobs WHERE company = 'bbbb' AND id = 'bbbb-new'"},
	{"EraseJob bbbb-work", "FROM jobs", "review_cases WHERE company = 'bbbb' AND job_id = 'bbbb-work'"},
	{"EraseJob bbbb-work", "DELETE FROM capture_parts", "deliveries WHERE company = 'bbbb' AND job_id = 'bbbb-work'"},
	{"FinishAttempt", "UPDATE deliveries", "deliveries WHERE company = 'bbbb' AND id = 'bbbb-d2'"},
	{"EraseCustomer", "DELETE FROM customer_terms", "customers WHERE company = 'bbbb' AND id = 'cu1'"},
	{"IndexCustomers", "DELETE FROM customer_terms", "customers WHERE company = 'bbbb' AND id = 'cu1'"},
	{"EmitTo", "INSERT INTO deliveries", "endpoints WHERE company = 'bbbb' AND id = 'ep2'"},
	{"ParkDelivery", "UPDATE deliveries", "endpoints WHERE company = 'bbbb' AND id = 'ep2'"},
	{"FinishGone", "SELECT id FROM deliveries", "endpoints WHERE company = 'bbbb' AND id = 'ep1'"},
	{"Redeliver", "UPDATE deliveries", "endpoints WHERE company = 'bbbb' AND id = 'ep1'"},
	{"RedeliverIn", "UPDATE deliveries", "endpoints WHERE company = 'bbbb' AND id = 'ep1'"},
	{"UpdateEndpoint", "UPDATE deliveries", "endpoints WHERE company = 'bbbb' AND id = 'ep1'"},
	{"PauseEndpoint", "UPDATE deliveries", "endpoints WHERE company = 'bbbb' AND id = 'ep1'"},
	{"ResumeEndpoint", "UPDATE deliveries", "endpoints WHERE company = 'bbbb' AND id = 'ep2'"},
	{"DeleteEndpoint", "DELETE FROM endpoint_keys", "endpoints WHERE company = 'bbbb' AND id = 'ep1'"},
	{"DeleteEndpoint", "UPDATE deliveries", "endpoint_keys WHERE company = 'bbbb' AND endpoint_id = 'ep1'"},
	{"PromoteEndpointKey", "UPDATE endpoint_keys", "endpoints WHERE company = 'bbbb' AND id = 'ep1'"},
	{"SetStartView", "INSERT INTO start_views", "saved_views WHERE company = 'bbbb' AND id = 'v1'"},
	{"DeleteSavedView", "DELETE FROM start_views", "saved_views WHERE company = 'bbbb' AND id = 'v1'"},
}

// SQLite has one writer, so that nothing changes between two statements of a transaction.
func TestRowsThatDecideAWriteAreLockedUntilItIsMade(t *testing.T) {
	url := storetest.PostgresURL(t)
	s := seedTenants(t, openURL(t, url), owner)
	other := openURL(t, url)
	for _, tt := range locking {
		free := -1
		s.rewrite = func(query string) string {
			if free < 0 && strings.Contains(query, tt.before) {
				free = unlocked(t, other, tt.rows)
			}
			return query
		}
		s.try(t, callOf(t, tt.method), owner)
		if free != 0 {
			t.Errorf("%s: %d of the rows are not locked before %q", tt.method, free, tt.before)
		}
	}
}

// unlocked counts the rows that another transaction could change now; -2 where it can't tell.
func unlocked(t *testing.T, st *store.Store, rows string) int {
	t.Helper()
	n := -2
	err := st.Write(t.Context(), func(tx *store.Tx) error {
		all, err := texts(tx, `SELECT company FROM `+rows+` FOR UPDATE SKIP LOCKED`)
		n = len(all)
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return n
}

func openURL(t *testing.T, url string) *store.Store {
	t.Helper()
	st, err := store.Open(t.Context(), store.Options{URL: url, Clock: clock.NewManual(tenantNow)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	return st
}

// callOf returns the first call in tenantCalls of a method, and with a job where one is named after it.
func callOf(t *testing.T, name string) call {
	t.Helper()
	method, job, named := strings.Cut(name, " ")
	for _, c := range tenantCalls {
		if c.method == method && (!named || slices.Contains(c.args, any(job))) {
			return c
		}
	}
	t.Fatalf("no call of %s", name)
	return call{}
}

// A transaction that waits for a lock keeps its connection.
func TestWhoOnlyReadsIsAnsweredWhileMoreTransactionsWaitThanThereAreConnections(t *testing.T) {
	st := storetest.Postgres(t, clock.System{})
	lock := func(meanwhile func()) {
		err := st.Write(t.Context(), func(tx *store.Tx) error {
			_, err := texts(tx, `SELECT pg_advisory_xact_lock(1)::text`)
			meanwhile()
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	var waiting sync.WaitGroup
	defer waiting.Wait()
	lock(func() {
		for range 64 {
			waiting.Go(func() { lock(func() {}) })
		}
		limited, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		defer cancel()
		for range 200 { // more than it takes until all of them wait
			if _, err := st.Companies(limited); err != nil {
				t.Error(err)
				return
			}
		}
	})
}
