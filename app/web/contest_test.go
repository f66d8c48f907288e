package web_test

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/web/webtest"
)

// contest is a form that is filled twice from the same state: by two people, or by one in two windows.
type contest struct {
	path  string // where it is sent to, with :id for the last part of the page's path
	form  string // its action, where its button sends it elsewhere
	stage func(h *webtest.Fixture) (page string, one, two *webtest.Browser)
	field string        // that both type into; empty for a form of one button
	typed [2]string     // what each types
	more  [2]url.Values // what else each chooses
	then  int           // status of the second answer
	said  []string      // texts of the page that the second gets
}

// elsewhere names the tests of the other forms that compare.
var elsewhere = map[string]string{
	"/presets/:name":                    "presets.TestTwoEditorsOfOneOptionAreBothAskedAndLoseNothing",
	"/presets/:name/assignments/resume": "presets.TestAHeldAssignmentIsToldWhereverPresetsAreAndIsResumedByAnAdmin",
}

// answers are the statuses of the second form, by its class.
var answers = map[string]int{
	compares: http.StatusConflict,
	settles:  http.StatusOK,
	own:      http.StatusOK,
	removes:  http.StatusNotFound,
	ends:     http.StatusUnauthorized,
}

func TestEveryFormThatComparesIsFilledTwice(t *testing.T) {
	h, all := open(t)
	tried := map[string]bool{}
	for path := range all {
		tried[routeOf(h, path)] = true
	}
	for _, b := range buttons("/views/one", "one") {
		tried[routeOf(h, b.path)] = true
	}
	for _, x := range contests() {
		route := routeOf(h, x.path)
		tried[route] = true
		if class := writes[route]; answers[class] != x.then {
			t.Errorf("%s is of the class %q and answers %d", route, class, x.then)
		}
	}
	for route, class := range writes {
		if class == compares && !tried[route] && elsewhere[route] == "" {
			t.Errorf("%s is filled by nobody else meanwhile", route)
		}
	}
}

// routeOf returns the route that answers a path.
func routeOf(h *webtest.Fixture, path string) string {
	for _, r := range h.Server.App.GetRoutes(true) {
		if r.Method == http.MethodPost && fiber.RoutePatternMatch(path, r.Path) {
			return r.Path
		}
	}
	return path
}

func TestOfTwoFormsTheSecondIsAnsweredAsItsClassSays(t *testing.T) {
	for _, x := range contests() {
		t.Run(strings.ReplaceAll(x.path[1:], "/", " "), func(t *testing.T) {
			h := webtest.Open(t)
			page, one, two := x.stage(h)
			id, _, _ := strings.Cut(page[strings.LastIndex(page, "/")+1:], "?")
			path, action := strings.ReplaceAll(x.path, ":id", id), strings.ReplaceAll(cmp.Or(x.form, x.path), ":id", id)
			first, second := x.fill(t, one.Get(page), action, 0), x.fill(t, two.Get(page), action, 1)
			if one.Post(path, first); one.Status >= http.StatusBadRequest {
				t.Fatalf("the first form: %d", one.Status)
			}
			two.Post(path, second)
			if two.Status == http.StatusSeeOther && x.then == http.StatusOK {
				two.Follow()
			}
			two.Want(x.then, x.said...)
		})
	}
}

// fill returns the form that a page shows, filled by one of the two.
func (x contest) fill(t *testing.T, b *webtest.Browser, action string, who int) url.Values {
	t.Helper()
	sent := filled(t, b, action, edit{page: action, field: cmp.Or(x.field, "csrf")})
	switch x.field {
	case "":
	case "code":
		sent.Set("code", authenticator(t, b))
	default:
		sent.Set(x.field, x.typed[who])
	}
	for name, values := range x.more[who] {
		sent[name] = values
	}
	return sent
}

// texts are what two people type.
var texts = [2]string{"Typed first", "Typed second"}

// meanwhile is what a form about a preset is told that somebody else has changed.
const meanwhile = "Somebody changed the preset meanwhile"

