package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/clock"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

func TestTheTrailIsSearchedByWhoWhatOnWhichAndWhen(t *testing.T) {
	begin := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	c := clock.NewManual(begin)
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		start := c.Now()
		for _, e := range []audit.Entry{
			{Actor: "agent:a", Action: "client.create", Target: "client:1"},
			{Actor: "agent:b", Action: "client.secret", Target: "client:1"},
			{Actor: "agent:a", Action: "clients.list", Target: "client:2"},
			{Actor: "system", Action: "job.decide", Target: "job:1"},
		} {
			e.Company = "acme"
			if err := st.Write(t.Context(), func(tx *store.Tx) error { return tx.Audit(t.Context(), e) }); err != nil {
				t.Fatal(err)
			}
			c.Advance(time.Hour)
		}
		tests := []struct {
			name string
			f    store.AuditFilter
			want string
		}{
			{"all", store.AuditFilter{}, "job.decide clients.list client.secret client.create"},
			{"who", store.AuditFilter{Actors: []string{"agent:a"}}, "clients.list client.create"},
			{"what", store.AuditFilter{Action: "client.secret"}, "client.secret"},
			{"an area", store.AuditFilter{Action: "client."}, "client.secret client.create"},
			{"on which", store.AuditFilter{Target: "client:1"}, "client.secret client.create"},
			{"who and on which", store.AuditFilter{Actors: []string{"agent:b"}, Target: "client:1"}, "client.secret"},
			{"from", store.AuditFilter{From: start.Add(2 * time.Hour)}, "job.decide clients.list"},
			{"until", store.AuditFilter{Until: start.Add(time.Hour)}, "client.create"},
			{
				"any of several",
				store.AuditFilter{Actors: []string{"agent:b", "agent:c", "agent:a"}},
				"clients.list client.secret client.create",
			},
			{"nobody", store.AuditFilter{Actors: []string{"agent:c"}}, ""},
		}
		for _, tt := range tests {
			rows, err := st.SearchAudit(t.Context(), "acme", tt.f, "", 10)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range rows {
				got = append(got, r.Action)
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("%s: %v, want %s", tt.name, got, tt.want)
			}
		}
		page, err := st.SearchAudit(t.Context(), "acme", store.AuditFilter{}, "", 2)
		if err != nil {
			t.Fatal(err)
		}
		rest, err := st.SearchAudit(t.Context(), "acme", store.AuditFilter{}, page[1].ID, 10)
		if err != nil || len(rest) != 2 || rest[0].Action != "client.secret" {
			t.Errorf("the next page: %+v, %v", rest, err)
		}
		if actions, err := st.AuditActions(t.Context(), "acme"); err != nil ||
			!slices.Equal(actions, []string{"client.create", "client.secret", "clients.list", "job.decide"}) {
			t.Errorf("actions: %v, %v", actions, err)
		}
		if rows, _ := st.SearchAudit(t.Context(), "globex", store.AuditFilter{}, "", 10); len(rows) != 0 {
			t.Error("another company's trail is shown")
		}
	})
}
