package store_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// stakedCases opens one case for each of the stakes, a minute apart.
func stakedCases(t *testing.T, st *store.Store, now *clock.Manual, stakes ...int) []string {
	t.Helper()
	var all []string
	for i, at := range stakes {
		job := addJob(t, st, "acme")
		now.Advance(time.Minute)
		err := st.Write(t.Context(), func(tx *store.Tx) error {
			return tx.OpenReviewCase(t.Context(), store.ReviewCase{
				Company:        "acme",
				JobID:          job.ID,
				Seq:            job.Seq,
				Function:       job.Function,
				Stakes:         at,
				DeadlineAt:     queueTime.Add(time.Hour - time.Duration(i)*time.Minute),
				EvidenceDigest: "d",
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, job.ID)
	}
	return all
}

func TestTheQueueIsListedAndClaimedByWhatIsAtStakeThenByAge(t *testing.T) {
	now := clock.NewManual(queueTime)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		jobs := stakedCases(t, st, now, 3, 1, 0, 2, 0, 1)
		want := []string{jobs[2], jobs[4], jobs[1], jobs[5], jobs[3], jobs[0]}
		f := store.QueueFilter{View: store.ViewOpen}
		var listed []string
		for after := (store.QueueCursor{}); len(listed) < len(want); {
			rows := must(st.Queue(t.Context(), "acme", "anna", f, now.Now(), after, 2))(t)
			if len(rows) == 0 {
				t.Fatalf("the list ends after %v", listed)
			}
			listed, after = append(listed, idsOf(rows)...), f.CursorAfter(rows[len(rows)-1])
		}
		same(t, "listed", listed, want)
		var claimed []string
		for i := range want {
			err := st.Write(t.Context(), func(tx *store.Tx) error {
				c, err := tx.ClaimNext(t.Context(), store.Claim{
					Company: "acme",
					Agent:   "anna",
					Secret:  fmt.Sprint(i),
					Until:   tx.Now.Add(time.Hour),
				}, store.CaseOpen)
				claimed = append(claimed, c.JobID)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		same(t, "claimed", claimed, want)
	})
}

func TestOverdueCasesAreListedByTheirDeadlines(t *testing.T) {
	now := clock.NewManual(queueTime)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		jobs := stakedCases(t, st, now, 0, 3)
		f := store.QueueFilter{View: store.ViewOverdue}
		rows := must(st.Queue(t.Context(), "acme", "anna", f, queueTime.Add(2*time.Hour), store.QueueCursor{}, 9))(t)
		same(t, "listed", idsOf(rows), []string{jobs[1], jobs[0]})
	})
}

// TestAnOlderCaseIsRankedByTheReasonsOfItsDecision guards the migration that fills in what is at stake.
func TestAnOlderCaseIsRankedByTheReasonsOfItsDecision(t *testing.T) {
	for _, engine := range storetest.Engines() {
		t.Run(engine, func(t *testing.T) {
			var statements []string
			want := map[string]int{}
			for i, c := range []struct {
				reasons string
				stakes  int
			}{
				{`"quality.glare","face.mismatch"`, 0},
				{`"customer.same_face"`, 0},
				{`"data.mismatch.dateOfBirth","quality.glare"`, 1},
				{`"face.yaw","liveness.unproven"`, 2},
				{`"fingerprint.poor"`, 2},
				{`"liveness.unproven"`, 3},
				{``, 3},
			} {
				id := fmt.Sprintf("job-%d", i)
				want[id] = c.stakes
				statements = append(statements,
					`INSERT INTO jobs (company, id, seq, function, flavor, line, sdk_version, status, created_at)
						VALUES ('acme', '`+id+`', 1, 'ENROLLMENT', 'LITE', '11', '11.1', 'REVIEW', 1)`,
					`INSERT INTO review_cases (company, job_id, seq, state, function, deadline_at, opened_at)
						VALUES ('acme', '`+id+`', 1, 'OPEN', 'ENROLLMENT', 5, 1)`,
					`INSERT INTO audit (company, id, at, actor, action, target, detail) VALUES ('acme', '`+id+`', 1,
						'system', 'job.decide', 'job:`+id+`', '{"outcome":"REVIEW","reasons":[`+c.reasons+`]}')`)
			}
			path := filepath.Join(t.TempDir(), "test.db")
			url, source := "sqlite:"+path, path
			if engine == "postgres" {
				url = storetest.BarePostgresURL(t)
				source = url
			}
			storetest.Before(t, engine, source, 10, statements...)
			st, err := store.Open(t.Context(), store.Options{URL: url, Clock: clock.System{}})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = st.Close() })
			for id, stakes := range want {
				if c, err := st.ReviewCase(t.Context(), "acme", id); err != nil || c.Stakes != stakes {
					t.Errorf("%s: %d, want %d, %v", id, c.Stakes, stakes, err)
				}
			}
		})
	}
}

func TestTheNextCaseIsFoundByAnIndexInTheQueuesOrder(t *testing.T) {
	db, claims := opened(t, "sqlite"), 0
	for text, where := range readSource(t).texts(t) {
		text = oneLine(dressed("sqlite", text))
		if !strings.Contains(text, "UPDATE review_cases") || !strings.Contains(text, "LIMIT 1") {
			continue
		}
		claims++
		steps := strings.Join(plan(t, db, text), "\n")
		indexed := strings.Contains(steps, "review_cases_next") || strings.Contains(steps, "review_cases_returns")
		if !indexed || strings.Contains(steps, "TEMP B-TREE") {
			t.Errorf("%s: %s\n%s", where, steps, text)
		}
	}
	if claims == 0 {
		t.Error("no statement claims a case: the test proves nothing")
	}
}
