package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/company"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/preference"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

func TestASeniorReadsWhoEscalatedAndWhyBeforeAnythingElse(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	agent := h.as(access.Agent)
	agent.get("/queue").post("/queue/next", nil).follow().want(200, `name="why"`)
	agent.post("/jobs/"+id+"/escalate",
		agent.decision("", url.Values{"why": {"the <portrait> looks exchanged"}, "note": {"and more"}})).follow()
	agent.want(200, "Escalated: a senior takes it.", "Take it back")

	senior := h.as(access.Senior)
	senior.get("/queue?view=escalated").want(200, "The agent, 12:00: the &lt;portrait&gt; looks exchanged")
	senior.post("/queue/next", nil).follow().want(200, "Escalated by The agent",
		"the &lt;portrait&gt; looks exchanged\nand more")
	if strings.Index(senior.body, "Escalated by The agent") > strings.Index(senior.body, "Born differs") {
		t.Error("the reasons come before the escalation")
	}
	senior.lacks(`data-key="e"`, "/escalate")
	agent.get("/jobs/" + id).lacks("Take it back")
	h.mask()
	h.as(access.Auditor).get("/queue?view=escalated").want(200, "The agent, 12:00")
}

func TestAnEscalationCanBeTakenBackFromTheJobThatFollows(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	h.job("acme", "ROE, RICHARD")
	b := h.as(access.Agent)
	b.get("/queue").post("/queue/next", nil).follow()
	b.post("/jobs/"+id+"/escalate", b.decision("", url.Values{"why": {"look"}})).follow().want(200, "ROE, RICHARD",
		"Escalated: DOE, JANE.", "/jobs/"+id+"/undo")
	b.post("/jobs/"+id+"/undo", nil).follow().want(200, "DOE, JANE", ">look</textarea>", `data-key="e"`)
}

func TestAConflictWithOneselfIsToldAsSuch(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	b.get("/queue").post("/queue/next", nil).follow()
	filled := b.decision("Approved", nil)
	b.post("/jobs/"+id+"/decide", filled)
	b.send("POST", "/jobs/"+id+"/heartbeat", url.Values{"csrf": filled["csrf"], "claim": filled["claim"]}).want(200,
		`"decided":true`)
	b.send("POST", "/jobs/"+id+"/decide", filled).want(http.StatusConflict,
		"You decided it yourself, perhaps in another window: Approved at 12:00")
	b.lacks("taken again since")
}

func TestTakingAJobEndsABreakInWords(t *testing.T) {
	for name, path := range map[string]string{"the next": "/queue/next", "this one": "/jobs/ID/claim"} {
		t.Run(name, func(t *testing.T) {
			h := open(t)
			id, _ := h.job("acme", "DOE, JANE")
			b := h.as(access.Agent)
			b.get("/queue").post("/me/status", url.Values{"availability": {"AWAY"}}).follow()
			b.post(strings.Replace(path, "ID", id, 1), nil).follow().want(200,
				"You took a job, so you are available again.", "DOE, JANE")
			agent, err := h.store.AgentByEmail(t.Context(), "agent@acme.test")
			if err != nil || agent.Availability != store.Available {
				t.Errorf("%s, %v", agent.Availability, err)
			}
		})
	}
}

func TestAnOutcomeThatNeedsTwoAgentsSaysSoBeforehand(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	storetest.ChangeSettings(t, h.store, "acme", func(s *company.Settings) {
		s.SecondReview = []onboarding.Status{onboarding.ReviewDeclined}
	})
	b := h.as(access.Agent)
	b.get("/queue").post("/queue/next", nil).follow().want(200, "<span>Approve</span>",
		"<span>Propose decline</span>", "<span>Suspicious</span>")
	b.post("/jobs/"+id+"/decide", b.decision("Declined", url.Values{"reason": {"data.expired"}}))
	second := h.as(access.Senior)
	second.get("/queue").post("/queue/next", nil).follow().want(200, "<span>Approve</span>",
		"<span>Confirm decline</span>")
}

