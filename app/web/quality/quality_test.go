package quality_test

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
	"proofdesk/app/web/webtest"
)

// What the first agent leaves behind, each such that it stands nowhere else.
const (
	firstNote    = "zebra crossing note"
	firstComment = "quokka comment"
	firstValue   = "1999-12-31"
	firstReason  = "Known or reported identity fraud"
	firstRequest = "numbat request"
)

// checked has a job decided by the agent of acme with everything that could give the decision away, drawn for a check.
func checked(h *webtest.Fixture, outcome string) string {
	h.T.Helper()
	return checkedBy(h, access.Agent, outcome)
}

// checkedBy is checked for a decision of a user with a role.
func checkedBy(h *webtest.Fixture, role access.Role, outcome string) string {
	h.T.Helper()
	rates := company.Rates{}
	for _, o := range onboarding.ReviewOutcomes() {
		rates[o] = 100
	}
	storetest.ChangeSettings(h.T, h.Store, "acme", func(s *company.Settings) { s.Quality.Rates = rates })
	h.Client = "acme-app"
	err := h.Store.Write(h.T.Context(), func(tx *store.Tx) error {
		return tx.InsertClient(h.T.Context(), store.Client{
			ID: h.Client, Company: "acme", Name: "App", SecretHash: "x", State: access.StateActive,
		})
	})
	if err != nil {
		h.T.Fatal(err)
	}
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(role)
	b.Get("/queue").Post("/queue/next", nil).Follow().Want(http.StatusOK, "DOE, JANE")
	b.Post("/jobs/"+id+
		"/correct",
		url.Values{
			"claim":  {b.Field("claim")},
			"source": {"VIZ"},
			"field":  {"dateOfBirth"},
			"value":  {firstValue},
		}).Follow()
	b.Post("/jobs/"+id+"/ask", b.Decision("", url.Values{"ask.passport": {"glare"}, "tell": {firstRequest}}))
	b.Follow().Want(http.StatusOK, firstRequest)
	form := b.Decision(outcome, url.Values{"note": {firstNote}, "comment": {firstComment}, "then": {"stay"}})
	if outcome != "Approved" {
		form.Set("reason", "fraud.known")
	}
	b.Post("/jobs/"+id+"/decide", form)
	if b.Status != http.StatusSeeOther {
		h.T.Fatalf("deciding: %d %s", b.Status, b.Body)
	}
	h.Clock.Advance(time.Minute)
	if n, err := (&quality.Sampler{Store: h.Store, Clock: h.Clock, Keys: h.Keys}).Draw(h.T.Context()); n != 1 ||
		err != nil {
		h.T.Fatalf("%d checks were drawn, %v", n, err)
	}
	return id
}

var bar = regexp.MustCompile(`(?s)<div class="outcomes".*?</div>|<div class="bands">.*?</div>`)

