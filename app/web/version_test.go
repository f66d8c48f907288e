package web_test

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"proofdesk/app/access"
	"proofdesk/app/company"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/quality"
	"proofdesk/app/store/storetest"
	"proofdesk/app/web/webtest"
)

// edit is what two people type into one field of the same form.
type edit struct {
	page   string
	field  string
	values [2]string
	said   string // how the first value is shown where it is not as it was typed
	more   url.Values
}

// edits returns the forms that change what is stored, by where they are sent to.
func edits(app, pages, endpoint, user, check string) map[string]edit {
	return map[string]edit{
		"/settings": {page: "/settings", field: "name", values: [2]string{"Acme North", "Acme South"}},
		"/me":       {page: "/me", field: "name", values: [2]string{"Ann of the north", "Ann of the south"}},
		"/me/keys":  {page: "/me/keys", field: "key.a", values: [2]string{"w", "x"}},
		"/retention": {
			page:   "/retention",
			field:  "jobDays",
			values: [2]string{"301", "302"},
			more:   url.Values{"seen": {"1"}}, // what it removes
		},
		"/quality/rates": {page: "/quality", field: "approved", values: [2]string{"31", "32"}},
		"/quality/disagreements/" + check: {
			page:   "/quality",
			field:  "note",
			values: [2]string{"The stamp is genuine.", "The stamp was copied."},
			more:   url.Values{"verdict": {"SECOND"}},
		},
		"/settings/reasons/rename": {
			page:   "/settings/reasons",
			field:  "text",
			values: [2]string{"Document is a fake", "Document is forged"},
		},
		"/users/" + user + "/role": {page: "/users", field: "role", values: [2]string{"senior", "auditor"}},
		"/clients/" + app + "/trust": {
			page:   "/clients/" + app,
			field:  "trust.liveness_detect",
			values: [2]string{"1", "2"},
			said:   "Saved meanwhile: ",
		},
		"/clients/" + pages + "/origins": {
			page:   "/clients/" + pages,
			field:  "origins",
			values: [2]string{"https://one.example", "https://two.example"},
		},
		"/webhooks/" + endpoint: {
			page:   "/webhooks/" + endpoint,
			field:  "url",
			values: [2]string{"https://hooks.example/one", "https://hooks.example/two"},
		},
		"/presets/retail/describe": {
			page:   "/presets/retail/use",
			field:  "description",
			values: [2]string{"Shops of the north", "Shops of the south"},
		},
	}
}

// open returns a console of a company that has one of each, and what is edited of it.
func open(t *testing.T) (*webtest.Fixture, map[string]edit) {
	h := webtest.Open(t)
	client := func(name string) string {
		made, err := h.Console.Credentials.CreateClient(t.Context(), "cli", "acme", name, false)
		if err != nil {
			t.Fatal(err)
		}
		return made.ClientID
	}
	app, pages := client("app"), client("pages")
	b := h.As(access.Admin)
	b.Get("/presets").Post("/presets", url.Values{"name": {"retail"}, "description": {"Shops"}}).Follow()
	user, err := h.Store.AgentByEmail(t.Context(), "agent@acme.test")
	if err != nil {
		t.Fatal(err)
	}
	return h, edits(app, pages, h.Hook("acme", "https://hooks.example/in").ID, user.ID, disputed(h))
}

// disputed has two agents disagree about a job, and returns the quality check that waits for a verdict.
func disputed(h *webtest.Fixture) string {
	h.T.Helper()
	every := company.Rates{onboarding.Declined: 100}
	storetest.ChangeSettings(h.T, h.Store, "acme", func(s *company.Settings) { s.Quality.Rates = every })
	id, _ := h.Job("acme", "DOE, JANE")
	for _, one := range []struct {
		role          access.Role
		take, outcome string
	}{{access.Agent, "/queue/next", "Declined"}, {access.Senior, "/quality/checks/next", "Approved"}} {
		b := h.As(one.role)
		b.Get("/queue").Post(one.take, nil).Follow().Want(http.StatusOK, "DOE, JANE")
		b.Post("/jobs/"+id+"/decide", b.Decision(one.outcome, url.Values{"reason": {"fraud.known"}, "then": {"stay"}}))
		b.Want(http.StatusSeeOther)
		h.Clock.Advance(time.Minute)
		if _, err := (&quality.Sampler{Store: h.Store, Clock: h.Clock, Keys: h.Keys}).Draw(h.T.Context()); err != nil {
			h.T.Fatal(err)
		}
	}
	check, err := h.Store.QualityCheckOf(h.T.Context(), "acme", id)
	if err != nil {
		h.T.Fatal(err)
	}
	return check.ID
}