func TestReasonsThatCameWithTheProgramStandInTheReadersLanguage(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	agent, err := h.store.AgentByEmail(t.Context(), "agent@acme.test")
	if err != nil {
		t.Fatal(err)
	}
	b := h.as(access.Agent)
	err = h.console.Accounts.ChangePreferences(t.Context(), "acme", agent.ID, func(p *preference.Preferences) {
		p.Language = "es"
	})
	if err != nil {
		t.Fatal(err)
	}
	b.get("/queue").post("/queue/next", nil).follow().want(200, "Documento falso o alterado", `data-reason="⇧1"`)
	b.lacks("Document forged or altered", "The sources disagree")
	b.post("/jobs/"+id+"/decide",
		b.decision("Declined", url.Values{"reason": {"data.expired"}, "then": {"stay"}})).follow().want(
		200, "El documento está vencido")
	reviews, err := h.store.Reviews(t.Context(), "acme", id)
	if err != nil || reviews[0].Reasons[0].Text != "Document has expired" {
		t.Errorf("told outside: %+v, %v", reviews, err)
	}
}

func TestASandboxJobIsMarkedWhereverItStands(t *testing.T) {
	h := open(t)
	h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	const mark = `class="tag info sandbox"`
	b.get("/queue").want(200, "DOE, JANE")
	b.lacks(mark)
	h.sandboxed()
	b.get("/queue").want(200, mark)
	b.get("/jobs").want(200, mark)
	b.get("/queue").post("/queue/next", nil).follow().want(200, mark, "Name unknown")
}

// sandboxed adds a job in review that a sandbox client sent without saying how it is to end.
func (h *house) sandboxed() {
	h.t.Helper()
	made, err := h.console.Credentials.CreateClient(h.t.Context(), "cli", "acme", "Trial run", true)
	if err != nil {
		h.t.Fatal(err)
	}
	h.change(func(tx *store.Tx) error {
		job := onboarding.Job{
			ID:         "0199e0a0-0000-7000-8000-000000000001",
			Seq:        tx.NextSeq(),
			Company:    "acme",
			Function:   onboarding.SignatureCapture,
			Flavor:     "LITE",
			Line:       onboarding.CurrentLine,
			SDKVersion: "11",
			Status:     onboarding.Review,
			ClientID:   made.ClientID,
			CreatedAt:  tx.Now,
		}
		if err := tx.InsertJob(h.t.Context(), job); err != nil {
			return err
		}
		return tx.OpenReviewCase(h.t.Context(), store.ReviewCase{
			Company:        "acme",
			JobID:          job.ID,
			Seq:            job.Seq,
			Function:       job.Function,
			Summary:        "s",
			DeadlineAt:     tx.Now.Add(1e12),
			EvidenceDigest: "d",
		})
	})
}

func TestACandidateFoundByTheFaceStandsBesideTheCrossCheckAndNotInIt(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	h.change(func(tx *store.Tx) error {
		c := onboarding.Customer{
			Company:      "acme",
			ID:           "c2",
			UniqueNumber: "N2",
			FullName:     "POE, EDGAR",
			DateOfBirth:  "1987-03-18",
			JobID:        "0199e0a0-0000-7000-8000-00000000000f",
			CreatedAt:    noon,
			UpdatedAt:    noon,
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
	b := h.as(access.Agent).get("/jobs/" + id)
	b.want(200, "Beside the nearest face", "POE, EDGAR #N2 was found by the face alone",
		"<td class=\"data\">POE, EDGAR</td>", "differs")
	_, table, _ := strings.Cut(b.body, `<table class="matrix`)
	table, _, _ = strings.Cut(table, "</table>")
	if strings.Contains(table, "EDGAR") {
		t.Errorf("the candidate counts among the sources: %s", table)
	}
}