func TestACheckShowsNothingOfTheFirstDecision(t *testing.T) {
	for _, outcome := range []string{"Approved", "Declined", "Suspicious"} {
		t.Run(outcome, func(t *testing.T) {
			h := webtest.Open(t)
			h.Hook("acme", "https://hooks.example/in")
			id := checked(h, outcome)
			b := h.As(access.Senior)
			b.Get("/deliveries?state=pending").Want(http.StatusOK, "/jobs/"+id)
			b.Get("/queue").Want(http.StatusOK, "Quality checks")
			b.Get("/quality/checks").Want(http.StatusOK, "Take the next check")
			if strings.Contains(b.Body, id) || strings.Contains(b.Body, "DOE") {
				t.Error("the list says whose job waits")
			}
			b.Post("/quality/checks/next", nil).Follow().Want(http.StatusOK, "DOE, JANE", "Quality check, blind",
				`name="outcome"`, "13 Mar 1987")
			told := []string{
				"The agent", firstNote, firstComment, firstValue, firstRequest, "Decided.", "corrected",
				"asked for new captures",
			}
			page := bar.ReplaceAllString(b.Body, "") // the bar offers every outcome and reason
			for _, word := range append(told, strings.ToUpper(outcome), firstReason, outcome+"<", ": "+outcome) {
				if strings.Contains(page, word) {
					t.Errorf("the page says %q:\n%s", word, page)
				}
			}
			if regexp.MustCompile(`name="(outcome|reason|override\.[^"]*)"[^>]* checked`).MatchString(b.Body) {
				t.Error("something is filled in already")
			}
			b.Get("/jobs/" + id + "/peek").Want(http.StatusOK)
			for _, word := range append(told, firstReason) {
				if strings.Contains(b.Body, word) {
					t.Errorf("the strip says %q", word)
				}
			}
			for _, path := range []string{"history", "payload", "payload?raw=1", "report", "bundle.zip"} {
				if b.Get("/jobs/" + id + "/" + path); b.Status != http.StatusForbidden {
					t.Errorf("%s: %d", path, b.Status)
				}
				for _, word := range append(told, outcome) {
					if strings.Contains(strings.ReplaceAll(b.Body, "what was decided", ""), word) {
						t.Errorf("%s says %q", path, word)
					}
				}
			}
			for _, path := range []string{
				"/jobs", "/jobs?q=DOE", "/jobs?status=" + outcome, "/jobs?status=" + strings.ToUpper(outcome),
				"/jobs.csv", "/customers", "/deliveries?state=pending", "/deliveries?state=all",
				"/webhooks/hosts/hooks.example",
			} {
				if b.Get(path).Want(http.StatusOK); strings.Contains(b.Body, id) {
					t.Errorf("the list of jobs %s tells of it", path)
				}
			}
			b.Get("/jobs?q="+id).Follow().Want(http.StatusOK, "Quality check, blind")
		})
	}
}

func TestACheckIsJudgedWithTheSameBarAndTheFirstAgentIsTold(t *testing.T) {
	h := webtest.Open(t)
	id := checked(h, "Declined")
	job, err := h.Store.Job(t.Context(), "acme", id)
	if err != nil {
		t.Fatal(err)
	}
	b := h.As(access.Senior)
	b.Get("/queue").Post("/queue/next", nil).Follow().Want(http.StatusOK, "Quality check, blind")
	form := b.Decision("Declined", nil)
	b.Post("/jobs/"+id+"/decide", form).Want(http.StatusBadRequest, "Choose at least one reason",
		"Quality check, blind")
	for _, path := range []string{"heartbeat", "draft"} {
		form := b.Decision("Approved", url.Values{"note": {"half a thought"}})
		b.Send("POST", "/jobs/"+id+"/"+path, form).Want(http.StatusOK)
		b.Get("/jobs/"+id).Want(http.StatusOK, "Quality check, blind")
	}
	b.Want(http.StatusOK, "half a thought")
	for _, path := range []string{"correct", "escalate", "undo"} {
		if b.Post("/jobs/"+id+"/"+path, b.Decision("Approved", nil)); b.Status != http.StatusForbidden {
			t.Errorf("%s: %d", path, b.Status)
		}
		b.Get("/jobs/" + id)
	}
	b.Post("/jobs/"+id+"/decide", b.Decision("Approved", url.Values{"note": {"looks fine to me"}}))
	if b.Status != http.StatusSeeOther {
		t.Fatalf("judging: %d %s", b.Status, b.Body)
	}
	after, err := h.Store.Job(t.Context(), "acme", id)
	if err != nil || after != job {
		t.Errorf("the job is %+v, was %+v", after, job)
	}
	if events, err := h.Store.EventsOfJob(t.Context(), "acme", id); err != nil || len(events) != 1 {
		t.Errorf("%d events, %v", len(events), err)
	}

	b.Get("/jobs/"+id).Want(http.StatusOK, firstNote) // the check is done: nothing is hidden any more
	lead := h.As(access.Admin)
	lead.Get("/quality").Want(http.StatusOK, "Disagreements", "The agent", "The senior", "looks fine to me",
		firstReason, "0%", "awaiting a verdict")
	check, err := h.Store.QualityCheckOf(t.Context(), "acme", id)
	if err != nil {
		t.Fatal(err)
	}
	agent := h.As(access.Agent)
	agent.Get("/jobs/" + id)
	if strings.Contains(agent.Body, "Quality check") {
		t.Error("the first agent is told before there is a verdict")
	}
	for role, want := range map[access.Role]int{
		access.Agent:   http.StatusForbidden,
		access.Senior:  http.StatusForbidden,
		access.Auditor: http.StatusForbidden,
	} {
		who := h.As(role)
		if who.Get("/queue").Post("/quality/disagreements/"+check.ID,
			url.Values{"verdict": {"SECOND"}, "version": {lead.Field("version")}}); who.Status != want {
			t.Errorf("%s adjudicates: %d", role, who.Status)
		}
	}
	lead.Post("/quality/disagreements/"+check.ID, url.Values{
		"version": {lead.Field("version")},
		"verdict": {"SECOND"},
		"note":    {"The stamp is genuine."},
		"back":    {"/quality?range=7d"},
	}).Follow()
	lead.Want(http.StatusOK, "Overruled: the second judgement is correct", "The stamp is genuine.", "Saved.")
	agent.Get("/queue").Want(http.StatusOK, "Your feedback")
	agent.Get("/quality/feedback").Want(http.StatusOK, "The stamp is genuine.", "Overruled")
	if strings.Contains(agent.Body, "The senior") {
		t.Error("the first agent is told who checked")
	}
	agent.Get("/jobs/"+id).Want(http.StatusOK, "The stamp is genuine.")
	agent.Get("/jobs/"+id+"/history").Want(http.StatusOK, "The stamp is genuine.")
}

