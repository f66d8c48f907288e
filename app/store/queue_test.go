package store_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

var queueTime = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// waitingCases adds n cases, one a minute apart in their deadlines, the first of them overdue.
func waitingCases(t *testing.T, st *store.Store, n int) []string {
	t.Helper()
	var all []string
	for i := range n {
		job := addJob(t, st, "acme")
		all = append(all, job.ID)
		err := st.Write(t.Context(), func(tx *store.Tx) error {
			job.FullName, job.DocumentNumber, job.UniqueNumber = fmt.Sprintf("DOE, JÁNE %d", i),
				fmt.Sprintf("AB-%04d", i), "4471"
			if err := tx.IndexJob(t.Context(), job, job.FullName, job.DocumentNumber, job.UniqueNumber); err != nil {
				return err
			}
			return tx.OpenReviewCase(t.Context(), store.ReviewCase{
				Company:        "acme",
				JobID:          job.ID,
				Seq:            job.Seq,
				Function:       job.Function,
				Summary:        "glare",
				DeadlineAt:     tx.Now.Add(time.Duration(i)*time.Minute - time.Second),
				EvidenceDigest: "d",
			})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func idsOf(rows []store.Queued) []string {
	var all []string
	for _, r := range rows {
		all = append(all, r.JobID)
	}
	return all
}

func TestTheQueueIsPagedByAgeAndCountedByView(t *testing.T) {
	storetest.EachAt(t, clock.NewManual(queueTime), func(t *testing.T, st *store.Store) {
		jobs := waitingCases(t, st, 5)
		claim := store.Claim{Company: "acme", Agent: "anna", Secret: "s", Until: queueTime.Add(time.Minute)}
		err := st.Write(t.Context(), func(tx *store.Tx) error {
			if err := tx.InsertAgent(t.Context(), store.Agent{
				Company:      "acme",
				ID:           "anna",
				Email:        "anna@acme.test",
				DisplayName:  "Anna",
				Role:         access.Agent,
				PasswordHash: "x",
			}); err != nil {
				return err
			}
			_, err := tx.ClaimCase(t.Context(), claim, jobs[1])
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		page := func(view store.QueueView, after store.QueueCursor, limit int) []store.Queued {
			f := store.QueueFilter{View: view}
			return must(st.Queue(t.Context(), "acme", "anna", f, queueTime, after, limit))(t)
		}
		first := page(store.ViewOpen, store.QueueCursor{}, 3)
		same(t, "first page", idsOf(first), jobs[:3])
		same(t, "holder", first[1].HolderName, "Anna")
		after := store.QueueFilter{View: store.ViewOpen}.CursorAfter(first[2])
		same(t, "second page", idsOf(page(store.ViewOpen, after, 3)), jobs[3:])
		for view, want := range map[store.QueueView][]string{
			store.ViewOverdue:   jobs[:1],
			store.ViewMine:      jobs[1:2],
			store.ViewEscalated: nil,
			store.ViewCheck:     nil,
		} {
			same(t, string(view), idsOf(page(view, store.QueueCursor{}, 9)), want)
		}
		got := map[store.QueueView]int{}
		for _, c := range must(st.QueueCounts(t.Context(), "acme", "anna", queueTime))(t) {
			got[c.View] = c.Cases
		}
		same(t, "counts", got, map[store.QueueView]int{
			store.ViewOpen:      5,
			store.ViewOverdue:   1,
			store.ViewMine:      1,
			store.ViewEscalated: 0,
			store.ViewCheck:     0,
		})
		same(t, "of another company", must(st.CountOpenCases(t.Context(), "globex"))(t), 0)
	})
}

func TestSearchFindsByWordsInAnyOrderAndByABeginning(t *testing.T) {
	storetest.EachAt(t, clock.NewManual(queueTime), func(t *testing.T, st *store.Store) {
		jobs := waitingCases(t, st, 4)
		newest := slices.Clone(jobs)
		slices.Reverse(newest)
		found := func(query string, search func(string) ([]onboarding.Job, error), want ...string) {
			t.Helper()
			hits, err := search(query)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, j := range hits {
				got = append(got, j.ID)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q finds %v, want %v", query, got, want)
			}
		}
		words := func(q string) ([]onboarding.Job, error) { return searched(t, st, store.JobFilter{Text: q}) }
		beginning := func(q string) ([]onboarding.Job, error) {
			return searched(t, st, store.JobFilter{Text: q, Begin: true})
		}
		found("jane", words, newest...)
		found("ab0002", words, jobs[2])
		found("AB-0001 jáne doe 4471", words, jobs[1])
		found("jane richard", words)
		found("jan", words)
		found("--", words)
		found("jan", beginning, newest...)
		found("AB-0003", beginning, jobs[3])
		found("ja", beginning)
	})
}

func TestDraftsSkipsAndTimesAreOfOneAgent(t *testing.T) {
	storetest.EachAt(t, clock.NewManual(queueTime), func(t *testing.T, st *store.Store) {
		jobs := waitingCases(t, st, 1)
		err := st.Write(t.Context(), func(tx *store.Tx) error {
			for _, body := range []string{`{"note":"a"}`, `{"note":"b"}`} {
				if err := tx.PutDraft(t.Context(), "acme", jobs[0], "anna", body); err != nil {
					return err
				}
			}
			for _, minutes := range []time.Duration{1, 30} {
				if err := tx.SkipCase(t.Context(), "acme", jobs[0], "anna",
					tx.Now.Add(minutes*time.Minute)); err != nil {
					return err
				}
			}
			return tx.InsertReview(t.Context(), store.Review{
				Company:     "acme",
				ID:          "r1",
				JobID:       jobs[0],
				AgentID:     "anna",
				Kind:        store.ReviewDecision,
				Outcome:     onboarding.ReviewApproved,
				StartedAt:   tx.Now.Add(-time.Minute),
				CompletedAt: tx.Now,
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		ctx := t.Context()
		same(t, "draft", must(st.Draft(ctx, "acme", jobs[0], "anna"))(t).Body, `{"note":"b"}`)
		same(t, "skipped", must(st.Skipped(ctx, "acme", "anna", queueTime))(t),
			store.Skipped{Cases: 1, Back: queueTime.Add(30 * time.Minute)})
		handled := must(st.HandledBy(ctx, "acme", "anna", queueTime.Add(-time.Hour), queueTime.Add(time.Hour), 9))(t)
		if len(handled) != 1 || handled[0].CompletedAt.Sub(handled[0].StartedAt) != time.Minute {
			t.Errorf("handled %+v", handled)
		}
		same(t, "ben skipped", must(st.Skipped(ctx, "acme", "ben", queueTime))(t).Cases, 0)
		same(t, "who decided", must(st.StandingDecision(ctx, "acme", jobs[0]))(t).AgentName, "anna")
	})
}

func TestTheQueueIsFilteredByWhatItsJobsWereWhenTheyCame(t *testing.T) {
	storetest.EachAt(t, clock.NewManual(queueTime), func(t *testing.T, st *store.Store) {
		var ids []string
		for i, document := range []string{"PASSPORT", "ID_CARD"} {
			job := onboarding.Job{
				ID:       fmt.Sprintf("job-%d", i),
				Company:  "acme",
				Function: onboarding.Enrollment,
				Status:   onboarding.Processing,
				ClientID: "client-" + document,
			}
			err := st.Write(t.Context(), func(tx *store.Tx) error {
				job.Seq, job.CreatedAt = tx.NextSeq(), tx.Now
				if err := tx.InsertJob(t.Context(), job); err != nil {
					return err
				}
				job.Status, job.DocumentType, job.DecidedAt = onboarding.Review, document, tx.Now
				if ok, err := tx.DecideJob(t.Context(), job, ""); err != nil || !ok {
					return fmt.Errorf("not decided: %w", err)
				}
				return tx.OpenReviewCase(t.Context(), store.ReviewCase{
					Company:    "acme",
					JobID:      job.ID,
					Seq:        job.Seq,
					Function:   job.Function,
					DeadlineAt: tx.Now,
				})
			})
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, job.ID)
		}
		for i, f := range []store.QueueFilter{{Document: "PASSPORT"}, {Client: "client-ID_CARD"}} {
			f.View = store.ViewOpen
			rows, err := st.Queue(t.Context(), "acme", "anna", f, queueTime, store.QueueCursor{}, 9)
			n, more, wrong := st.CountQueue(t.Context(), "acme", "anna", f, queueTime, 9)
			if err != nil || wrong != nil || !slices.Equal(idsOf(rows), ids[i:i+1]) || n != 1 || more {
				t.Errorf("%+v: %v, counted %d, more %v, %v, %v", f, idsOf(rows), n, more, err, wrong)
			}
		}
	})
}

func TestACountThatDidNotLookAtEveryCaseSaysSo(t *testing.T) {
	st := storetest.SQLite(t, clock.NewManual(queueTime))
	err := st.Write(t.Context(), func(tx *store.Tx) error {
		for i := range store.ScanCases + 1 {
			c := store.ReviewCase{
				Company:    "acme",
				JobID:      fmt.Sprint(i),
				Seq:        int64(i),
				Function:   onboarding.Enrollment,
				Summary:    "glare",
				DeadlineAt: tx.Now.Add(time.Duration(i) * time.Second),
			}
			if i > 1 {
				c.Function = onboarding.VideoID
			}
			if err := tx.InsertJob(t.Context(), capturing(tx, c.JobID)); err != nil {
				return err
			}
			if err := tx.OpenReviewCase(t.Context(), c); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		filter store.QueueFilter
		bound  int
		want   int
		more   bool
	}{
		{store.QueueFilter{View: store.ViewOpen, Function: onboarding.Enrollment}, 9, 2, true},
		{store.QueueFilter{View: store.ViewOpen, Why: "glare"}, 9, 9, true},
		{store.QueueFilter{View: store.ViewOpen}, 9, 9, true},
		{store.QueueFilter{View: store.ViewOpen}, 2 * store.ScanCases, store.ScanCases + 1, false},
		{store.QueueFilter{View: store.ViewMine, Why: "glare"}, 9, 0, false},
	}
	for _, c := range cases {
		n, more, err := st.CountQueue(t.Context(), "acme", "anna", c.filter, queueTime, c.bound)
		if n != c.want || more != c.more || err != nil {
			t.Errorf("%+v up to %d: %d, more %v, %v; want %d, %v", c.filter, c.bound, n, more, err, c.want, c.more)
		}
	}
}
