package store_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"proofdesk/app/clock"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// A server that knows little of a table may run the choice of a claim once for each row that it compares.
func TestAClaimTakesNoMoreJobsThanItMayWhateverThePlan(t *testing.T) {
	plan := ""
	for _, kind := range []string{"hashjoin", "mergejoin", "hashagg", "sort", "material"} {
		plan += " -c enable_" + kind + "=off"
	}
	at, err := url.Parse(storetest.PostgresURL(t))
	if err != nil {
		t.Fatal(err)
	}
	at.RawQuery += "&options=" + strings.ReplaceAll(url.QueryEscape(plan), "+", "%20")
	st, err := store.Open(t.Context(), store.Options{URL: at.String(), Clock: clock.System{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	err = st.Write(t.Context(), func(tx *store.Tx) error {
		for i := range 4 {
			id := "job-" + strconv.Itoa(i)
			if err := storetest.Job(t.Context(), tx, "acme", id); err != nil {
				return err
			}
			if _, err := tx.SubmitJob(t.Context(), "acme", id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	err = st.Write(t.Context(), func(tx *store.Tx) error {
		claimed, err := tx.ClaimJobs(t.Context(), "lease", tx.Now, 1)
		if len(claimed) != 1 {
			t.Errorf("%d jobs were claimed, and one was asked for", len(claimed))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