func TestAVerdictThatIsRefusedKeepsItsWordsOnThePageThatItWasSentFrom(t *testing.T) {
	h := webtest.Open(t)
	id := checked(h, "Declined")
	b, lead := h.As(access.Senior), h.As(access.Admin)
	b.Get("/queue").Post("/quality/checks/next", nil).Follow()
	open, err := h.Store.QualityCheckOf(t.Context(), "acme", id)
	if err != nil {
		t.Fatal(err)
	}
	path := "/quality/disagreements/" + open.ID
	lead.Get("/quality").Post(path, url.Values{"verdict": {"FIRST"}}).Lacks("Declined", firstNote)
	lead.Get("/quality").Post(path, url.Values{"verdict": {"FIRST"}, "version": {"9"}}).Want(http.StatusNotFound)
	b.Post("/jobs/"+id+"/decide", b.Decision("Approved", nil))
	lead.Get("/quality?range=7d").Want(http.StatusOK, path)
	sent := url.Values{"version": {lead.Field("version")}, "note": {"half a sentence"}, "back": {"/quality?range=90d"}}
	lead.Post(path, sent).Want(http.StatusBadRequest, `<details class="adjudicate" open`,
		"Choose which judgement is correct", ">half a sentence</textarea>", `value="/quality?range=90d"`)
	sent["verdict"], sent["note"] = []string{"FIRST"}, []string{strings.Repeat("n", quality.MaxNote+1)}
	lead.Post(path, sent).Want(http.StatusBadRequest, "The note is longer than", "nnn</textarea>",
		`value="FIRST" required checked`)
	sent.Set("note", "mine")
	lead.Post(path, sent).Want(http.StatusSeeOther)
	sent["verdict"], sent["note"] = []string{"SECOND"}, []string{"theirs"}
	sent.Set("back", "/quality?from=2026-01-01&until=2026-01-02") // the page of older ones lacks it by now
	lead.Post(path, sent).Want(http.StatusConflict, "Somebody else changed the verdict: review it and save again",
		"Saved meanwhile: Upheld", "Saved meanwhile: mine", ">theirs</textarea>", `value="SECOND" required checked`)
	h.Mask()
	lead.Post(path, sent).Want(http.StatusConflict, "Saved meanwhile: Upheld", ">theirs</textarea>")
	lead.Lacks("Saved meanwhile: mine")
}

