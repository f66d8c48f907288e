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
	"proofdesk/app/policy"
	"proofdesk/app/preference"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/web/webtest"
	"proofdesk/views/words"
)

func TestASeniorReadsWhoEscalatedAndWhyBeforeAnythingElse(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	agent := h.As(access.Agent)
	agent.Get("/queue").Post("/queue/next", nil).Follow().Want(200, `name="why"`)
	agent.Post("/jobs/"+id+"/escalate",
		agent.Decision("", url.Values{"why": {"the <portrait> looks exchanged"}, "note": {"and more"}})).Follow()
	agent.Want(200, "Escalated. A senior agent will take it.", "Undo escalation")

	senior := h.As(access.Senior)
	senior.Get("/queue?view=escalated").Want(200, "The agent, 12:00:00: the &lt;portrait&gt; looks exchanged")
	senior.Post("/queue/next", nil).Follow().Want(200, "Escalated by The agent",
		"the &lt;portrait&gt; looks exchanged\nand more")
	if strings.Index(senior.Body, "Escalated by The agent") > strings.Index(senior.Body, "No source settles it") {
		t.Error("the reasons come before the escalation")
	}
	senior.Lacks(`data-key="e"`, "/escalate")
	agent.Get("/jobs/" + id).Lacks("Undo escalation")
	h.Mask()
	h.As(access.Auditor).Get("/queue?view=escalated").Want(200, "The agent, 12:00")
	escalated := h.Clock.Now()
	h.Clock.Advance(24 * time.Hour)
	h.As(access.Auditor).Get("/queue?view=escalated").Want(200,
		"The agent, "+words.English.Moment(escalated.UTC()))
}

func TestADraftOfAnotherDayIsShownWithItsDate(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/queue").Post("/queue/next", nil).Follow()
	b.Send("POST", "/jobs/"+id+"/draft", b.Decision("", url.Values{"note": {"a thought"}})).Want(200)
	saved := h.Clock.Now()
	b.Get("/jobs/"+id).Want(200, "saved "+words.English.Clock(saved.UTC()))
	h.Clock.Advance(24 * time.Hour)
	b = h.As(access.Agent)
	b.Get("/jobs/"+id).Want(200, "saved "+words.English.Moment(saved.UTC()))
	b.Post("/jobs/"+id+"/claim", nil).Follow().Want(200, `name="note"`,
		"saved "+words.English.Moment(saved.UTC()))
}

func TestAnEscalationCanBeTakenBackFromTheJobThatFollows(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	h.Job("acme", "ROE, RICHARD")
	b := h.As(access.Agent)
	b.Get("/queue").Post("/queue/next", nil).Follow()
	b.Post("/jobs/"+id+"/escalate", b.Decision("", url.Values{"why": {"look"}})).Follow().Want(200, "ROE, RICHARD",
		"Escalated: DOE, JANE.", "/jobs/"+id+"/undo")
	b.Post("/jobs/"+id+"/undo", nil).Follow().Want(200, "DOE, JANE", ">look</textarea>", `data-key="e"`)
}

func TestAConflictWithOneselfIsToldAsSuch(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/queue").Post("/queue/next", nil).Follow()
	filled := b.Decision("Approved", nil)
	b.Post("/jobs/"+id+"/decide", filled)
	b.Send("POST", "/jobs/"+id+"/heartbeat", url.Values{"csrf": filled["csrf"], "claim": filled["claim"]}).Want(200,
		`{"until":0}`)
	b.Get("/jobs/"+id+"?lost=1").Want(http.StatusOK,
		"You decided this in another window, 20 Nov 2026 12:00:00: Approved.",
		"/jobs/"+id+"/undo", "Take the next job", "/jobs/"+id+"/history")
	filled.Set("key", "a form of another window")
	b.Send("POST", "/jobs/"+id+"/decide", filled).Want(http.StatusConflict,
		"You decided it yourself, perhaps in another window: Approved, 20 Nov 2026 12:00:00.")
	b.Lacks("The job was taken again")
}

