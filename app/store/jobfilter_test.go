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
			err := st.Write(t.Context(),
				func(tx *store.Tx) error { _, err := tx.SubmitJob(t.Context(), "acme", id); return err })
			if err != nil {
				t.Fatal(err)
			}
		}
		decided(t, st, jobs[1], "anna", "data.expired")
		decided(t, st, jobs[2], "ben", "data_expired")
		function := onboarding.Function("")
		if j, err := st.Job(t.Context(), "acme", jobs[0]); err == nil {
			function = j.Function
		}
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
			found, err := st.FindJobs(t.Context(), "acme", tt.f, 0, 10)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			var got []string
			for _, j := range found.Jobs {
				got = append(got, j.ID)
			}
			if !slices.Equal(got, tt.want) || found.Next != 0 || found.Partial {
				t.Errorf("%s finds %v, next %d, want %v", name, got, found.Next, tt.want)
			}
			if n, more, err := st.CountJobs(t.Context(), "acme", tt.f, 10); n != len(tt.want) || more || err != nil {
				t.Errorf("%s counts %d, %v, %v", name, n, more, err)
			}
		}
		page, err := st.FindJobs(t.Context(), "acme", store.JobFilter{Status: "declined"}, 0, 1)
		if err != nil || page.Next == 0 || page.Jobs[0].ID != jobs[2] {
			t.Fatalf("first page %+v, %v", page, err)
		}
		if page, err = st.FindJobs(t.Context(), "acme", store.JobFilter{Status: "declined"}, page.Next,
			1); err != nil || page.Next != 0 || page.Jobs[0].ID != jobs[1] {
			t.Errorf("last page %+v, %v", page, err)
		}
		if n, more, err := st.CountJobs(t.Context(), "acme", store.JobFilter{}, 3); n != 3 || !more || err != nil {
			t.Errorf("a count beyond its bound: %d, %v, %v", n, more, err)
		}
		if found, err := st.FindJobs(t.Context(), "globex", store.JobFilter{}, 0, 10); len(found.Jobs) != 0 ||
			err != nil {
			t.Errorf("another company finds %d, %v", len(found.Jobs), err)
		}
	})
}

func TestAFilteredQueueKeepsItsOrderOverPages(t *testing.T) {
	storetest.EachAt(t, clock.NewManual(queueTime), func(t *testing.T, st *store.Store) {
		jobs := waitingCases(t, st, 3)
		for _, order := range []store.QueueOrder{store.NearestDeadline, store.LongestWaiting, store.LowestScore} {
			f, after, got := store.QueueFilter{View: store.ViewOpen, Order: order}, store.QueueCursor{}, []string{}
			for range jobs {
				rows, err := st.Queue(t.Context(), "acme", "anna", f, queueTime, after, 1)
				if err != nil || len(rows) != 1 {
					t.Fatalf("%s: %v, %v", order, idsOf(rows), err)
				}
				got = append(got, rows[0].JobID)
				after = store.QueueCursor{
					Deadline: rows[0].DeadlineAt.UnixMilli(),
					Seq:      rows[0].Seq,
					Score:    rows[0].Score,
				}
				if order == store.LongestWaiting {
					after.Deadline = rows[0].OpenedAt.UnixMilli()
				}
			}
			if !slices.Equal(got, jobs) {
				t.Errorf("%s: %v, want %v", order, got, jobs)
			}
		}
		for want, f := range map[int]store.QueueFilter{
			3: {
				View: store.ViewOpen,
				Why:  "GLA",
			}, 1: {View: store.ViewOverdue}, 0: {View: store.ViewOpen, Function: onboarding.VideoID},
		} {
			rows, err := st.Queue(t.Context(), "acme", "anna", f, queueTime, store.QueueCursor{}, 9)
			n, more, wrong := st.CountQueue(t.Context(), "acme", "anna", f, queueTime, 9)
			if err != nil || wrong != nil || len(rows) != want || n != want || more {
				t.Errorf("%+v: %d rows, counted %d, %v, %v", f, len(rows), n, err, wrong)
			}
		}
		for _, f := range []store.QueueFilter{
			{View: store.ViewOpen, Client: "other"},
			{View: store.ViewOpen, Document: "PASSPORT"},
			{View: store.ViewOpen, Why: "%"},
			{View: store.ViewMine},
		} {
			if n, more, err := st.CountQueue(t.Context(), "acme", "anna", f, queueTime, 9); n != 0 || more ||
				err != nil {
				t.Errorf("%+v: counted %d, %v", f, n, err)
			}
		}
	})
}

func TestSavedViewsAreOfTheirOwnerOrOfTheCompany(t *testing.T) {
	storetest.EachAt(t, clock.NewManual(queueTime), func(t *testing.T, st *store.Store) {
		add := func(owner, name string, shared bool) (string, error) {
			id := ids.ULID(queueTime)
			return id, st.Write(t.Context(), func(tx *store.Tx) error {
				return tx.InsertSavedView(t.Context(), store.SavedView{
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
		own, err := add("anna", "Pasaportes México", false)
		if err != nil {
			t.Fatal(err)
		}
		shared, err := add("ben", "Overdue", true)
		if err != nil {
			t.Fatal(err)
		}
		for _, again := range []struct {
			owner, name string
			shared      bool
		}{{"anna", "pasaportes mexico", false}, {"anna", "OVERDUE", true}} {
			if _, err := add(again.owner, again.name, again.shared); !fault.Is(err, fault.Conflict) {
				t.Errorf("%q again: %v", again.name, err)
			}
		}
		if _, err := add("ben", "Pasaportes México", false); err != nil {
			t.Errorf("another agent's view of the same name: %v", err)
		}
		if err := st.Write(t.Context(),
			func(tx *store.Tx) error { return tx.SetStartView(t.Context(), "acme", "anna", shared) }); err != nil {
			t.Fatal(err)
		}
		views, err := st.SavedViews(t.Context(), "acme", "anna", "queue")
		if err != nil || len(views) != 2 || views[0].ID != own || views[0].Shared || views[1].ID != shared ||
			!views[1].Shared || !views[1].Start || views[0].Start {
			t.Fatalf("%+v, %v", views, err)
		}
		if _, err := st.SavedView(t.Context(), "acme", "ben", own); !fault.Is(err, fault.NotFound) {
			t.Errorf("another agent reads it: %v", err)
		}
		if _, err := st.SavedView(t.Context(), "globex", "anna", own); !fault.Is(err, fault.NotFound) {
			t.Errorf("another company reads it: %v", err)
		}
		if v, err := st.StartView(t.Context(), "acme", "anna"); err != nil || v.ID != shared {
			t.Errorf("starts with %+v, %v", v, err)
		}
		if err := st.Write(t.Context(),
			func(tx *store.Tx) error { return tx.DeleteSavedView(t.Context(), "acme", shared) }); err != nil {
			t.Fatal(err)
		}
		if _, err := st.StartView(t.Context(), "acme", "anna"); !fault.Is(err, fault.NotFound) {
			t.Errorf("a deleted view is still started with: %v", err)
		}
	})
}
