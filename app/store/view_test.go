package store_test

import (
	"testing"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/clock"
	"proofdesk/app/ids"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

func TestAViewAtAnotherClockWritesAtItsTimeIntoTheSameRows(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		now := clock.System{}.Now()
		then := clock.NewManual(now.Add(-48 * time.Hour))
		view := st.At(then)
		note := func(s *store.Store, action string) {
			t.Helper()
			err := s.Write(t.Context(), func(tx *store.Tx) error {
				return tx.Audit(t.Context(), audit.Entry{Company: "acme", Actor: "cli", Action: action, Target: "x"})
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		note(st, "now.first")
		note(view, "then.second")
		then.Advance(time.Hour)
		note(view, "then.third")
		rows, err := st.AuditPage(t.Context(), "acme", "", 9)
		if err != nil || len(rows) != 3 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		if rows[0].Action != "now.first" || rows[1].Action != "then.third" || rows[2].Action != "then.second" ||
			!rows[1].At.Equal(then.Now()) || !rows[2].At.Equal(then.Now().Add(-time.Hour)) {
			t.Errorf("newest first: %+v", rows)
		}
		if seq := view.NextSeq(); seq < ids.FirstSeq(then.Now()) || seq >= ids.FirstSeq(then.Now().Add(time.Second)) {
			t.Errorf("the view's rows are ordered by %d, which is not its time", seq)
		}
		if _, err := st.SealAudit(t.Context(), 9); err != nil {
			t.Fatal(err)
		}
		if v, err := view.VerifyAudit(t.Context(), "acme"); err != nil || !v.OK() || v.Rows != 3 {
			t.Errorf("the chain: %+v, %v", v, err)
		}
	})
}
