package review_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/company"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store/storetest"
	"proofdesk/app/web/webtest"
)

func TestAnotherWindowIsToldWhoEscalatedAndWhen(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/queue").Post("/queue/next", nil).Follow()
	b.Post("/jobs/"+id+"/escalate", b.Decision("", url.Values{"why": {"look"}}))
	b.Get("/jobs/"+id+"?lost=1").Want(http.StatusOK,
		"You escalated this in another window, 20 Nov 2026 12:00:00. A senior agent decides it now.")
	h.As(access.Senior).Get("/jobs/"+id+"?lost=1").Want(http.StatusOK,
		"The agent escalated this, 20 Nov 2026 12:00:00. Take the job to decide it. What you typed is kept.")
}

func TestALateDecisionIsToldWhoHandedTheJobOnAndWhatCanBeDone(t *testing.T) {
	const (
		own   = iota // the other window belongs to the same agent
		other        // a senior takes the job once the claim has run out
	)
	for _, test := range []struct {
		name    string
		by      int
		path    string
		outcome string
		want    string
	}{
		{"own proposal", own, "decide", "Declined", "You proposed Declined in another window, 20 Nov 2026 12:00:00. " +
			"Another agent decides it now."},
		{
			"proposal", other, "decide", "Declined",
			"The senior proposed Declined, 20 Nov 2026 12:11:00. Take the job to " +
				"confirm it or to decide otherwise. What you typed is kept.",
		},
		{
			"own escalation", own, "escalate", "",
			"You escalated this in another window, 20 Nov 2026 12:00:00. A senior " +
				"agent decides it now.",
		},
		{
			"escalation", other, "escalate", "",
			"The senior escalated this, 20 Nov 2026 12:11:00. The senior holds " +
				"the job now. What you typed is kept.",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := webtest.Open(t)
			id, _ := h.Job("acme", "DOE, JANE")
			storetest.ChangeSettings(t, h.Store, "acme", func(s *company.Settings) {
				s.SecondReview = []onboarding.Status{onboarding.ReviewDeclined}
			})
			b := h.As(access.Agent)
			b.Get("/queue").Post("/queue/next", nil).Follow()
			late := b.Decision("Declined", url.Values{"reason": {"data.expired"}, "key": {"a form of another window"}})
			first := b
			if test.by == other {
				h.Clock.Advance(review.DefaultLease + time.Minute)
				first = h.As(access.Senior)
				first.Get("/queue").Post("/queue/next", nil).Follow()
			}
			first.Post("/jobs/"+id+"/"+test.path,
				first.Decision(test.outcome, url.Values{"reason": {"data.expired"}, "why": {"look"}}))
			b.Send("POST", "/jobs/"+id+"/decide", late).Want(http.StatusConflict, test.want)
			b.Lacks("Your claim on the job has expired", "The job was taken again")
			b.Get("/jobs/"+id+"?lost=1").Want(http.StatusOK, test.want)
		})
	}
}

func TestAJobThatCanNoLongerBeTakenShowsWhyBesideTheAction(t *testing.T) {
	for _, test := range []struct {
		name string
		path string
		want string
	}{
		{
			"proposed by oneself", "decide",
			"You proposed Declined in another window, 20 Nov 2026 12:00:00. Another agent decides it now.",
		},
		{"escalated", "escalate", "The senior escalated this, 20 Nov 2026 12:00:00. The senior holds the job now."},
		{"held by another", "", "The senior holds the job now."},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := webtest.Open(t)
			id, _ := h.Job("acme", "DOE, JANE")
			storetest.ChangeSettings(t, h.Store, "acme", func(s *company.Settings) {
				s.SecondReview = []onboarding.Status{onboarding.ReviewDeclined}
			})
			senior := h.As(access.Senior)
			senior.Get("/queue").Post("/queue/next", nil).Follow()
			if test.path != "" {
				senior.Post("/jobs/"+id+"/"+test.path, senior.Decision("Declined",
					url.Values{"reason": {"data.expired"}, "why": {"look"}}))
			}
			late := h.As(access.Agent)
			if test.path == "decide" { // anybody else may take it
				late = senior
			}
			late.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil).Follow().Want(http.StatusOK, test.want, `id="job"`)
			late.Lacks("What you typed is kept")
		})
	}
}

func TestAClosedDeskSaysWhenJobsCanBeTaken(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	h.Console.Desk.Closed = func() string { return "jobs can be taken once the demo has reached today" }
	const want = "Jobs can be taken once the demo has reached today."
	b := h.As(access.Agent)
	b.Get("/queue").Post("/queue/next", nil).Follow().Want(http.StatusOK, want)
	b.Get("/queue").Want(http.StatusOK, want)
	b.Want(http.StatusOK, `data-take hidden`)
	b.Get("/jobs/"+id).Want(http.StatusOK, want)
	b.Lacks("Take this job", `data-key="n"`, "What you typed is kept")
	b.Post("/jobs/"+id+"/claim", nil).Follow().Want(http.StatusOK, want)
	b.Get("/queue").Post("/queue/ahead", nil).Want(http.StatusOK, `{"images":[]}`)
}

func TestWhoPutsAJobOffAsTheDeskClosesIsLedToNoOther(t *testing.T) {
	h := webtest.Open(t)
	h.Job("acme", "ROE, RICHARD")
	for _, act := range []string{"skip", "escalate", "decide"} {
		t.Run(act, func(t *testing.T) {
			id, captures := h.Job("acme", "DOE, JANE")
			h.Calm(id, captures)
			b := h.As(access.Agent)
			h.Console.Desk.Closed = nil
			b.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil).Follow().Want(http.StatusOK, `id="decision"`)
			h.Console.Desk.Closed = func() string { return "jobs can be taken once the demo has reached today" }
			sent := url.Values{"reason": {"data.expired"}, "note": {"Look"}}
			b.Post("/jobs/"+id+"/"+act, b.Decision("Declined", sent))
			b.Want(http.StatusSeeOther)
			led := b.Answer.Header.Get("Location")
			if at, _, _ := strings.Cut(led, "?"); at != "/jobs/"+id && (act != "skip" || at != "/queue") {
				t.Errorf("led to %s, where nothing can be taken back", led)
			}
			b.Follow().Want(http.StatusOK)
		})
	}
}
