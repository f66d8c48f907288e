package quality_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/quality"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/web/webtest"

	tenant "proofdesk/app/company"
)

func TestAgentsSeeTheirOwnWorkAndNobodyElses(t *testing.T) {
	h := webtest.Open(t)
	checked(h, "Declined")
	agent, senior := h.As(access.Agent), h.As(access.Senior)
	agent.Get("/me/work").Want(http.StatusOK, "Your work", tile("Decisions a working day", "1.0"), "1 in all",
		"No decision was overturned in this period.")
	for day, says := range map[string]string{"": "20 Nov 2026</td>", "es": "20 nov 2026</td>"} {
		agent.Headers["Accept-Language"] = day
		if agent.Get("/me/work").Want(http.StatusOK, says); strings.Contains(agent.Body, ">2026-11-20<") {
			t.Error("the table writes days otherwise than the page")
		}
	}
	senior.Get("/me/work").Want(http.StatusOK, "Your work", "No decisions in this period.")
	agent.Get("/me/work?range=2d").Want(http.StatusBadRequest)
	h.As(access.Auditor).Get("/me/work").Want(http.StatusForbidden)

	id := idOf(h, access.Agent)
	agent.Get("/quality/agents/" + id).Want(http.StatusForbidden)
	senior.Get("/quality/agents/"+id).Want(http.StatusOK, "Work of The agent", "1 in all")
	h.As(access.Auditor).Get("/quality/agents/"+id).Want(http.StatusOK, "1 in all")
	senior.Get("/quality").Want(http.StatusOK, "/quality/agents/"+id)
	senior.Get("/quality/agents/nobody").Want(http.StatusNotFound)
	seen, err := h.Store.AuditOf(t.Context(), "acme", "agent:"+id, "", 9)
	if err != nil || len(seen) < 2 || seen[0].Action != "quality.agent" || seen[1].Action != "quality.agent" {
		t.Errorf("the audit trail of the agent: %+v, %v", seen, err)
	}
}

func TestAnOverruledDecisionIsShownWithItsReasonAndItsJob(t *testing.T) {
	h := webtest.Open(t)
	job := checked(h, "Declined")
	second := quality.Agent{Company: "acme", ID: idOf(h, access.Senior)}
	lead := quality.Agent{Company: "acme", ID: idOf(h, access.Admin)}
	checks := &quality.Checker{Store: h.Store, Clock: h.Clock}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	_, err := checks.Next(t.Context(), second)
	must(err)
	held, _, err := checks.Held(t.Context(), second, job)
	must(err)
	filled := quality.Filled{Outcome: onboarding.ReviewApproved, Note: "second note"}
	must(checks.Judge(t.Context(), second, job, held.Claim, filled, h.Clock.Now(), quality.Grounds{}))
	split, err := h.Store.QualityCheck(t.Context(), "acme", held.ID)
	must(err)
	must(checks.Adjudicate(t.Context(), lead, quality.Adjudication{
		Check: split.ID, Version: split.Version, Verdict: store.VerdictSecond, Note: "the values can be read",
	}))
	b := h.As(access.Agent).Get("/me/work")
	b.Want(http.StatusOK, "Overturned decisions", "the values can be read",
		"/jobs/"+job, "quality check", tile("Agreed with quality checks", "0%"))
	if strings.Contains(b.Body, "The senior") {
		t.Error("the page says who made the blind check")
	}
	b.Get("/jobs/" + job).Want(http.StatusOK)
}

func TestAProposalThatASecondAgentOverturnsIsShown(t *testing.T) {
	h := webtest.Open(t)
	storetest.ChangeSettings(t, h.Store, "acme", func(s *tenant.Settings) {
		s.SecondReview = []onboarding.Status{onboarding.ReviewSuspicious}
	})
	id, _ := h.Job("acme", "DOE, JANE")
	decide := func(role access.Role, outcome string) {
		b := h.As(role)
		b.Get("/queue").Post("/queue/next", nil).Follow()
		form := b.Decision(outcome, url.Values{"note": {"why " + outcome}, "then": {"stay"}, "reason": {"fraud.known"}})
		b.Post("/jobs/"+id+"/decide", form)
		h.Clock.Advance(time.Minute)
	}
	decide(access.Agent, "Suspicious")
	decide(access.Senior, "Declined")
	h.As(access.Agent).Get("/me/work").Want(http.StatusOK, "1 decision", "second review by The senior", "ID validation",
		"why Declined", "Known or reported identity fraud", "/jobs/"+id, tile("Confirmed by a second agent", "0%"))
}

// tile is a figure on the page, beside its name.
func tile(name, value string) string {
	return "<dt>" + name + `</dt><dd class="data">` + value + "</dd>"
}

// idOf returns the id of the fixture's user with a role.
func idOf(h *webtest.Fixture, role access.Role) string {
	h.T.Helper()
	agents, err := h.Store.Agents(h.T.Context(), "acme")
	if err != nil {
		h.T.Fatal(err)
	}
	for _, a := range agents {
		if a.Role == role {
			return a.ID
		}
	}
	h.T.Fatalf("there is no %s", role)
	return ""
}
