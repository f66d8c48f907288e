package processing_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/processing"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/engine"
)

func TestCasesOfAnOlderProgramAreFoundByTheWordsOfAllTheirReasons(t *testing.T) {
	var statements []string
	for _, job := range []string{"j1", "j2"} {
		statements = append(statements,
			`INSERT INTO jobs (company, id, seq, function, flavor, line, sdk_version, status, created_at, decided_at,
				indexed) VALUES ('acme', '`+job+`', 7, 'ID_VALIDATION', '', '', '', 'REVIEW', 1, 1, 1)`,
			`INSERT INTO review_cases (company, job_id, seq, state, function, summary, deadline_at, opened_at)
				VALUES ('acme', '`+job+`', 7, 'OPEN', 'ID_VALIDATION', 'GLARE', 9, 1)`)
	}
	storetest.EachAfter(t, 27, statements, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		err := st.Write(ctx, func(tx *store.Tx) error {
			return tx.WriteJobDoc(ctx, "acme", "j1", store.DocDecision, policy.Decision{
				Reasons: []policy.Reason{{Text: "glare"}, {Text: "blur"}, {Text: "expired"}},
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		x := &processing.Indexer{
			Store: st, Clock: clock.System{}, Log: slog.New(slog.DiscardHandler),
			Words: func(
				_ onboarding.Job, d policy.Decision, _ engine.Report, _ []onboarding.Capture, _ time.Time,
			) string {
				var all []string
				for _, r := range d.Reasons {
					all = append(all, "In Words "+r.Text)
				}
				return strings.Join(all, "\n")
			},
		}
		for range 2 { // the second time nothing is left to do
			if _, err := x.Index(ctx); err != nil {
				t.Fatal(err)
			}
		}
		for why, want := range map[string]int{"glare": 2, "in words expired": 1, "elsewhere": 0} {
			f := store.QueueFilter{View: store.ViewOpen, Why: why}
			if n, _, err := st.CountQueue(ctx, "acme", "anna", f, time.UnixMilli(2), 9); err != nil || n != want {
				t.Errorf("%q finds %d, want %d, %v", why, n, want, err)
			}
		}
		if cases, err := st.CasesWithoutWords(ctx, 9); err != nil || len(cases) != 0 {
			t.Errorf("%d cases wait for words, %v", len(cases), err)
		}
	})
}