func TestTheFormOfAVerdictThatStandsOpensWithIt(t *testing.T) {
	h := webtest.Open(t)
	id := checked(h, "Declined")
	b, lead := h.As(access.Senior), h.As(access.Admin)
	b.Get("/queue").Post("/quality/checks/next", nil).Follow()
	b.Post("/jobs/"+id+"/decide", b.Decision("Approved", nil))
	check, err := h.Store.QualityCheckOf(t.Context(), "acme", id)
	if err != nil {
		t.Fatal(err)
	}
	lead.Get("/quality").Want(http.StatusOK, "Adjudicate")
	lead.Lacks(`required checked`)
	for _, verdict := range []string{"FIRST", "SECOND", "EITHER"} {
		sent := url.Values{"verdict": {verdict}, "version": {lead.Field("version")}}
		lead.Post("/quality/disagreements/"+check.ID, sent)
		lead.Get("/quality").Want(http.StatusOK, "Change the verdict", `value="`+verdict+`" required checked`)
		if n := strings.Count(lead.Body, "required checked"); n != 1 {
			t.Errorf("%d verdicts are ticked after %s", n, verdict)
		}
	}
}

// Where values are masked, a lead is not shown what was written before: an empty field does not mean to delete it.
func TestAVerdictThatIsChangedUnderMasksKeepsTheFeedbackThatIsNotShown(t *testing.T) {
	h := webtest.Open(t)
	id := checked(h, "Declined")
	b, lead := h.As(access.Senior), h.As(access.Admin)
	b.Get("/queue").Post("/quality/checks/next", nil).Follow()
	b.Post("/jobs/"+id+"/decide", b.Decision("Approved", nil))
	check, err := h.Store.QualityCheckOf(t.Context(), "acme", id)
	if err != nil {
		t.Fatal(err)
	}
	h.Mask()
	for _, step := range []struct{ verdict, note, unseen, saved string }{
		{"FIRST", "The stamp is genuine.", "", "The stamp is genuine."},
		{"SECOND", "", "1", "The stamp is genuine."},
		{"SECOND", "It is not.", "1", "It is not."},
	} {
		lead.Get("/quality").Lacks("The stamp is genuine.", "It is not.")
		if got := lead.Field("unseen"); got != step.unseen {
			t.Errorf("the form says %q of a note before %q", got, step.note)
		}
		sent := url.Values{"verdict": {step.verdict}, "note": {step.note}, "version": {lead.Field("version")}}
		if step.unseen != "" {
			sent.Set("unseen", step.unseen)
		}
		lead.Post("/quality/disagreements/"+check.ID, sent).Want(http.StatusSeeOther)
		if check, err = h.Store.QualityCheckOf(t.Context(), "acme", id); err != nil {
			t.Fatal(err)
		}
		if string(check.Verdict) != step.verdict || check.VerdictNote != step.saved {
			t.Errorf("saved %s, %q, want %s, %q", check.Verdict, check.VerdictNote, step.verdict, step.saved)
		}
	}
}

func TestALostCheckKeepsTheWordsAndTellsNothing(t *testing.T) {
	h := webtest.Open(t)
	id := checked(h, "Declined")
	b := h.As(access.Senior)
	b.Get("/queue").Post("/quality/checks/next", nil).Follow()
	form := b.Decision("Approved", url.Values{"note": {"my thoughts on it"}})
	h.Clock.Advance(quality.Lease + time.Minute)
	other := h.As(access.Admin)
	other.Get("/queue").Post("/quality/checks/next", nil).Follow().Want(http.StatusOK, "Quality check, blind")
	b.Send("POST", "/jobs/"+id+"/decide", form).Want(http.StatusConflict, "my thoughts on it", "no longer yours",
		"Somebody else holds this check now. You can take the next one.")
	if strings.Contains(b.Body, "Declined") || strings.Contains(b.Body, firstNote) {
		t.Error("the page of a lost check tells the decision")
	}
}

func TestAWindowOfALostCheckSaysWhatBecameOfIt(t *testing.T) {
	h := webtest.Open(t)
	id := checked(h, "Declined")
	b, other := h.As(access.Senior), h.As(access.Admin)
	page := "/quality/checks?lost=" + id
	b.Get("/queue").Post("/quality/checks/next", nil).Follow().Want(http.StatusOK, "Quality check, blind")
	form := b.Decision("Approved", nil)
	b.Get(page).Want(http.StatusOK, "You hold this check in another window", `data-lost="`+id+`"`)
	other.Get(page).Want(http.StatusOK, "Somebody else holds this check now")
	b.Get("/jobs/"+id).Send("POST", "/jobs/"+id+"/decide", form)
	b.Get(page).Want(http.StatusOK, "You judged this check in another window")
	form.Set("key", "a form of another window")
	b.Send("POST", "/jobs/"+id+"/decide", form).Want(http.StatusConflict, "You judged this check in another window")
	other.Get(page).Want(http.StatusOK, "Somebody else judged this check, 20 Nov 2026")
	b.Get("/quality/checks?lost=1").Want(http.StatusOK)
}