func TestOfTwoFormsTheSecondIsAConflictThatShowsBothValues(t *testing.T) {
	h, all := open(t)
	one, two := h.As(access.Admin), h.As(access.Admin)
	for path, e := range all {
		first := filled(t, one.Get(e.page), path, e)
		second := filled(t, two.Get(e.page), path, e)
		first.Set(e.field, e.values[0])
		second.Set(e.field, e.values[1])
		one.Post(path, first).Want(http.StatusSeeOther)
		two.Post(path, second).Want(http.StatusConflict, cmp.Or(e.said, "Saved meanwhile: "+e.values[0]))
		again := filled(t, two, path, e)
		if got := again.Get(e.field); got != e.values[1] {
			t.Errorf("%s: what was typed became %q", path, got)
		}
		two.Post(path, again).Want(http.StatusSeeOther)
		if got := filled(t, one.Get(e.page), path, e).Get(e.field); got != e.values[1] {
			t.Errorf("%s: the second time %q was saved", path, got)
		}
	}
}

func TestWhatElseChangesMakesNoFormAConflict(t *testing.T) {
	h, all := open(t)
	b := h.As(access.Admin)
	ctx := t.Context()
	for path, e := range all {
		sent := filled(t, b.Get(e.page), path, e)
		sent.Set(e.field, e.values[0])
		err := h.Console.Companies.AddReason(ctx, "cli", "acme", onboarding.Fraud, "For "+path)
		if id, hook := strings.CutPrefix(path, "/webhooks/"); hook {
			err = errors.Join(err, h.Console.Endpoints.PauseEndpoint(ctx, "cli", "acme", id, "a move"),
				h.Console.Endpoints.ResumeEndpoint(ctx, "cli", "acme", id))
		}
		if strings.HasPrefix(path, "/presets/") {
			_, _, edited := h.Console.Presets.EditDraft(ctx, "cli", "acme", "retail",
				[]preset.Edit{{Path: "language", Value: "HI"}})
			err = errors.Join(err, edited)
		}
		if err != nil {
			t.Fatal(err)
		}
		b.Post(path, sent).Want(http.StatusSeeOther)
	}
}

func TestAFormWithoutTheVersionThatItChangesIsRefused(t *testing.T) {
	h, all := open(t)
	b := h.As(access.Admin)
	for path, e := range all {
		for _, wrong := range []func(string) []string{
			func(string) []string { return nil },
			func(string) []string { return []string{""} },
			func(version string) []string { return []string{"+" + version} },
			func(version string) []string { return []string{version + " "} },
			func(version string) []string { return []string{version, version + "0"} },
			func(string) []string { return []string{"-1"} },
			func(version string) []string {
				if slices.Contains([]string{"null", "{}", "[]"}, version) { // nothing is set
					return nil
				}
				return []string{"null"} // which JSON takes for a version of 0, or for no values
			},
		} {
			sent := filled(t, b.Get(e.page), path, e)
			before := sent.Get(e.field)
			sent.Set(e.field, e.values[0])
			sent["version"] = wrong(sent.Get("version"))
			if b.Post(path, sent); b.Status != http.StatusBadRequest && b.Status != http.StatusConflict {
				t.Errorf("%s of version %q: %d", path, sent["version"], b.Status)
			}
			if got := filled(t, b.Get(e.page), path, e).Get(e.field); got != before {
				t.Errorf("%s of version %q: %q became %q", path, sent["version"], before, got)
			}
		}
	}
}

// unversioned are forms with filled fields that name no version, with the reason.
var unversioned = map[string]string{
	"/presets/retail": "each option is compared with what it was",
	"/sandbox/client": "adds one",
	"/webhooks":       "adds one",
}

