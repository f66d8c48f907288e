package concurrency_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
)

// asking returns what an agent who holds a job in review asks for, with the agent and the case.
func (w *world) asking() (intake.Asking, review.Agent, store.ReviewCase) {
	return w.askingFor("4711004711")
}

// askingFor is asking about the person with a unique number.
func (w *world) askingFor(number string) (intake.Asking, review.Agent, store.ReviewCase) {
	w.Helper()
	a := w.reviewer(w.user(access.Agent))
	held := w.claimed(a, w.waitingFor(w.client(), number))
	return intake.Asking{
		Company: w.slug,
		Agent:   a.ID,
		JobID:   held.JobID,
		Claim:   held.Claim,
		CaptureRequest: onboarding.CaptureRequest{
			Captures: []onboarding.AskedCapture{{Kind: onboarding.Passport, Reason: "glare"}},
		},
	}, a, held
}

// answering returns the browser of an applicant who has begun with a request.
func (w *world) answering(asking intake.Asking) intake.Caller {
	w.Helper()
	w.must(w.intake.Ask(w.Context(), asking))
	link, err := w.Store.OpenRequest(w.Context(), w.slug, asking.JobID)
	w.must(err)
	url, err := w.intake.RequestURL(w.Context(), link)
	w.must(err)
	_, secret, _ := strings.Cut(url, "#")
	start := beginning(link.ID, secret, 0)
	w.must(w.intake.StartLink(w.Context(), link.ID, start))
	by, err := w.intake.LinkCaller(w.Context(), start.Token)
	w.must(err)
	return by
}

// lateIs reports success where the only failure is that something ended the request first.
func lateIs(err error) error {
	if fault.Is(err, fault.Unauthenticated) || fault.Is(err, fault.Conflict) {
		return nil
	}
	return err
}

func askWriters() []writer {
	sealed := regexp.MustCompile(`(sealed_secret|secret_sha256)=\S+`)
	return []writer{
		{name: "intake.Intake.Ask", stage: func(w *world) func(int) error {
			asking, _, _ := w.asking()
			return func(int) error { return w.intake.Ask(w.Context(), asking) }
		}, blur: sealed},
		{name: "intake.Intake.Withdraw", stage: func(w *world) func(int) error {
			asking, _, _ := w.asking()
			w.must(w.intake.Ask(w.Context(), asking))
			return func(int) error { return w.intake.Withdraw(w.Context(), asking) }
		}, blur: sealed},
		{name: "intake.Intake.Submit of what was asked for", stage: func(w *world) func(int) error {
			asking, _, _ := w.asking()
			by := w.answering(asking)
			_, err := w.intake.PutCapture(w.Context(), by, asking.JobID, "passport", "",
				bytes.NewReader(w.picture(1)))
			w.must(err)
			return func(int) error {
				_, err := w.intake.Submit(w.Context(), by, asking.JobID)
				return lateIs(err)
			}
		}, blur: sealed},
	}
}

// answered returns a job in review whose applicant has sent what was asked for, with the agent who asked.
func (w *world) answered() (job string, agent review.Agent) {
	w.Helper()
	asking, agent, _ := w.asking()
	by := w.answering(asking)
	_, err := w.intake.PutCapture(w.Context(), by, asking.JobID, "passport", "", bytes.NewReader(w.picture(1)))
	w.must(err)
	_, err = w.intake.Submit(w.Context(), by, asking.JobID)
	w.must(err)
	return asking.JobID, agent
}

// recheckPairs check the captures of a request while the job is decided, or goes.
func recheckPairs() []pair {
	recheck := func(w *world) func(int) error {
		worker := w.worker()
		return func(int) error {
			worker.Turn(w.Context())
			return nil
		}
	}
	return []pair{
		{
			name: "recheck with decide",
			rows: `SELECT count(*) FROM capture_links WHERE company = $1 AND asked_by <> '' AND checked_at > 0`,
			stage: func(w *world) (one, other func(i int) error) {
				job, agent := w.answered()
				return recheck(w), func(int) error {
					shown, err := w.Store.ReviewCase(w.Context(), w.slug, job)
					if err != nil {
						return err
					}
					_, err = w.desk.Decide(w.Context(), agent, decision(shown, onboarding.ReviewApproved))
					return err
				}
			},
		},
		{name: "recheck with a removal", stage: func(w *world) (one, other func(i int) error) {
			job, _ := w.answered()
			return recheck(w), func(int) error {
				w.remove(job)
				if left := w.engine.orphans(w.T, w.slug, []string{job}); len(left) > 0 {
					return fmt.Errorf("rows of a job that is gone: %q", left)
				}
				return nil
			}
		}},
	}
}