func TestReviewsComeBeforeChecks(t *testing.T) {
	h := webtest.Open(t)
	id := checked(h, "Approved")
	waiting, _ := h.Job("acme", "ROE, RICHARD")
	b := h.As(access.Senior)
	b.Get("/queue").Post("/queue/next", nil).Follow().Want(http.StatusOK, "ROE, RICHARD")
	b.Post("/jobs/"+waiting+"/decide", b.Decision("Approved", nil)).Follow().Want(http.StatusOK,
		"Quality check, blind", "DOE, JANE", "Undo")
	b.Post("/jobs/"+id+"/skip", b.Decision("Approved", nil)).Follow().Want(http.StatusOK, "Quality checks")
}

func TestWhoSkipsACheckGetsNoJobOfTheQueue(t *testing.T) {
	h := webtest.Open(t)
	id := checked(h, "Approved")
	b := h.As(access.Senior)
	b.Get("/queue").Post("/quality/checks/next", nil).Follow().Want(http.StatusOK, "Quality check, blind")
	h.Job("acme", "ROE, RICHARD")
	b.Post("/jobs/"+id+"/skip", b.Decision("Approved", nil)).Follow().Want(http.StatusOK, "Quality checks")
}

func TestWhoHasSeenTheDecisionIsNotAsked(t *testing.T) {
	h := webtest.Open(t)
	id := checked(h, "Approved")
	b := h.As(access.Senior)
	b.Get("/jobs/"+id).Want(http.StatusOK, firstNote)
	if b.Get("/queue"); strings.Contains(b.Body, "Quality checks") {
		t.Error("the queue offers a check that would not be blind")
	}
	b.Get("/quality/checks").Post("/quality/checks/next", nil).Follow().Want(http.StatusOK, "No checks are available")
}

func TestQualityIsForThoseWhoMaySeeFiguresAboutAgents(t *testing.T) {
	h := webtest.Open(t)
	for _, role := range access.Roles() {
		want := http.StatusOK
		if role == access.Agent {
			want = http.StatusForbidden
		}
		b := h.As(role)
		for _, path := range []string{
			"/quality", "/quality?range=7d", "/quality?from=2026-11-01&until=2026-11-20", "/quality/confusion.csv",
			"/quality/outcomes.csv", "/quality/agents.csv", "/quality/reasons.csv", "/quality/disagreements.csv",
		} {
			if b.Get(path); b.Status != want {
				t.Errorf("%s %s: %d, want %d\n%s", role, path, b.Status, want, b.Body)
			}
			if want == http.StatusOK && !strings.Contains(path, ".csv") {
				if found := webtest.UnsafeMarkup.FindString(b.Body); found != "" {
					t.Errorf("%s %s: the page holds %q", role, path, found)
				}
			}
		}
		manages, version := role == access.Senior || role == access.Admin, "1"
		if want == http.StatusOK {
			b.Get("/quality")
			if shown := strings.Contains(b.Body, `action="/quality/rates"`); shown != manages {
				t.Errorf("%s: the form of the rates is shown: %v", role, shown)
			}
			if manages {
				version = b.Field("version")
			}
		}
		b.Get("/queue")
		if b.Post("/quality/rates", url.Values{
			"version":    {version},
			"approved":   {"5"},
			"declined":   {"10"},
			"suspicious": {"100"},
			"overridden": {"50"},
		}); (b.Status == http.StatusSeeOther) != manages {
			t.Errorf("%s sets rates: %d", role, b.Status)
		}
	}
}

