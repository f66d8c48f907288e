package masking_test

import (
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

// canary begins everything that the agents of the test write, and stands nowhere else.
const canary = "quokka"

func TestWhatAgentsWroteIsCoveredOnEveryPage(t *testing.T) {
	h := webtest.Open(t)
	values := written(h)
	visit := func(role access.Role, why string) {
		b := h.As(role)
		seen := 0
		for _, path := range pages(h, values) {
			b.Get(path)
			if b.Status == http.StatusOK {
				seen++
			}
			for _, found := range regexp.MustCompile(`(?i)`+canary+`\w*`).FindAllString(b.Body, -1) {
				t.Errorf("%s, %s: %s shows %q", role, why, path, found)
			}
		}
		if seen < 20 {
			t.Errorf("%s, %s: only %d pages were shown", role, why, seen)
		}
	}
	visit(access.Auditor, "who may not see values")
	h.Mask()
	for _, role := range []access.Role{access.Agent, access.Senior, access.Admin} {
		visit(role, "whose company masks values")
	}
	b := h.As(access.Agent)
	b.Get("/jobs/"+values["id"][0]).Post("/jobs/"+values["id"][0]+"/reveal", nil).Follow()
	b.Want(http.StatusOK, canary+"ask", canary+"note", canary+"comment", canary+"verdict")
}

// written puts a text of its own into everything that an agent may write about a job, and returns the values that the
// paths of pages may hold.
func written(h *webtest.Fixture) map[string][]string {
	h.T.Helper()
	h.Hook("acme", "https://hooks.test/in")
	h.Client = "acme-app"
	h.Change(func(tx *store.Tx) error {
		return tx.InsertClient(h.T.Context(), store.Client{
			ID: h.Client, Company: "acme", Name: "App", SecretHash: "x", State: access.StateActive,
		})
	})
	storetest.ChangeSettings(h.T, h.Store, "acme", func(s *company.Settings) {
		s.Quality.Rates = company.Rates{onboarding.ReviewDeclined: 100}
		s.SecondReview = []onboarding.Status{onboarding.ReviewSuspicious}
	})
	checked := do(h, access.Agent, "ask", url.Values{"ask.passport": {"glare"}, "tell": {canary + "ask"}})
	decide(h, access.Agent, checked, "Declined", "")
	judged(h, checked)
	escalated := do(h, access.Agent, "escalate", url.Values{"why": {canary + "why"}})
	overturned := do(h, access.Agent, "draft", nil)
	decide(h, access.Agent, overturned, "Suspicious", "first")
	decide(h, access.Senior, overturned, "Declined", "second")
	proposed := do(h, access.Agent, "draft", nil)
	decide(h, access.Agent, proposed, "Suspicious", "proposed")
	values := map[string][]string{"id": {checked, escalated, overturned, proposed}, "number": {"4471"}}
	for _, d := range h.Deliveries("acme") {
		values["id"] = append(values["id"], d.ID, d.EndpointID)
	}
	agents, err := h.Store.Agents(h.T.Context(), "acme")
	if err != nil {
		h.T.Fatal(err)
	}
	for _, a := range agents {
		values["agent"] = append(values["agent"], a.ID)
	}
	return values
}

// do puts a new job into review, lets an agent take it and sends one of its forms.
func do(h *webtest.Fixture, role access.Role, form string, more url.Values) string {
	h.T.Helper()
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(role)
	b.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil).Follow()
	if b.Post("/jobs/"+id+"/"+form, b.Decision("", more)); b.Status >= http.StatusBadRequest {
		h.T.Fatalf("%s: %d %s", form, b.Status, b.Body)
	}
	return id
}

// decide takes a job, where the agent has not, and decides it with a note and a comment.
func decide(h *webtest.Fixture, role access.Role, id, outcome, of string) {
	h.T.Helper()
	b := h.As(role)
	if b.Get("/jobs/" + id); b.Field("claim") == "" {
		b.Post("/jobs/"+id+"/claim", nil).Follow()
	}
	b.Post("/jobs/"+id+"/decide", b.Decision(outcome, url.Values{
		"reason":  {"fraud.known"},
		"note":    {canary + "note" + of},
		"comment": {canary + "comment" + of},
		"then":    {"stay"},
	})).Want(http.StatusSeeOther)
	h.Clock.Advance(time.Minute)
}

// judged has the quality check of a job judged otherwise, and a lead say who was right.
func judged(h *webtest.Fixture, id string) {
	h.T.Helper()
	if n, err := (&quality.Sampler{Store: h.Store, Clock: h.Clock, Keys: h.Keys}).Draw(h.T.Context()); n != 1 {
		h.T.Fatalf("%d checks were drawn, %v", n, err)
	}
	b := h.As(access.Senior)
	b.Get("/queue").Post("/quality/checks/next", nil).Follow()
	b.Post("/jobs/"+id+"/decide", b.Decision("Approved", url.Values{"note": {canary + "check"}, "then": {"stay"}}))
	b.Want(http.StatusSeeOther)
	check, err := h.Store.QualityCheckOf(h.T.Context(), "acme", id)
	if err != nil {
		h.T.Fatal(err)
	}
	lead := h.As(access.Admin)
	lead.Get("/quality").Post("/quality/disagreements/"+check.ID, url.Values{
		"version": {lead.Field("version")},
		"verdict": {"SECOND"},
		"note":    {canary + "verdict"},
	}).Want(http.StatusSeeOther)
}

var parameter = regexp.MustCompile(`:(\w+)`)

// pages returns the paths of every page of the console; of one whose path holds a value, those with each value of its
// name.
func pages(h *webtest.Fixture, values map[string][]string) []string {
	all := []string{
		"/queue?view=mine", "/queue?view=escalated", "/queue?view=check", "/queue?view=all", "/deliveries?state=all",
		"/quality?range=365d", "/jobs?q=4471",
	}
	for _, route := range h.Server.App.GetRoutes(true) {
		if route.Method != http.MethodGet || route.Path == "/live" { // a stream does not end
			continue
		}
		name := parameter.FindStringSubmatch(route.Path)
		if name == nil {
			all = append(all, route.Path)
			continue
		}
		for _, value := range values[name[1]] {
			path := strings.Replace(route.Path, name[0], value, 1)
			all = append(all, path)
			if strings.HasSuffix(path, "/payload") {
				all = append(all, path+"?raw=1")
			}
		}
	}
	return all
}