func contests() []contest {
	return append(presetContests(), []contest{
		{
			path:  "/customers/4471/erase",
			stage: enrolled,
			field: "number",
			typed: [2]string{"4471", "4471"},
			then:  http.StatusOK,
			said:  []string{"Proof of erasure"},
		},
		{
			path:  "/webhooks/:id/delete",
			stage: hooked,
			field: "confirm",
			typed: [2]string{"hooks.example", "hooks.example"},
			then:  http.StatusNotFound,
			said:  []string{"It no longer exists", "No such endpoint."},
		},
		{
			path:  "/retention/run",
			stage: expired,
			then:  http.StatusConflict,
			said:  []string{"A removal is running: wait until it ends, or stop it."},
		},
		{
			path:  "/deliveries/window",
			stage: outage,
			field: "seen",
			typed: [2]string{"2", "2"},
			then:  http.StatusConflict,
			said:  []string{"This window is being redelivered already", `value="2026-11-20T11:00"`},
		},
		{
			path:  "/me/password",
			stage: admins("/me"),
			field: "password",
			typed: [2]string{"another horse 77 battery", "some other horse 99"},
			more:  [2]url.Values{{"current": {webtest.Password}}, {"current": {webtest.Password}}},
			then:  http.StatusUnauthorized,
			said:  []string{"Sign in"},
		},
		{
			path:  "/me/totp/confirm",
			stage: enrolling,
			field: "code",
			then:  http.StatusUnauthorized,
			said:  []string{"Sign in"},
		},
		{
			path:  "/jobs/:id/decide",
			stage: claimed,
			field: "note",
			typed: texts,
			more:  [2]url.Values{{"outcome": {"Approved"}}, {"outcome": {"Declined"}, "reason": {"fraud.known"}}},
			then:  http.StatusConflict,
			said: []string{
				"This job changed while you worked on it", "in another window: Approved", "Declined",
				"Known or reported identity fraud", texts[1],
			},
		},
		{
			path:  "/jobs/:id/escalate",
			form:  "/jobs/:id/decide",
			stage: claimed,
			field: "why",
			typed: texts,
			then:  http.StatusConflict,
			said:  []string{"This job changed while you worked on it", texts[1]},
		},
		{
			path:  "/jobs/:id/ask",
			form:  "/jobs/:id/decide",
			stage: claimed,
			field: "tell",
			typed: texts,
			more:  [2]url.Values{{"ask.passport": {"glare"}}, {"ask.passport": {"dark"}}},
			then:  http.StatusConflict,
			said:  []string{"The applicant is already asked for captures", texts[0], texts[1]},
		},
		{
			path:  "/jobs/:id/draft",
			form:  "/jobs/:id/decide",
			stage: claimed,
			field: "note",
			typed: texts,
			more:  [2]url.Values{{"rev": {"one"}}, {"rev": {"two"}}},
			then:  http.StatusConflict,
			said:  []string{`"note":"` + texts[0] + `"`},
		},
		{
			path:  "/jobs/:id/correct",
			stage: claimed,
			field: "value",
			typed: [2]string{"1987-03-18", "1987-03-19"},
			more: [2]url.Values{
				{"source": {"VIZ"}, "field": {"dateOfBirth"}},
				{"source": {"VIZ"}, "field": {"dateOfBirth"}},
			},
			then: http.StatusOK,
			said: []string{"19 Mar 1987"},
		},
		{
			path:  "/jobs/:id/withdraw",
			form:  "/jobs/:id/decide",
			stage: asked,
			then:  http.StatusOK,
			said:  []string{"revoked"},
		},
	}...)
}

func presetContests() []contest {
	return []contest{
		{
			path:  "/presets/retail/publish",
			stage: retail("publish", proposes("language", "HI")),
			field: "note",
			typed: texts,
			then:  http.StatusConflict,
			said:  []string{meanwhile, texts[1]},
		},
		{
			path:  "/presets/retail/replace",
			stage: retail("use"),
			field: "json",
			typed: [2]string{`{"language":"HI"}`, `{"language":"FR"}`},
			then:  http.StatusConflict,
			said:  []string{meanwhile, `{&#34;language&#34;:&#34;FR&#34;}`},
		},
		{
			path:  "/presets/retail/approve",
			stage: retail("publish", proposes("isDebugMode", true), publishes),
			then:  http.StatusConflict,
			said:  []string{meanwhile},
		},
		{
			path:  "/presets/retail/withdraw",
			stage: retail("publish", proposes("isDebugMode", true), publishes),
			then:  http.StatusConflict,
			said:  []string{meanwhile},
		},
		{
			path:  "/presets/retail/versions/1/rollback",
			stage: retail("versions/1", proposes("language", "HI"), publishes),
			field: "note",
			typed: texts,
			then:  http.StatusConflict,
			said:  []string{meanwhile, texts[1]},
		},
		{
			path:  "/presets/retail/assignments",
			stage: retail("use"),
			field: "percent",
			typed: [2]string{"20", "30"},
			more:  [2]url.Values{{"number": {"0"}}, {"number": {"0"}}},
			then:  http.StatusConflict,
			said:  []string{"It is assigned to this client and function already", "20 %", `value="30"`},
		},
		{
			path:  "/presets/retail/assignments/remove",
			stage: retail("use", assigns),
			then:  http.StatusConflict,
			said:  []string{"This assignment no longer exists."},
		},
		{path: "/presets/retail/archive", stage: retail("use"), then: http.StatusConflict, said: []string{meanwhile}},
		{
			path:  "/presets/retail/restore",
			stage: retail("use", archives),
			then:  http.StatusConflict,
			said:  []string{meanwhile},
		},
	}
}