var anyID = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\bacme-[0-9a-z]{8}\b`)

func TestEveryFormThatChangesWhatIsStoredNamesItsVersion(t *testing.T) {
	h, all := open(t)
	b := h.As(access.Admin)
	met, tested := map[string]bool{}, map[string]bool{}
	for path := range all {
		tested[anyID.ReplaceAllString(path, ":id")] = true
	}
	for _, path := range reachable(t, b) {
		b.Get(path)
		for _, form := range formsOf(t, b.Body) {
			plain, _, _ := strings.Cut(form.action, "?")
			if met[plain] = true; form.method != "post" || !form.filled {
				continue
			}
			plain = anyID.ReplaceAllString(plain, ":id")
			if has := form.fields.Has("version"); has != tested[plain] {
				t.Errorf("%s on %s names its version: %v, tested above: %v", plain, path, has, tested[plain])
			} else if !has && unversioned[plain] == "" {
				t.Errorf("%s on %s names no version", plain, path)
			}
		}
	}
	for path := range all {
		if !met[path] {
			t.Errorf("no link leads to a form that is sent to %s", path)
		}
	}
}

func TestOfTwoValuesOfOneFieldNoneIsTaken(t *testing.T) {
	h, all := open(t)
	b := h.As(access.Admin)
	for path, e := range all {
		sent := filled(t, b.Get(e.page), path, e)
		before := sent.Get(e.field)
		sent[e.field] = e.values[:]
		b.Post(path, sent).Want(http.StatusBadRequest, "This form is not valid: reload the page")
		if got := filled(t, b.Get(e.page), path, e).Get(e.field); got != before {
			t.Errorf("%s: %q became %q", path, before, got)
		}
	}
}

func TestAFieldThatIsAListInOneFormHasOneValueInAnother(t *testing.T) {
	h := webtest.Open(t)
	hook := h.Hook("acme", "https://hooks.example/in")
	b := h.As(access.Admin)
	for path, more := range map[string]url.Values{
		"/webhooks/" + hook.ID + "/pause":     {"reason": {"a move", "none"}},
		"/webhooks/hosts/hooks.example/pause": {"reason": {"a move", "none"}},
		"/deliveries/settle":                  {"reason": {"sent by hand", "none"}},
		"/retention":                          {"seen": {"1", "2"}},
		"/deliveries/window":                  {"seen": {"1", "2"}},
		"/login":                              {"email": {"admin@acme.test", "agent@acme.test"}},
		"/login/look":                         {"theme": {"dark", "light"}},
	} {
		b.Get("/me").Post(path, more).Want(http.StatusBadRequest, "This form is not valid: reload the page")
	}
}

// reachable returns the pages to which links lead, from the first page on: of pages of one kind the first ones.
func reachable(t *testing.T, b *webtest.Browser) []string {
	t.Helper()
	var pages []string
	kinds := map[string]int{}
	for next := []string{"/dashboard", "/settings", "/presets"}; len(next) > 0; next = next[1:] {
		path, _, _ := strings.Cut(next[0], "#")
		plain, query, _ := strings.Cut(path, "?")
		if kinds[plain]++; kinds[plain] > 2 || slices.Contains(pages, path) || strings.Contains(query, "lang") {
			continue
		}
		b.Get(path)
		if page := strings.HasPrefix(b.Answer.Header.Get("Content-Type"), "text/html"); !page || b.Status != 200 {
			continue
		}
		pages = append(pages, path)
		walk(parsed(t, b.Body), func(n *html.Node) {
			if href := attribute(n, "href"); n.Data == "a" && strings.HasPrefix(href, "/") {
				next = append(next, href)
			}
		})
	}
	return pages
}

// sheet is a form as a page shows it.
type sheet struct {
	action, method string
	fields         url.Values
	filled         bool // whether a field that people see has a value
}

// filled returns the fields of a form on the page shown last as a browser sends them.
func filled(t *testing.T, b *webtest.Browser, path string, e edit) url.Values {
	t.Helper()
	for _, form := range formsOf(t, b.Body) {
		if form.action == path && form.fields.Has(e.field) {
			for name, values := range e.more {
				form.fields[name] = values
			}
			return form.fields
		}
	}
	t.Fatalf("%s has no form that is sent to %s: %s", e.page, path, b.Body)
	return nil
}

func formsOf(t *testing.T, body string) []sheet {
	t.Helper()
	var all []sheet
	walk(parsed(t, body), func(n *html.Node) {
		if n.Data != "form" {
			return
		}
		s := sheet{action: attribute(n, "action"), method: attribute(n, "method"), fields: url.Values{}}
		walk(n, s.add)
		all = append(all, s)
	})
	return all
}

// add adds what a control of a form sends.
func (s *sheet) add(n *html.Node) {
	name, value, kind := attribute(n, "name"), attribute(n, "value"), attribute(n, "type")
	switch {
	case name == "":
	case n.Data == "textarea":
		value = text(n)
		s.fields.Add(name, value)
		s.filled = s.filled || value != ""
	case n.Data == "select":
		walk(n, func(o *html.Node) {
			if o.Data == "option" && has(o, "selected") {
				value, s.filled = attribute(o, "value"), true
			}
		})
		s.fields.Add(name, value)
	case n.Data == "input" && (kind == "checkbox" || kind == "radio"):
		if has(n, "checked") {
			s.fields.Add(name, value)
			s.filled = true
		}
	case n.Data == "input":
		s.fields.Add(name, value)
		s.filled = s.filled || kind != "hidden" && value != ""
	}
}

func parsed(t *testing.T, body string) *html.Node {
	t.Helper()
	page, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return page
}

func walk(n *html.Node, visit func(*html.Node)) {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode {
			visit(d)
		}
	}
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

func text(n *html.Node) string {
	whole := ""
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			whole += d.Data
		}
	}
	return whole
}
