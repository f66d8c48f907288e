package store_test

import (
	"testing"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

func TestTextThatOneDatabaseCannotStoreIsRefusedByBoth(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		for name, text := range map[string]string{"U+0000": "a\x00b", "bytes that are not UTF-8": "a\xff\xfeb"} {
			if _, err := st.Job(t.Context(), "acme", text); !fault.Is(err, fault.Invalid) {
				t.Errorf("reading a row by %s: %v", name, err)
			}
			if _, err := st.FindJobs(t.Context(), "acme", store.JobFilter{Reason: text}, 0,
				1); !fault.Is(err, fault.Invalid) {
				t.Errorf("listing rows by %s: %v", name, err)
			}
			entry := audit.Entry{Company: "acme", Actor: "cli", Action: "client.create", Target: text}
			err := st.Write(t.Context(), func(tx *store.Tx) error { return tx.Audit(t.Context(), entry) })
			if !fault.Is(err, fault.Invalid) {
				t.Errorf("writing %s: %v", name, err)
			}
		}
	})
}