func TestWrongRatesAndPeriodsAreRefused(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Senior)
	for _, wrong := range []string{"-1", "101", "many", ""} {
		b.Get("/quality").Post("/quality/rates", url.Values{
			"approved":   {wrong},
			"declined":   {"10"},
			"suspicious": {"100"},
			"overridden": {"100"},
		}).Want(
			http.StatusBadRequest, "per cent")
	}
	acme, err := h.Store.Company(t.Context(), "acme")
	if rates := acme.Settings.Quality.Rates; err != nil || len(rates) > 0 {
		t.Errorf("%v, %v", rates, err)
	}
	for _, query := range []string{
		"range=2y", "from=yesterday&until=2026-11-20", "from=2026-11-20&until=2026-11-01", "after=x",
	} {
		if b.Get("/quality?" + query); b.Status != http.StatusBadRequest {
			t.Errorf("%s: %d", query, b.Status)
		}
	}
}

func TestFiguresOfQualityComeAsFiles(t *testing.T) {
	h := webtest.Open(t)
	id := checked(h, "Declined")
	b := h.As(access.Senior)
	b.Get("/queue").Post("/queue/next", nil).Follow()
	b.Post("/jobs/"+id+"/decide", b.Decision("Suspicious", url.Values{"reason": {"fraud.known"}})).Follow()
	b.Get("/quality/confusion.csv")
	rows, err := csv.NewReader(strings.NewReader(b.Body)).ReadAll()
	if err != nil || len(rows) != 10 || strings.Join(rows[6], ",") != "Declined,Suspicious,1" {
		t.Errorf("%v %v", rows, err)
	}
	b.Get("/quality/disagreements.csv")
	rows, err = csv.NewReader(strings.NewReader(b.Body)).ReadAll()
	if err != nil || len(rows) != 2 || rows[1][0] != id || rows[1][4] != "Declined" || rows[1][8] != "Suspicious" {
		t.Errorf("%v %v", rows, err)
	}
	if b.Get("/quality/nothing.csv"); b.Status != http.StatusNotFound {
		t.Errorf("an unknown plot: %d", b.Status)
	}
	if checks, err := h.Store.Disagreements(t.Context(), "globex", webtest.Noon, webtest.Noon.AddDate(0, 0, 1),
		store.CheckCursor{},
		10); err != nil || len(checks) != 0 {
		t.Errorf("another company sees %v, %v", checks, err)
	}
}

func TestABlindApprovalNamesEachRedFinding(t *testing.T) {
	h := webtest.Open(t)
	id := checked(h, "Declined")
	captures, err := h.Store.Captures(t.Context(), "acme", id)
	if err != nil {
		t.Fatal(err)
	}
	h.Redden(id, captures)
	b := h.As(access.Senior)
	b.Get("/queue").Post("/queue/next", nil).Follow().Want(http.StatusOK, "Approving over 1 red finding")
	const field = "override.data.mismatch.dateOfBirth"
	b.Post("/jobs/"+id+"/decide", b.Decision("Approved", url.Values{field: nil, "note": {"half a thought"}}))
	b.Want(http.StatusUnprocessableEntity, "Choose, for each red finding, why you approve in spite of it",
		"half a thought")
	b.Post("/jobs/"+id+"/decide", b.Decision("Approved", url.Values{field: {"known_difference"}}))
	b.Want(http.StatusSeeOther)
	check, err := h.Store.QualityCheckOf(t.Context(), "acme", id)
	if err != nil || len(check.Second.Overrides) != 1 || check.Second.Overrides[0].Reason != "known_difference" {
		t.Errorf("%+v, %v", check.Second.Overrides, err)
	}
}

func TestLeadsSeeTheChecksThatNobodyElseMayJudge(t *testing.T) {
	h := webtest.Open(t)
	id := checked(h, "Approved")
	for _, role := range []access.Role{access.Senior, access.Admin} { // they look at the job before they could judge it
		h.As(role).Get("/jobs/" + id).Want(http.StatusOK)
	}
	sampler := quality.Sampler{Store: h.Store, Clock: h.Clock}
	if n, err := sampler.Void(t.Context()); n != 1 || err != nil {
		t.Fatalf("%d handed back, %v", n, err)
	}
	b := h.As(access.Senior)
	b.Get("/quality").Want(http.StatusOK, "Handed back without a second judgement", "/jobs/"+id, "The agent",
		"1 handed back")
	for _, role := range []access.Role{access.Senior, access.Agent} {
		h.As(role).Get("/jobs/"+id).Want(http.StatusOK, "Quality check: handed back, as nobody else may judge it.")
	}
}