func TestTakingAJobEndsABreakInWords(t *testing.T) {
	for name, path := range map[string]string{"the next": "/queue/next", "this one": "/jobs/ID/claim"} {
		t.Run(name, func(t *testing.T) {
			h := webtest.Open(t)
			id, _ := h.Job("acme", "DOE, JANE")
			b := h.As(access.Agent)
			b.Get("/queue").Post("/me/status", url.Values{"availability": {"AWAY"}}).Follow()
			b.Post(strings.Replace(path, "ID", id, 1), nil).Follow().Want(200,
				"You took a job, so you are available again.", "DOE, JANE")
			agent, err := h.Store.AgentByEmail(t.Context(), "agent@acme.test")
			if err != nil || agent.Availability != store.Available {
				t.Errorf("%s, %v", agent.Availability, err)
			}
		})
	}
}

func TestAnOutcomeThatNeedsTwoAgentsSaysSoBeforehand(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	storetest.ChangeSettings(t, h.Store, "acme", func(s *company.Settings) {
		s.SecondReview = []onboarding.Status{onboarding.ReviewDeclined}
	})
	b := h.As(access.Agent)
	b.Get("/queue").Post("/queue/next", nil).Follow().Want(200, "<span>Approve</span>",
		"<span>Propose decline</span>", "<span>Suspicious</span>")
	b.Post("/jobs/"+id+"/decide", b.Decision("Declined", url.Values{"reason": {"data.expired"}}))
	second := h.As(access.Senior)
	second.Get("/queue").Post("/queue/next", nil).Follow().Want(200, "<span>Approve</span>",
		"<span>Confirm decline</span>")
}

func TestReasonsThatCameWithTheProgramStandInTheReadersLanguage(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	agent, err := h.Store.AgentByEmail(t.Context(), "agent@acme.test")
	if err != nil {
		t.Fatal(err)
	}
	b := h.As(access.Agent)
	err = h.Console.Accounts.ChangePreferences(t.Context(), "acme", agent.ID, func(p *preference.Preferences) {
		p.Language = "es"
	})
	if err != nil {
		t.Fatal(err)
	}
	b.Get("/queue").Post("/queue/next", nil).Follow().Want(200, "Documento falso o alterado", `data-reason="⇧1"`)
	b.Lacks("Document forged or altered", "The sources disagree")
	b.Post("/jobs/"+id+"/decide",
		b.Decision("Declined", url.Values{"reason": {"data.expired"}, "then": {"stay"}})).Follow().Want(
		200, "El documento está vencido")
	reviews, err := h.Store.Reviews(t.Context(), "acme", id)
	if err != nil || reviews[0].Reasons[0].Text != "Document has expired" {
		t.Errorf("told outside: %+v, %v", reviews, err)
	}
}

func TestASandboxJobIsMarkedWhereverItStands(t *testing.T) {
	h := webtest.Open(t)
	h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	const mark = `class="tag info sandbox"`
	b.Get("/queue").Want(200, "DOE, JANE")
	b.Lacks(mark)
	h.Sandboxed()
	b.Get("/queue").Want(200, mark)
	b.Get("/jobs").Want(200, mark)
	b.Get("/queue").Post("/queue/next", nil).Follow().Want(200, "DOE, JANE") // sandbox jobs come last
	b.Get("/jobs/0199e0a0-0000-7000-8000-000000000001").Want(200, mark, "Name unknown")
}

func TestACandidateFoundByTheFaceStandsBesideTheCrossCheckAndNotInIt(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	h.Change(func(tx *store.Tx) error {
		c := onboarding.Customer{
			Company:      "acme",
			ID:           "c2",
			UniqueNumber: "N2",
			FullName:     "POE, EDGAR",
			DateOfBirth:  "1987-03-18",
			JobID:        "0199e0a0-0000-7000-8000-00000000000f",
			CreatedAt:    webtest.Noon,
			UpdatedAt:    webtest.Noon,
		}
		if err := tx.PutCustomer(t.Context(), c); err != nil {
			return err
		}
		distance := .41
		return tx.WriteJobDoc(t.Context(), "acme", id, store.DocDecision, policy.Decision{
			Outcome:    onboarding.Review,
			Candidates: []policy.Candidate{{CustomerID: "c2", By: "face", Distance: &distance}},
		})
	})
	b := h.As(access.Agent).Get("/jobs/" + id)
	b.Want(200, "Compared with the nearest face", "POE, EDGAR #N2 was matched by face only",
		"<td class=\"data\">POE, EDGAR</td>", "differs")
	_, table, _ := strings.Cut(b.Body, `<table class="matrix`)
	table, _, _ = strings.Cut(table, "</table>")
	if strings.Contains(table, "EDGAR") {
		t.Errorf("the candidate counts among the sources: %s", table)
	}
}
