package concurrency_test

import (
	"fmt"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
)

// nextWriters take the next job by one agent, as two pages do or a key that is pressed twice.
func nextWriters() []writer {
	return []writer{
		{name: "review.Desk.Next by one agent", stage: func(w *world) func(int) error {
			a := w.reviewer(w.user(access.Agent))
			for range requests {
				w.waiting()
			}
			return func(int) error {
				_, err := w.desk.Next(w.Context(), a, "")
				return err
			}
		}},
		{name: "review.Desk.Next while the job is decided", stage: func(w *world) func(int) error {
			a := w.reviewer(w.user(access.Agent))
			c := w.claimed(a, w.waiting())
			w.waiting() // which follows
			return func(i int) error {
				if i == 0 {
					_, err := w.desk.Decide(w.Context(), a, decision(c, onboarding.ReviewApproved))
					return err
				}
				_, err := w.desk.Next(w.Context(), a, "")
				return err
			}
		}, skip: `^(audit|review_cases) `}, // which of the two is taken, and how often, depends on the order
	}
}

// nextPairs take the next job while it is decided whether the agent has one.
func nextPairs() []pair {
	return []pair{
		{name: "next with undo", stage: func(w *world) (one, other func(i int) error) {
			agents := w.reviewers(access.Agent)
			jobs := make([]string, requests/2)
			for i := range jobs {
				jobs[i] = w.waiting()
				c := w.claimed(agents[i], jobs[i])
				_, err := w.desk.Decide(w.Context(), agents[i], decision(c, onboarding.ReviewApproved))
				w.must(err)
			}
			for range jobs {
				w.waiting()
			}
			return w.nexts(agents), func(i int) error { return w.desk.Undo(w.Context(), agents[i], jobs[i], "") }
		}},
		{
			name: "next with a break",
			// each of the six, in each round, keeps the job that they were given
			rows: `
				SELECT count(*)
				FROM (
					SELECT count(*)
					FROM review_cases
					WHERE company = $1 AND holder <> ''
					HAVING count(*) > 0 AND count(*) % 6 = 0
				) AS held`,
			stage: func(w *world) (one, other func(i int) error) {
				agents := w.reviewers(access.Agent)
				for i := range requests / 2 {
					w.waiting()
					_, err := w.desk.Ahead(w.Context(), agents[i], "")
					w.must(err)
				}
				return w.nexts(agents), func(i int) error {
					return w.desk.Attend(w.Context(), agents[i], store.OnBreak)
				}
			},
		},
		undoPair(),
	}
}

// undoPair takes decisions back while the next jobs are decided: half of the agents have left those for it, and the
// others hold them in another window, which must not notice.
func undoPair() pair {
	return pair{name: "undo with a decision on the next job", stage: func(w *world) (one, other func(i int) error) {
		agents := w.reviewers(access.Agent)
		undone, next := make([]string, requests), make([]store.ReviewCase, requests)
		for i, a := range agents {
			undone[i] = w.waiting()
			_, err := w.desk.Decide(w.Context(), a, decision(w.claimed(a, undone[i]), onboarding.ReviewApproved))
			w.must(err)
			next[i] = w.claimed(a, w.waiting())
		}
		return func(i int) error {
				if i%2 == 0 {
					return w.desk.Undo(w.Context(), agents[i], undone[i], next[i].JobID)
				}
				return w.desk.Undo(w.Context(), agents[i], undone[i], "")
			}, func(i int) error {
				_, err := w.desk.Decide(w.Context(), agents[i], decision(next[i], onboarding.ReviewApproved))
				if i%2 == 1 && err != nil {
					return fmt.Errorf("the window with the next job: %v", err)
				}
				return err
			}
	}}
}

// nexts returns a request of each agent for their next job.
func (w *world) nexts(agents []review.Agent) func(i int) error {
	return func(i int) error {
		_, err := w.desk.Next(w.Context(), agents[i], "")
		return err
	}
}
