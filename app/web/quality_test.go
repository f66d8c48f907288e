package web_test

import (
	"encoding/csv"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/company"
	"proofdesk/app/onboarding"
	"proofdesk/app/quality"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// What the first agent leaves behind, each such that it stands nowhere else.
const (
	firstNote    = "zebra crossing note"
	firstComment = "quokka comment"
	firstValue   = "1999-12-31"
	firstReason  = "Known or reported identity fraud"
)

// checked has a job decided by the agent of acme with everything that could give the decision away, drawn for a check.
func (h *house) checked(outcome string) string {
	h.t.Helper()
	rates := company.Rates{}
	for _, o := range onboarding.ReviewOutcomes() {
		rates[o] = 100
	}
	storetest.ChangeSettings(h.t, h.store, "acme", func(s *company.Settings) { s.Quality.Rates = rates })
	id, _ := h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	b.get("/queue").post("/queue/next", nil).follow().want(http.StatusOK, "DOE, JANE")
	b.post("/jobs/"+id+
		"/correct",
		url.Values{
			"claim":  {b.field("claim")},
			"source": {"VIZ"},
			"field":  {"dateOfBirth"},
			"value":  {firstValue},
		}).follow()
	form := b.decision(outcome, url.Values{"note": {firstNote}, "comment": {firstComment}, "then": {"stay"}})
	if outcome != "Approved" {
		form.Set("reason", "fraud.known")
	}
	b.post("/jobs/"+id+"/decide", form)
	if b.status != http.StatusSeeOther {
		h.t.Fatalf("deciding: %d %s", b.status, b.body)
	}
	h.clock.Advance(time.Minute)
	if n, err := (&quality.Sampler{Store: h.store, Clock: h.clock, Keys: h.keys}).Draw(h.t.Context()); n != 1 ||
		err != nil {
		h.t.Fatalf("%d checks were drawn, %v", n, err)
	}
	return id
}

var bar = regexp.MustCompile(`(?s)<div class="outcomes".*?</div>|<div class="bands">.*?</div>`)

func TestACheckShowsNothingOfTheFirstDecision(t *testing.T) {
	for _, outcome := range []string{"Approved", "Declined", "Suspicious"} {
		t.Run(outcome, func(t *testing.T) {
			h := open(t)
			id := h.checked(outcome)
			b := h.as(access.Senior)
			b.get("/queue").want(http.StatusOK, "Quality checks")
			b.get("/quality/checks").want(http.StatusOK, "Take the next check")
			if strings.Contains(b.body, id) || strings.Contains(b.body, "DOE") {
				t.Error("the list says whose job waits")
			}
			b.post("/quality/checks/next", nil).follow().want(http.StatusOK, "DOE, JANE", "Quality check, blind",
				`name="outcome"`, "1987-03-13")
			told := []string{"The agent", firstNote, firstComment, firstValue, "Decided.", "corrected"}
			page := bar.ReplaceAllString(b.body, "") // the bar offers every outcome and reason
			for _, word := range append(told, strings.ToUpper(outcome), firstReason, outcome+"<", ": "+outcome) {
				if strings.Contains(page, word) {
					t.Errorf("the page says %q:\n%s", word, page)
				}
			}
			if strings.Contains(b.body, "checked ") &&
				regexp.MustCompile(`name="(outcome|reason)"[^>]* checked`).MatchString(b.body) {
				t.Error("something is filled in already")
			}
			b.get("/jobs/" + id + "/peek").want(http.StatusOK)
			for _, word := range append(told, firstReason) {
				if strings.Contains(b.body, word) {
					t.Errorf("the strip says %q", word)
				}
			}
			for _, path := range []string{"history", "payload", "payload?raw=1", "report", "bundle.zip"} {
				if b.get("/jobs/" + id + "/" + path); b.status != http.StatusForbidden {
					t.Errorf("%s: %d", path, b.status)
				}
				for _, word := range append(told, outcome) {
					if strings.Contains(strings.ReplaceAll(b.body, "what was decided", ""), word) {
						t.Errorf("%s says %q", path, word)
					}
				}
			}
			for _, path := range []string{
				"/jobs", "/jobs?q=DOE", "/jobs?status=" + outcome, "/jobs?status=" + strings.ToUpper(outcome),
				"/jobs.csv", "/customers",
			} {
				if b.get(path).want(http.StatusOK); strings.Contains(b.body, id) {
					t.Errorf("the list of jobs %s tells of it", path)
				}
			}
			b.get("/jobs?q="+id).follow().want(http.StatusOK, "Quality check, blind")
		})
	}
}

func TestACheckIsJudgedWithTheSameBarAndTheFirstAgentIsTold(t *testing.T) {
	h := open(t)
	id := h.checked("Declined")
	job, err := h.store.Job(t.Context(), "acme", id)
	if err != nil {
		t.Fatal(err)
	}
	b := h.as(access.Senior)
	b.get("/queue").post("/queue/next", nil).follow().want(http.StatusOK, "Quality check, blind")
	form := b.decision("Declined", nil)
	b.post("/jobs/"+id+"/decide", form).want(http.StatusBadRequest, "Give at least one reason", "Quality check, blind")
	for _, path := range []string{"heartbeat", "draft"} {
		form := b.decision("Approved", url.Values{"note": {"half a thought"}})
		b.send("POST", "/jobs/"+id+"/"+path, form).want(http.StatusOK)
		b.get("/jobs/"+id).want(http.StatusOK, "Quality check, blind")
	}
	b.want(http.StatusOK, "half a thought")
	for _, path := range []string{"correct", "escalate", "undo"} {
		if b.post("/jobs/"+id+"/"+path, b.decision("Approved", nil)); b.status != http.StatusForbidden {
			t.Errorf("%s: %d", path, b.status)
		}
		b.get("/jobs/" + id)
	}
	b.post("/jobs/"+id+"/decide", b.decision("Approved", url.Values{"note": {"looks fine to me"}}))
	if b.status != http.StatusSeeOther {
		t.Fatalf("judging: %d %s", b.status, b.body)
	}
	after, err := h.store.Job(t.Context(), "acme", id)
	if err != nil || after != job {
		t.Errorf("the job is %+v, was %+v", after, job)
	}
	if events, err := h.store.EventsOfJob(t.Context(), "acme", id); err != nil || len(events) != 1 {
		t.Errorf("%d events, %v", len(events), err)
	}

	b.get("/jobs/"+id).want(http.StatusOK, firstNote) // the check is done: nothing is hidden any more
	lead := h.as(access.Admin)
	lead.get("/quality").want(http.StatusOK, "Disagreements", "The agent", "The senior", "looks fine to me",
		firstReason, "0 %", "waits for a verdict")
	check, err := h.store.QualityCheckOf(t.Context(), "acme", id)
	if err != nil {
		t.Fatal(err)
	}
	agent := h.as(access.Agent)
	agent.get("/jobs/" + id)
	if strings.Contains(agent.body, "Quality check") {
		t.Error("the first agent is told before there is a verdict")
	}
	for role, want := range map[access.Role]int{
		access.Agent:   http.StatusForbidden,
		access.Senior:  http.StatusForbidden,
		access.Auditor: http.StatusForbidden,
	} {
		who := h.as(role)
		if who.get("/queue").post("/quality/disagreements/"+check.ID,
			url.Values{"verdict": {"SECOND"}}); who.status != want {
			t.Errorf("%s adjudicates: %d", role, who.status)
		}
	}
	lead.post("/quality/disagreements/"+
		check.ID,
		url.Values{"verdict": {"SECOND"}, "note": {"The stamp is genuine."}, "back": {"/quality?range=7d"}}).follow()
	lead.want(http.StatusOK, "Overruled: the second judgement holds", "The stamp is genuine.", "Saved.")
	agent.get("/queue").want(http.StatusOK, "Feedback to you")
	agent.get("/quality/feedback").want(http.StatusOK, "The stamp is genuine.", "Overruled")
	if strings.Contains(agent.body, "The senior") {
		t.Error("the first agent is told who checked")
	}
	agent.get("/jobs/"+id).want(http.StatusOK, "The stamp is genuine.")
	agent.get("/jobs/"+id+"/history").want(http.StatusOK, "The stamp is genuine.")
}

func TestALostCheckKeepsTheWordsAndTellsNothing(t *testing.T) {
	h := open(t)
	id := h.checked("Declined")
	b := h.as(access.Senior)
	b.get("/queue").post("/quality/checks/next", nil).follow()
	form := b.decision("Approved", url.Values{"note": {"my thoughts on it"}})
	h.clock.Advance(quality.Lease + time.Minute)
	other := h.as(access.Admin)
	other.get("/queue").post("/quality/checks/next", nil).follow().want(http.StatusOK, "Quality check, blind")
	b.send("POST", "/jobs/"+id+"/decide", form).want(http.StatusConflict, "my thoughts on it", "no longer yours")
	if strings.Contains(b.body, "Declined") || strings.Contains(b.body, firstNote) {
		t.Error("the page of a lost check tells the decision")
	}
}

func TestReviewsComeBeforeChecks(t *testing.T) {
	h := open(t)
	id := h.checked("Approved")
	waiting, _ := h.job("acme", "ROE, RICHARD")
	b := h.as(access.Senior)
	b.get("/queue").post("/queue/next", nil).follow().want(http.StatusOK, "ROE, RICHARD")
	b.post("/jobs/"+waiting+"/decide", b.decision("Approved", nil)).follow().want(http.StatusOK,
		"Quality check, blind", "DOE, JANE", "Undo")
	b.post("/jobs/"+id+"/skip", b.decision("Approved", nil)).follow().want(http.StatusOK, "No job is free")
}

func TestWhoHasSeenTheDecisionIsNotAsked(t *testing.T) {
	h := open(t)
	id := h.checked("Approved")
	b := h.as(access.Senior)
	b.get("/jobs/"+id).want(http.StatusOK, firstNote)
	if b.get("/queue"); strings.Contains(b.body, "Quality checks") {
		t.Error("the queue offers a check that would not be blind")
	}
	b.get("/quality/checks").post("/quality/checks/next", nil).follow().want(http.StatusOK, "No check is free")
}

func TestQualityIsForThoseWhoMaySeeFiguresAboutAgents(t *testing.T) {
	h := open(t)
	for _, role := range access.Roles() {
		want := http.StatusOK
		if role == access.Agent {
			want = http.StatusForbidden
		}
		b := h.as(role)
		for _, path := range []string{
			"/quality", "/quality?range=7d", "/quality?from=2026-11-01&until=2026-11-20", "/quality/confusion.csv",
			"/quality/outcomes.csv", "/quality/agents.csv", "/quality/reasons.csv", "/quality/disagreements.csv",
		} {
			if b.get(path); b.status != want {
				t.Errorf("%s %s: %d, want %d\n%s", role, path, b.status, want, b.body)
			}
			if want == http.StatusOK && !strings.Contains(path, ".csv") {
				if found := unsafeMarkup.FindString(b.body); found != "" {
					t.Errorf("%s %s: the page holds %q", role, path, found)
				}
			}
		}
		manages, version := role == access.Senior || role == access.Admin, "1"
		if want == http.StatusOK {
			b.get("/quality")
			if shown := strings.Contains(b.body, `action="/quality/rates"`); shown != manages {
				t.Errorf("%s: the form of the rates is shown: %v", role, shown)
			}
			if manages {
				version = b.field("version")
			}
		}
		b.get("/queue")
		if b.post("/quality/rates", url.Values{
			"version":    {version},
			"approved":   {"5"},
			"declined":   {"10"},
			"suspicious": {"100"},
		}); (b.status == http.StatusSeeOther) != manages {
			t.Errorf("%s sets rates: %d", role, b.status)
		}
	}
}

func TestWrongRatesAndPeriodsAreRefused(t *testing.T) {
	h := open(t)
	b := h.as(access.Senior)
	for _, wrong := range []string{"-1", "101", "many", ""} {
		b.get("/quality").post("/quality/rates", url.Values{
			"approved":   {wrong},
			"declined":   {"10"},
			"suspicious": {"100"},
		}).want(
			http.StatusBadRequest, "per cent")
	}
	rates, err := (&quality.Desk{Store: h.store, Clock: h.clock}).Rates(t.Context(), "acme")
	if err != nil || rates.On() {
		t.Errorf("%v, %v", rates, err)
	}
	for _, query := range []string{
		"range=2y", "from=yesterday&until=2026-11-20", "from=2026-11-20&until=2026-11-01", "after=x",
	} {
		if b.get("/quality?" + query); b.status != http.StatusBadRequest {
			t.Errorf("%s: %d", query, b.status)
		}
	}
}

func TestFiguresOfQualityComeAsFiles(t *testing.T) {
	h := open(t)
	id := h.checked("Declined")
	b := h.as(access.Senior)
	b.get("/queue").post("/queue/next", nil).follow()
	b.post("/jobs/"+id+"/decide", b.decision("Suspicious", url.Values{"reason": {"fraud.known"}})).follow()
	b.get("/quality/confusion.csv")
	rows, err := csv.NewReader(strings.NewReader(b.body)).ReadAll()
	if err != nil || len(rows) != 10 || strings.Join(rows[6], ",") != "Declined,Suspicious,1" {
		t.Errorf("%v %v", rows, err)
	}
	b.get("/quality/disagreements.csv")
	rows, err = csv.NewReader(strings.NewReader(b.body)).ReadAll()
	if err != nil || len(rows) != 2 || rows[1][0] != id || rows[1][4] != "Declined" || rows[1][8] != "Suspicious" {
		t.Errorf("%v %v", rows, err)
	}
	if b.get("/quality/nothing.csv"); b.status != http.StatusNotFound {
		t.Errorf("an unknown plot: %d", b.status)
	}
	if checks, err := h.store.Disagreements(t.Context(), "globex", noon, noon.AddDate(0, 0, 1), store.CheckCursor{},
		10); err != nil || len(checks) != 0 {
		t.Errorf("another company sees %v, %v", checks, err)
	}
}
