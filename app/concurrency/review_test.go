package concurrency_test

import (
	"strconv"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/company"
	"proofdesk/app/draft"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/quality"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

func reviewWriters() []writer {
	return []writer{
		{name: "review.Desk.Next", stage: func(w *world) func(int) error {
			agents := w.reviewers(access.Agent)
			for range 8 { // fewer than agents
				w.waiting()
			}
			return func(i int) error {
				_, err := w.desk.Next(w.Context(), agents[i], "")
				return err
			}
		}},
		{name: "review.Desk.Ahead", stage: func(w *world) func(int) error {
			a := w.reviewer(w.user(access.Agent))
			for range requests {
				w.waiting()
			}
			return func(int) error {
				_, err := w.desk.Ahead(w.Context(), a, "")
				return err
			}
		}},
		{name: "review.Desk.Portrait", stage: func(w *world) func(int) error {
			agents, job, customer := w.reviewers(access.Agent), w.waiting(), w.pictured()
			w.write(func(tx *store.Tx) error {
				decision := policy.Decision{Candidates: []policy.Candidate{{CustomerID: customer, By: "face"}}}
				return tx.WriteJobDoc(w.Context(), w.slug, job, store.DocDecision, decision)
			})
			return func(i int) error {
				_, err := w.desk.Portrait(w.Context(), agents[i], job, customer, false)
				return err
			}
		}},
		{name: "review.Desk.Take", stage: func(w *world) func(int) error {
			agents, job := w.reviewers(access.Agent), w.waiting()
			return func(i int) error {
				_, err := w.desk.Take(w.Context(), agents[i], job)
				return err
			}
		}},
		{name: "review.Desk.Take while it is escalated", stage: func(w *world) func(int) error {
			agents, job := w.reviewers(access.Agent), w.waiting()
			c := w.claimed(agents[0], job)
			return func(i int) error {
				if i == 0 {
					return w.desk.Escalate(w.Context(), agents[0], decision(c, onboarding.ReviewSuspicious))
				}
				_, err := w.desk.Take(w.Context(), agents[i], job)
				if err != nil { // held by the first, or for seniors
					return nil
				}
				return err
			}
		}, skip: `^audit `},
		{name: "review.Desk.Renew", stage: func(w *world) func(int) error {
			a := w.reviewer(w.user(access.Agent))
			c := w.claimed(a, w.waiting())
			return func(int) error {
				_, err := w.desk.Renew(w.Context(), a, c.JobID, c.Claim)
				return err
			}
		}},
		{name: "review.Desk.Leave", stage: func(w *world) func(int) error {
			a := w.reviewer(w.user(access.Agent))
			c := w.claimed(a, w.waiting())
			return func(int) error { return w.desk.Leave(w.Context(), a, c.JobID, c.Claim) }
		}},
		{name: "review.Desk.Release", stage: func(w *world) func(int) error {
			a := w.reviewer(w.user(access.Agent))
			c := w.claimed(a, w.waiting())
			return func(int) error { return w.desk.Release(w.Context(), a, c.JobID) }
		}},
		{name: "review.Desk.Skip", stage: func(w *world) func(int) error {
			a := w.reviewer(w.user(access.Agent))
			c := w.claimed(a, w.waiting())
			return func(int) error { return w.desk.Skip(w.Context(), a, c.JobID) }
		}},
	}
}

func decisionWriters() []writer {
	return []writer{
		{name: "review.Desk.Decide", stage: func(w *world) func(int) error {
			w.hook()
			a := w.reviewer(w.user(access.Agent))
			c := w.claimed(a, w.waiting())
			return func(i int) error {
				d := decision(c, onboarding.ReviewDeclined, "data.expired")
				d.Comment = word(i)
				_, err := w.desk.Decide(w.Context(), a, d)
				return err
			}
		}},
		{name: "review.Desk.Decide where two agents are asked", stage: func(w *world) func(int) error {
			storetest.ChangeSettings(w.T, w.Store, w.slug, func(s *company.Settings) {
				s.SecondReview = []onboarding.Status{onboarding.ReviewDeclined}
			})
			a := w.reviewer(w.user(access.Agent))
			c := w.claimed(a, w.waiting())
			return func(int) error {
				_, err := w.desk.Decide(w.Context(), a, decision(c, onboarding.ReviewDeclined, "data.expired"))
				return err
			}
		}},
		{name: "review.Desk.Undo", stage: func(w *world) func(int) error {
			w.hook()
			a := w.reviewer(w.user(access.Agent))
			c := w.claimed(a, w.waiting())
			_, err := w.desk.Decide(w.Context(), a, decision(c, onboarding.ReviewDeclined, "data.expired"))
			w.must(err)
			return func(int) error { return w.desk.Undo(w.Context(), a, c.JobID, "") }
		}},
		{name: "review.Desk.Escalate", stage: func(w *world) func(int) error {
			a := w.reviewer(w.user(access.Agent))
			c := w.claimed(a, w.waiting())
			return func(i int) error {
				d := decision(c, onboarding.ReviewSuspicious)
				d.Note = word(i)
				return w.desk.Escalate(w.Context(), a, d)
			}
		}},
		{name: "review.Desk.Undo of an escalation", stage: func(w *world) func(int) error {
			a := w.reviewer(w.user(access.Agent))
			c := w.claimed(a, w.waiting())
			w.must(w.desk.Escalate(w.Context(), a, decision(c, onboarding.ReviewSuspicious)))
			return func(int) error { return w.desk.Undo(w.Context(), a, c.JobID, "") }
		}},
		{name: "review.Desk.Correct", stage: func(w *world) func(int) error {
			a := w.reviewer(w.user(access.Agent))
			c := w.claimed(a, w.waiting())
			return func(i int) error {
				return w.desk.Correct(w.Context(), a, review.Correction{
					JobID:  c.JobID,
					Claim:  c.Claim,
					Source: "VIZ",
					Field:  "lastName",
					Before: "ROEHRIG",
					After:  "Roehrig " + word(i),
				})
			}
		}},
		{name: "review.Desk.Correct while the job is decided", stage: func(w *world) func(int) error {
			a := w.reviewer(w.user(access.Agent))
			c := w.claimed(a, w.waiting())
			w.must(w.desk.Correct(w.Context(), a, review.Correction{ // so that search has the job in either order
				JobID:  c.JobID,
				Claim:  c.Claim,
				Source: "VIZ",
				Field:  "lastName",
				Before: "ROEHRIG",
				After:  "Roehrig",
			}))
			return func(i int) error {
				if i == requests-1 {
					_, err := w.desk.Decide(w.Context(), a, decision(c, onboarding.ReviewApproved))
					return err
				}
				err := w.desk.Correct(w.Context(), a, review.Correction{
					JobID:  c.JobID,
					Claim:  c.Claim,
					Source: "VIZ",
					Field:  "lastName",
					Before: "ROEHRIG",
					After:  "Roehrig " + word(i),
				})
				if fault.Is(err, fault.Conflict) { // after the decision
					return nil
				}
				return err
			}
			// how many came before the decision depends on the order
		}, skip: `^(audit|corrections|job_terms|job_docs|events) `},
	}
}

func draftWriters() []writer {
	return []writer{
		{name: "review.Desk.PurgeDrafts", stage: func(w *world) func(int) error {
			a := w.reviewers(access.Agent)[0]
			w.must(w.desk.SaveDraft(w.Context(), a, w.claimed(a, w.waiting()).JobID, draft.Draft{Note: "typed"}))
			return func(int) error { return w.desk.PurgeDrafts(w.Context()) }
		}},
		{name: "review.Desk.SaveDraft", stage: func(w *world) func(int) error {
			a := w.reviewer(w.user(access.Agent))
			c := w.claimed(a, w.waiting())
			return func(i int) error {
				return w.desk.SaveDraft(w.Context(), a, c.JobID, draft.Draft{Note: word(i)})
			}
		}},
		{name: "review.Desk.MergeDraft", stage: func(w *world) func(int) error {
			a := w.reviewer(w.user(access.Agent))
			c := w.claimed(a, w.waiting())
			return func(i int) error { // no browser has seen another's version: the first one stays
				_, err := w.desk.MergeDraft(w.Context(), a, c.JobID, draft.Draft{Note: word(i), Rev: word(i)})
				return err
			}
		}},
	}
}

func viewWriters() []writer {
	return []writer{
		{name: "review.Desk.SaveView", stage: func(w *world) func(int) error {
			a := w.reviewer(w.user(access.Agent))
			for i := range 25 { // of thirty
				_, err := w.desk.SaveView(w.Context(), a, view("Mine "+strconv.Itoa(i)))
				w.must(err)
			}
			return func(i int) error {
				_, err := w.desk.SaveView(w.Context(), a, view("Mine "+word(i)))
				return err
			}
		}},
		{name: "review.Desk.SaveView of one name", stage: func(w *world) func(int) error {
			a := w.reviewer(w.user(access.Agent))
			return func(int) error {
				_, err := w.desk.SaveView(w.Context(), a, view("Mine"))
				return err
			}
		}},
		{name: "review.Desk.RenameView", stage: func(w *world) func(int) error {
			a := w.reviewer(w.user(access.Agent))
			v, err := w.desk.SaveView(w.Context(), a, view("Mine"))
			w.must(err)
			return func(i int) error {
				_, err := w.desk.RenameView(w.Context(), a, v.ID, "Mine", "Mine "+word(i))
				return err
			}
		}},
		{name: "review.Desk.DeleteView", stage: func(w *world) func(int) error {
			a := w.reviewer(w.user(access.Agent))
			v, err := w.desk.SaveView(w.Context(), a, view("Mine"))
			w.must(err)
			return func(int) error {
				_, err := w.desk.DeleteView(w.Context(), a, v.ID)
				return err
			}
		}},
		{name: "review.Desk.StartWith", stage: func(w *world) func(int) error {
			a := w.reviewer(w.user(access.Agent))
			v, err := w.desk.SaveView(w.Context(), a, view("Mine"))
			w.must(err)
			return func(int) error {
				_, err := w.desk.StartWith(w.Context(), a, v.ID, true)
				return err
			}
		}},
	}
}

func attentionWriters() []writer {
	return []writer{
		{name: "review.Desk.Saw", stage: func(w *world) func(int) error {
			agents, job := w.reviewers(access.Agent), w.waiting()
			return func(i int) error { return w.desk.Saw(w.Context(), agents[i], job) }
		}},
		{name: "review.Desk.Inspect", stage: func(w *world) func(int) error {
			agents, job := w.reviewers(access.Agent), w.waiting()
			return func(i int) error {
				_, err := w.desk.Inspect(w.Context(), agents[i], job)
				return err
			}
		}},
		{name: "review.Desk.Reveal", stage: func(w *world) func(int) error {
			a, job := w.reviewer(w.user(access.Agent)), w.waiting()
			return func(int) error {
				_, err := w.desk.Reveal(w.Context(), a, job)
				return err
			}
		}},
		{name: "review.Desk.Exported", stage: func(w *world) func(int) error {
			a, job := w.reviewer(w.user(access.Agent)), w.waiting()
			return func(int) error { return w.desk.Exported(w.Context(), a, job, 2) }
		}},
		{name: "review.Desk.Watch", stage: func(w *world) func(int) error {
			a, job := w.reviewer(w.user(access.Agent)), w.waiting()
			return func(int) error { return w.desk.Watch(w.Context(), a, job) }
		}},
		{name: "review.Desk.Unwatch", stage: func(w *world) func(int) error {
			a, job := w.reviewer(w.user(access.Agent)), w.waiting()
			w.must(w.desk.Watch(w.Context(), a, job))
			return func(int) error { return w.desk.Unwatch(w.Context(), a, job) }
		}},
		{name: "review.Desk.Attend", stage: func(w *world) func(int) error {
			a := w.reviewer(w.user(access.Agent))
			w.waiting()
			_, err := w.desk.Ahead(w.Context(), a, "")
			w.must(err)
			return func(int) error { return w.desk.Attend(w.Context(), a, store.OnBreak) }
		}},
	}
}

func view(name string) review.ViewRequest {
	return review.ViewRequest{Page: review.PageQueue, Name: name, Query: "state=open"}
}

func qualityWriters() []writer {
	return []writer{
		{name: "quality.Checker.Next", stage: func(w *world) func(int) error {
			agents := w.users(access.Agent)
			for range 8 {
				w.drawn()
			}
			return func(i int) error {
				_, err := w.checks.Next(w.Context(), w.checker(agents[i]))
				return err
			}
		}},
		{name: "quality.Checker.Next by one agent", stage: func(w *world) func(int) error {
			a := w.user(access.Agent)
			for range requests {
				w.drawn()
			}
			return func(int) error {
				_, err := w.checks.Next(w.Context(), w.checker(a))
				return err
			}
		}},
		{name: "quality.Checker.Renew", stage: func(w *world) func(int) error {
			a, c := w.heldCheck()
			return func(int) error {
				_, err := w.checks.Renew(w.Context(), a, c.JobID, c.Claim)
				return err
			}
		}},
		{name: "quality.Checker.Leave", stage: func(w *world) func(int) error {
			a, c := w.heldCheck()
			return func(int) error { return w.checks.Leave(w.Context(), a, c.JobID, c.Claim) }
		}},
		{name: "quality.Checker.Skip", stage: func(w *world) func(int) error {
			a, c := w.heldCheck()
			return func(int) error { return w.checks.Skip(w.Context(), a, c.JobID) }
		}},
		{name: "quality.Checker.Release", stage: func(w *world) func(int) error {
			a, c := w.heldCheck()
			return func(int) error { return w.checks.Release(w.Context(), a, c.JobID) }
		}},
		{name: "quality.Checker.Viewed", stage: func(w *world) func(int) error {
			a, c := w.heldCheck()
			return func(int) error { return w.checks.Viewed(w.Context(), a, c.ID) }
		}},
		{name: "quality.Checker.ViewedWork", stage: func(w *world) func(int) error {
			a, c := w.heldCheck()
			return func(int) error { return w.checks.ViewedWork(w.Context(), a, c.First.AgentID) }
		}},
		{name: "quality.Checker.Judge", stage: func(w *world) func(int) error {
			a, c := w.heldCheck()
			return func(i int) error {
				filled := quality.Filled{Outcome: onboarding.ReviewApproved, Note: word(i)}
				return w.checks.Judge(w.Context(), a, c.JobID, c.Claim, filled, w.now.Now(), quality.Grounds{})
			}
		}},
		{name: "quality.Checker.Adjudicate", stage: func(w *world) func(int) error {
			leads, c := w.users(access.Senior), w.disputed()
			return func(i int) error {
				return w.checks.Adjudicate(w.Context(), w.checker(leads[i]), quality.Adjudication{
					Check:   c.ID,
					Version: c.Version,
					Verdict: store.VerdictFirst,
					Note:    word(i),
				})
			}
		}},
		{
			name: "quality.Sampler.Draw",
			also: []string{"quality.Sampler.Run"},
			stage: func(w *world) func(int) error {
				w.drawing()
				for range 30 {
					w.decided()
				}
				w.now.Advance(time.Minute)
				s := w.sampler()
				return func(int) error {
					_, err := s.Draw(w.Context())
					return err
				}
			},
		},
	}
}

// closingWriters close checks that nobody may take.
func closingWriters() []writer {
	return []writer{
		{
			name: "quality.Sampler.Void",
			stage: func(w *world) func(int) error {
				w.drawing()
				for range 30 {
					w.decided()
				}
				w.now.Advance(time.Minute)
				s := w.sampler()
				if _, err := s.Draw(w.Context()); err != nil {
					w.Fatal(err)
				}
				w.now.Advance(25 * time.Hour)
				return func(int) error {
					_, err := s.Void(w.Context())
					return err
				}
			},
		},
	}
}

func (w *world) checker(a store.Agent) quality.Agent { return quality.Agent{Company: w.slug, ID: a.ID} }

func (w *world) sampler() *quality.Sampler {
	return &quality.Sampler{Store: w.Store, Clock: w.now, Keys: w.Keys, Log: w.log}
}

// drawing lets every decision be checked.
func (w *world) drawing() {
	w.Helper()
	storetest.ChangeSettings(w.T, w.Store, w.slug, func(s *company.Settings) {
		s.Quality.Rates = company.Rates{onboarding.ReviewApproved: 100}
	})
}

// decided adds a job that somebody has approved.
func (w *world) decided() string {
	w.Helper()
	by, job := w.user(access.Agent), w.waiting()
	w.write(func(tx *store.Tx) error {
		if _, err := tx.ReviewJob(w.Context(), w.slug, job, onboarding.ReviewApproved, 1, tx.Now); err != nil {
			return err
		}
		return tx.InsertReview(w.Context(), store.Review{
			ID:          ids.UUID(),
			Company:     w.slug,
			JobID:       job,
			AgentID:     by.ID,
			Kind:        store.ReviewDecision,
			Outcome:     onboarding.ReviewApproved,
			Reasons:     []onboarding.ReviewReason{},
			StartedAt:   tx.Now,
			CompletedAt: tx.Now,
		})
	})
	return job
}

// drawn adds a check that waits.
func (w *world) drawn() {
	w.Helper()
	w.drawing()
	w.decided()
	w.now.Advance(time.Minute)
	_, err := w.sampler().Draw(w.Context())
	w.must(err)
}

// heldCheck adds a check that an agent holds.
func (w *world) heldCheck() (quality.Agent, store.QualityCheck) {
	w.Helper()
	w.drawn()
	a := w.checker(w.user(access.Agent))
	job, err := w.checks.Next(w.Context(), a)
	w.must(err)
	c, held, err := w.checks.Held(w.Context(), a, job)
	w.must(err)
	if !held {
		w.Fatal("the check is not held")
	}
	return a, c
}

// disputed returns a check on whose job two agents disagree.
func (w *world) disputed() store.QualityCheck {
	w.Helper()
	a, c := w.heldCheck()
	filled := quality.Filled{Outcome: onboarding.ReviewDeclined, Reasons: []string{"data.expired"}}
	known := []onboarding.ReviewReason{{Code: "data.expired", Band: onboarding.Data}}
	w.must(w.checks.Judge(w.Context(), a, c.JobID, c.Claim, filled, w.now.Now(), quality.Grounds{Reasons: known}))
	judged, err := w.Store.QualityCheck(w.Context(), w.slug, c.ID)
	w.must(err)
	return judged
}
