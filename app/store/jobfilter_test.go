package store_test

import (
	"slices"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// decided ends a job by an agent's decision with a reason.
func decided(t *testing.T, st *store.Store, job, agent, reason string) {
	t.Helper()
	err := st.Write(t.Context(), func(tx *store.Tx) error {
		claimed, err := tx.ClaimJobs(t.Context(), "l", tx.Now.Add(time.Minute), 100)
		if err != nil {
			return err
		}
		for _, c := range claimed {
			c.Status, c.DecidedAt = onboarding.Review, tx.Now
			if _, err := tx.DecideJob(t.Context(), c.Job, "l"); err != nil {
				return err
			}
		}
		j, err := tx.Job(t.Context(), "acme", job)
		if err != nil {
			return err
		}
		if _, err := tx.ReviewJob(t.Context(), "acme", job, onboarding.ReviewDeclined, j.Version, tx.Now); err != nil {
			return err
		}
		return tx.InsertReview(t.Context(), store.Review{
			Company:     "acme",
			ID:          "r" + job,
			JobID:       job,
			AgentID:     agent,
			Kind:        store.ReviewDecision,
			Outcome:     onboarding.ReviewDeclined,
			StartedAt:   tx.Now,
			CompletedAt: tx.Now,
			Reasons:     []onboarding.ReviewReason{{Code: reason, Band: onboarding.Data, Text: "Because"}},
		})
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestJobsAreFoundByEveryPartOfAFilterAndCounted(t *testing.T) {
	c := clock.NewManual(queueTime)
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		jobs := waitingCases(t, st, 4)
		for _, id := range jobs {
			written(t, st, func(tx *store.Tx) (bool, error) { return tx.SubmitJob(t.Context(), "acme", id) })
		}
		decided(t, st, jobs[1], "anna", "data.expired")
		decided(t, st, jobs[2], "ben", "data_expired")
		function := must(st.Job(t.Context(), "acme", jobs[0]))(t).Function
		newest := slices.Clone(jobs)
		slices.Reverse(newest)
		cases := map[string]struct {
			f    store.JobFilter
			want []string
		}{
			"nothing":            {store.JobFilter{}, newest},
			"status of a person": {store.JobFilter{Status: "DECLINED"}, []string{jobs[2], jobs[1]}},
			"status":             {store.JobFilter{Status: "review"}, []string{jobs[3], jobs[0]}},
			"person":             {store.JobFilter{By: store.ByPerson}, []string{jobs[2], jobs[1]}},
			"engine":             {store.JobFilter{By: store.ByEngine}, nil},
			"agent":              {store.JobFilter{Agent: "anna"}, []string{jobs[1]}},
			"reason":             {store.JobFilter{Reason: "data.expired"}, []string{jobs[1]}},
			"reason is no glob":  {store.JobFilter{Reason: "data_expired"}, []string{jobs[2]}},
			"agent and status":   {store.JobFilter{Agent: "ben", Status: "Declined"}, []string{jobs[2]}},
			"agent and reason":   {store.JobFilter{Agent: "ben", Reason: "data.expired"}, nil},
			"function":           {store.JobFilter{Function: function}, newest},
			"another function":   {store.JobFilter{Function: onboarding.VideoID}, nil},
			"words and status":   {store.JobFilter{Text: "jane doe", Status: "DECLINED"}, []string{jobs[2], jobs[1]}},
			"beginning":          {store.JobFilter{Text: "jan", Begin: true, Agent: "anna"}, []string{jobs[1]}},
			"short beginning":    {store.JobFilter{Text: "ja", Begin: true}, nil},
			"no word":            {store.JobFilter{Text: "//"}, nil},
			"from":               {store.JobFilter{From: queueTime}, newest},
			"until":              {store.JobFilter{Until: queueTime}, nil},
			"between": {
				store.JobFilter{From: queueTime.Add(-time.Hour), Until: queueTime.Add(time.Hour)}, newest,
			},
		}
		for name, tt := range cases {
			found := must(st.FindJobs(t.Context(), "acme", tt.f, 0, 10))(t)
			same(t, name, jobIDs(found.Jobs), tt.want)
			same(t, name+": all on one page", found.Next == 0 && !found.Partial, true)
			if n, more, err := st.CountJobs(t.Context(), "acme", tt.f, 10); n != len(tt.want) || more || err != nil {
				t.Errorf("%s counts %d, %v, %v", name, n, more, err)
			}
		}
		if n, more, err := st.CountJobs(t.Context(), "acme", store.JobFilter{}, 3); n != 3 || !more || err != nil {
			t.Errorf("a count beyond its bound: %d, %v, %v", n, more, err)
		}
		others := must(st.FindJobs(t.Context(), "globex", store.JobFilter{}, 0, 10))(t)
		same(t, "another company's jobs", len(others.Jobs), 0)
		f := store.JobFilter{Status: "declined"}
		first := must(st.FindJobs(t.Context(), "acme", f, 0, 1))(t)
		same(t, "first page", jobIDs(first.Jobs), jobs[2:3])
		last := must(st.FindJobs(t.Context(), "acme", f, first.Next, 1))(t)
		same(t, "last page", jobIDs(last.Jobs), jobs[1:2])
		same(t, "where the next page begins", last.Next, 0)
	})
}

func TestAFilteredQueueKeepsItsOrderOverPages(t *testing.T) {
	storetest.EachAt(t, clock.NewManual(queueTime), func(t *testing.T, st *store.Store) {
		jobs := waitingCases(t, st, 3)
		for _, order := range []store.QueueOrder{store.HighestStakes, store.NearestDeadline, store.LongestWaiting} {
			f, after, got := store.QueueFilter{View: store.ViewOpen, Order: order}, store.QueueCursor{}, []string{}
			for range jobs {
				rows := must(st.Queue(t.Context(), "acme", "anna", f, queueTime, after, 1))(t)
				if len(rows) != 1 {
					t.Fatalf("%s: a page of %v", order, idsOf(rows))
				}
				got, after = append(got, rows[0].JobID), f.CursorAfter(rows[0])
			}
			same(t, string(order), got, jobs)
		}
	})
}

func TestAFilterOfTheQueueShowsAndCountsTheSameCases(t *testing.T) {
	storetest.EachAt(t, clock.NewManual(queueTime), func(t *testing.T, st *store.Store) {
		waitingCases(t, st, 3)
		for _, tt := range []struct {
			f    store.QueueFilter
			want int
		}{
			{store.QueueFilter{View: store.ViewOpen, Why: "GLA"}, 3},
			{store.QueueFilter{View: store.ViewOverdue}, 1},
			{store.QueueFilter{View: store.ViewOpen, Function: onboarding.VideoID}, 0},
			{store.QueueFilter{View: store.ViewOpen, Client: "other"}, 0},
			{store.QueueFilter{View: store.ViewOpen, Document: "PASSPORT"}, 0},
			{store.QueueFilter{View: store.ViewOpen, Why: "%"}, 0},
			{store.QueueFilter{View: store.ViewMine}, 0},
		} {
			rows := must(st.Queue(t.Context(), "acme", "anna", tt.f, queueTime, store.QueueCursor{}, 9))(t)
			n, more, err := st.CountQueue(t.Context(), "acme", "anna", tt.f, queueTime, 9)
			if err != nil || len(rows) != tt.want || n != tt.want || more {
				t.Errorf("%+v: %d rows, counted %d, %v, %v", tt.f, len(rows), n, more, err)
			}
		}
	})
}

// A sandbox case is listed by every filter that matches it and counted only where its client is asked for: it is no
// work that waits.
func TestAFilterOfTheQueueListsSandboxCasesAndCountsThemOnlyForTheirClient(t *testing.T) {
	storetest.EachAt(t, clock.NewManual(queueTime), func(t *testing.T, st *store.Store) {
		waitingCases(t, st, 2)
		trial := sandboxCase(t, st)
		for _, tt := range []struct {
			f             store.QueueFilter
			listed, count int
		}{
			{store.QueueFilter{View: store.ViewOpen}, 3, 2},
			{store.QueueFilter{View: store.ViewOpen, Why: "glare"}, 3, 2},
			{store.QueueFilter{View: store.ViewOpen, Function: trial.Function}, 3, 2},
			{store.QueueFilter{View: store.ViewOpen, Client: trial.ClientID}, 1, 1},
			{store.QueueFilter{View: store.ViewOpen, Client: trial.ClientID, Why: "expired"}, 0, 0},
			{store.QueueFilter{View: store.ViewOverdue, Why: "glare"}, 1, 1},
		} {
			rows := must(st.Queue(t.Context(), "acme", "anna", tt.f, queueTime, store.QueueCursor{}, 9))(t)
			n, more, err := st.CountQueue(t.Context(), "acme", "anna", tt.f, queueTime, 9)
			if err != nil || len(rows) != tt.listed || n != tt.count || more {
				t.Errorf("%+v: %d rows, counted %d, %v, %v", tt.f, len(rows), n, more, err)
			}
		}
	})
}

// sandboxCase adds a case whose job a sandbox client sent.
func sandboxCase(t *testing.T, st *store.Store) onboarding.Job {
	t.Helper()
	var job onboarding.Job
	write(t, st, func(tx *store.Tx) error {
		job = newJob(tx, "acme")
		job.ClientID, job.Sandbox = "trial", "REVIEW"
		if err := tx.InsertJob(t.Context(), job); err != nil {
			return err
		}
		return tx.OpenReviewCase(t.Context(), store.ReviewCase{
			Company:        "acme",
			JobID:          job.ID,
			Seq:            job.Seq,
			Function:       job.Function,
			Summary:        "glare",
			DeadlineAt:     tx.Now.Add(time.Hour),
			EvidenceDigest: "d",
		})
	})
	return job
}

func TestSavedViewsAreOfTheirOwnerOrOfTheCompany(t *testing.T) {
	storetest.EachAt(t, clock.NewManual(queueTime), func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		add := func(owner, name string, shared bool) (string, error) {
			id := ids.ULID(queueTime)
			return id, st.Write(ctx, func(tx *store.Tx) error {
				return tx.InsertSavedView(ctx, store.SavedView{
					Company: "acme",
					ID:      id,
					Owner:   owner,
					Shared:  shared,
					Page:    "queue",
					Name:    name,
					Query:   "view=open",
				})
			})
		}
		own := must(add("anna", "Pasaportes México", false))(t)
		shared := must(add("ben", "Overdue", true))(t)
		must(add("ben", "Pasaportes México", false))(t) // another agent's view of the same name
		for _, again := range []struct {
			owner, name string
			shared      bool
		}{{"anna", "pasaportes mexico", false}, {"anna", "OVERDUE", true}} {
			if _, err := add(again.owner, again.name, again.shared); !fault.Is(err, fault.Conflict) {
				t.Errorf("%q again: %v", again.name, err)
			}
		}
		write(t, st, func(tx *store.Tx) error { return tx.SetStartView(ctx, "acme", "anna", shared) })
		var got []store.SavedView
		for _, v := range must(st.SavedViews(ctx, "acme", "anna", "queue"))(t) {
			got = append(got, store.SavedView{ID: v.ID, Shared: v.Shared, Start: v.Start})
		}
		same(t, "anna's views", got, []store.SavedView{{ID: own}, {ID: shared, Shared: true, Start: true}})
		missing(t, "another agent's view", second(st.SavedView(ctx, "acme", "ben", own)))
		missing(t, "another company's view", second(st.SavedView(ctx, "globex", "anna", own)))
		same(t, "start", must(st.StartView(ctx, "acme", "anna"))(t).ID, shared)
		write(t, st, func(tx *store.Tx) error { return tx.DeleteSavedView(ctx, "acme", shared) })
		missing(t, "a deleted start", second(st.StartView(ctx, "acme", "anna")))
		for _, id := range []string{shared, own} { // one that was deleted, and one of anna's
			missing(t, "a start page of ben's", st.Write(ctx, func(tx *store.Tx) error {
				return tx.SetStartView(ctx, "acme", "ben", id)
			}))
		}
	})
}
