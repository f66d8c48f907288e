package docs_test

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"proofdesk/app/access"
	"proofdesk/app/api"
	"proofdesk/app/catalogue"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/web/docs"
	"proofdesk/app/web/webtest"
	"proofdesk/app/webhook"
)

var (
	hrefs = regexp.MustCompile(`<a [^>]*href="([^"]*)"`)
	ids   = regexp.MustCompile(` id="([^"]+)"`)
)

// opened returns the pages that the documentation's first page leads to, by path, as anybody reads them.
func opened(t *testing.T) map[string]string {
	t.Helper()
	b := webtest.Open(t).Browser()
	pages := map[string]string{}
	waiting := []string{"/docs"}
	for len(waiting) > 0 {
		path := waiting[0]
		waiting = waiting[1:]
		if _, known := pages[path]; known {
			continue
		}
		if b.Get(path); b.Status != http.StatusOK {
			t.Fatalf("%s: %d", path, b.Status)
		}
		pages[path] = b.Body
		if strings.HasSuffix(path, ".md") {
			continue
		}
		for _, m := range hrefs.FindAllStringSubmatch(b.Body, -1) {
			if to, _, _ := strings.Cut(html.UnescapeString(m[1]), "#"); strings.HasPrefix(to, "/docs") {
				waiting = append(waiting, to)
			}
		}
	}
	return pages
}

func TestEveryLinkWithinTheDocumentationLeadsToAnAnchorThatIsThere(t *testing.T) {
	pages := opened(t)
	for path, body := range pages {
		if strings.HasSuffix(path, ".md") {
			continue
		}
		if found := webtest.Inline.FindString(body); found != "" || strings.Contains(body, "<script") {
			t.Errorf("%s: script, or inline %q", path, found)
		}
		seen := map[string]bool{}
		for _, m := range ids.FindAllStringSubmatch(body, -1) {
			if seen[m[1]] {
				t.Errorf("%s has two anchors %s", path, m[1])
			}
			seen[m[1]] = true
		}
		for _, m := range hrefs.FindAllStringSubmatch(body, -1) {
			to, anchor, has := strings.Cut(html.UnescapeString(m[1]), "#")
			if to == "" {
				to = path
			}
			target := pages[to]
			if has && !strings.Contains(target, ` id="`+html.EscapeString(anchor)+`"`) {
				t.Errorf("%s leads to %s, where there is no such anchor", path, m[1])
			}
		}
	}
}

func TestEveryPageIsThereAsMarkdownWithTheSameWords(t *testing.T) {
	pages := opened(t)
	for path, body := range pages {
		if strings.HasSuffix(path, ".md") {
			continue
		}
		twin := pages[path+".md"]
		title, _, _ := strings.Cut(twin, "\n")
		if !strings.HasPrefix(title, "# ") || !strings.Contains(body, "<h1>"+html.EscapeString(title[2:])+"</h1>") {
			t.Errorf("%s and its twin have other titles: %q", path, title)
		}
		left := regexp.MustCompile(`\{[a-z]+\}`).FindString(body)
		if left != "" && left != "{id}" && path != "/docs/api" { // as paths have them
			t.Errorf("%s has a place that nothing filled: %s", path, left)
		}
	}
}

func TestTheFirstPageHasAtMostFiveStepsAndTenLines(t *testing.T) {
	page := opened(t)["/docs"]
	steps := regexp.MustCompile(`<h2 id="[a-z]+">\s*(\d)\. `).FindAllStringSubmatch(page, -1)
	if len(steps) == 0 || len(steps) > 5 {
		t.Errorf("%d steps", len(steps))
	}
	lines := strings.Split(strings.TrimSpace(docs.StartScript("")), "\n")
	if len(lines) > 10 || slices.Contains(lines, "") {
		t.Errorf("%d lines of script", len(lines))
	}
	if !strings.Contains(docs.StartScript(""), "catch ({ code })") {
		t.Error("the script does not say what to do about an error")
	}
	if !strings.Contains(html.UnescapeString(page), strings.TrimSpace(docs.StartPage())) {
		t.Error("the page is not shown as it is tested")
	}
}

func TestEveryCodeOfTheCatalogueHasItsPlace(t *testing.T) {
	page := opened(t)["/docs/errors"]
	has := func(anchor string) {
		t.Helper()
		after, ok := strings.CutPrefix(page[max(strings.Index(page, `id="`+anchor+`"`), 0):], `id="`+anchor+`"`)
		if !ok {
			t.Errorf("there is no anchor %s", anchor)
		} else if about, _, _ := strings.Cut(after, "<h"); !strings.Contains(about, "<p>") {
			t.Errorf("nothing is said about %s", anchor)
		}
	}
	for _, p := range catalogue.Problems {
		has(p.Code)
	}
	for _, r := range catalogue.Rules {
		has("rule." + r.Code)
	}
	for _, f := range catalogue.Faults {
		has("file." + f.Code)
	}
	for _, p := range catalogue.Prompts {
		has("prompt." + p.Code)
	}
	for _, c := range catalogue.Checks {
		has("check." + c.Code)
	}
	for _, r := range catalogue.Reasons {
		has("reason." + r.Code)
	}
	for _, o := range catalogue.Overrides {
		has("override." + o.Code)
	}
	for _, a := range catalogue.Actions {
		has("action." + a.Code)
	}
}

// paths lists the fields of a type as JSON names them, with [] for lists.
func paths(of reflect.Type, at string) []string {
	for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
		if of.Kind() == reflect.Slice {
			at += "[]"
		}
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct || of == reflect.TypeFor[onboarding.Timestamp]() {
		return []string{at}
	}
	var all []string
	for f := range of.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		all = append(all, paths(f.Type, strings.TrimPrefix(at+"."+name, "."))...)
	}
	return all
}

func TestThePageOfEventsHasEveryTypeEveryFieldAndTheSignatureOfItsExample(t *testing.T) {
	twin := opened(t)["/docs/events.md"]
	for _, name := range paths(reflect.TypeFor[onboarding.Payload](), "") {
		if !strings.Contains(twin, "| `"+strings.TrimSuffix(name, "[]")+"` |") {
			t.Errorf("nothing is said about the field %s", name)
		}
	}
	for _, name := range webhook.EventTypes() {
		about := regexp.MustCompile(`(?s)\{#` + regexp.QuoteMeta(string(name)) + `\}\n\n(\S[^\n]*)`)
		if !about.MatchString(twin) {
			t.Errorf("nothing is said about %s", name)
		}
	}
	if rows := regexp.MustCompile(`(?m)^\| \d+ \| `).FindAllString(twin, -1); len(rows) != webhook.MaxAttempts-1 {
		t.Errorf("%d pauses between %d attempts", len(rows), webhook.MaxAttempts)
	}
	shown := regexp.MustCompile("(?s)secret `(whsec_[^`]+)`.*?```\n(\\{.*?)\n```.*?" +
		"X-Service-Signature: (t=\\d+,kid=(\\w+),.*?)\n").
		FindStringSubmatch(twin)
	if shown == nil {
		t.Fatal("there is no example")
	}
	secrets := map[string]string{shown[4]: shown[1]}
	if err := webhook.Verify(shown[3], secrets, []byte(shown[2]), time.Unix(1763640000, 0)); err != nil {
		t.Error(err)
	}
}

func TestThePageOfCaptureLinksHasEveryStateAndFunction(t *testing.T) {
	twin := opened(t)["/docs/links.md"]
	d, err := openapi3.NewLoader().LoadFromData(api.OpenAPI())
	if err != nil {
		t.Fatal(err)
	}
	states := d.Components.Schemas["CaptureRequest"].Value.Properties["state"].Value.Enum
	if len(states) < 6 {
		t.Errorf("only the states %v are found", states)
	}
	for _, state := range states {
		if !strings.Contains(twin, fmt.Sprintf("\n| `%s` | ", state)) {
			t.Errorf("nothing is said about the state %s", state)
		}
	}
	for _, f := range intake.LinkFunctions() {
		if !strings.Contains(twin, "`"+string(f)+"`") {
			t.Errorf("the function %s is not there", f)
		}
	}
}

func TestThePageOfTheAPIHasEveryOperationWithWhatItTakesAndAnswers(t *testing.T) {
	page, twin := opened(t)["/docs/api"], opened(t)["/docs/api.md"]
	d, err := openapi3.NewLoader().LoadFromData(api.OpenAPI())
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for path, item := range d.Paths.Map() {
		for method, o := range item.Operations() {
			n++
			heading := "### `" + method + " " + path + "` {#" + o.OperationID + "}\n"
			_, about, ok := strings.Cut(twin, heading)
			if !ok || !strings.Contains(page, ` id="`+o.OperationID+`"`) {
				t.Errorf("%s %s is not there", method, path)
				continue
			}
			about, _, _ = strings.Cut(about, "\n### ")
			for _, p := range append(slices.Clone(item.Parameters), o.Parameters...) {
				if !strings.Contains(about, "| `"+p.Value.Name+"` in "+p.Value.In+" |") {
					t.Errorf("%s lacks the parameter %s", heading, p.Value.Name)
				}
			}
			for status := range o.Responses.Map() {
				if !strings.Contains(about, "\n| "+status+" | ") {
					t.Errorf("%s lacks the answer %s", heading, status)
				}
			}
			if body := o.RequestBody; body != nil {
				for media := range body.Value.Content {
					if !strings.Contains(about, "Body as `"+media+"`") {
						t.Errorf("%s lacks the body %s", heading, media)
					}
				}
			}
		}
	}
	for name := range d.Components.Schemas {
		if !strings.Contains(page, ` id="schema-`+name+`"`) {
			t.Errorf("the schema %s is not there", name)
		}
	}
	if n < 50 {
		t.Errorf("only %d operations were found", n)
	}
}

func TestEveryExampleOfABodyKeepsItsSchema(t *testing.T) {
	twin := opened(t)["/docs/api.md"]
	d, err := openapi3.NewLoader().LoadFromData(api.OpenAPI())
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?s)Body as `application/json`: \\[`(\\w+)`\\].*?```\n(.*?)\n```").
		FindAllStringSubmatch(twin, -1)
	if len(shown) < 10 {
		t.Errorf("only %d examples were found", len(shown))
	}
	for _, m := range shown {
		var value any
		if err := json.Unmarshal([]byte(m[2]), &value); err != nil {
			t.Errorf("the example of %s is no JSON: %v\n%s", m[1], err, m[2])
			continue
		}
		for _, required := range d.Components.Schemas[m[1]].Value.Required {
			if _, ok := value.(map[string]any)[required]; !ok {
				t.Errorf("the example of %s lacks %s", m[1], required)
			}
		}
	}
}

func TestEveryOptionHasItsPlaceWithItsDefaultAndRange(t *testing.T) {
	twin := opened(t)["/docs/options.md"]
	for _, o := range preset.Options() {
		anchor := o.Path
		if o.Line == onboarding.EarlierLine {
			anchor += "-9"
		}
		_, about, ok := strings.Cut(twin, "### `"+o.Path+"` {#"+anchor+"}\n")
		about, _, _ = strings.Cut(about, "\n### ")
		value, _ := json.Marshal(o.Default)
		switch {
		case !ok:
			t.Errorf("the option %s is not there", o.Path)
		case !strings.Contains(about, "\n- default: `") || !strings.Contains(html.UnescapeString(about), string(value)):
			t.Errorf("%s lacks its default %s: %s", o.Path, value, about)
		case (o.Min != nil && o.Max != nil) != strings.Contains(about, "\n- range: "),
			(o.Since != "") != strings.Contains(about, "\n- since: "),
			(o.Until != "") != strings.Contains(about, "\n- until: "):
			t.Errorf("%s lacks its range or its versions: %s", o.Path, about)
		}
	}
}

func TestTheExampleOfOptionsNamesOptionsWithValuesOfTheirTypes(t *testing.T) {
	_, example, _ := strings.Cut(opened(t)["/docs/options.md"], "sdkCustomizationOptions: ")
	example, _, _ = strings.Cut(example, "\n```")
	text := regexp.MustCompile(`(\w+):`).ReplaceAllString(example, `"$1":`)
	text = regexp.MustCompile(`,(\s*\})`).ReplaceAllString(text, "$1")
	content, _, err := preset.ParseContent(json.RawMessage(text), nil, nil)
	if err != nil || len(content.Values) < 2 {
		t.Errorf("the example is %s: %v", text, err)
	}
}

func TestTheFormAboutASignatureNamesTheCauseAndKeepsNoSecret(t *testing.T) {
	h := webtest.Open(t)
	b := h.Browser()
	const body, spaced = `{"event":{"id":"01JCZ"}}`, `{"event": {"id": "01JCZ"}}`
	secret := webhook.NewSecret()
	now := h.Clock.Now()
	form := url.Values{
		"header": {webhook.Signature("k_1", secret, now.Unix(), []byte(body))},
		"secret": {secret},
		"body":   {spaced},
	}
	for want, change := range map[string]url.Values{
		"The body was parsed and written again.": {},
		"The signature is right.":                {"body": {body}},
		"The secret is another one.":             {"body": {body}, "secret": {webhook.NewSecret()}},
		"The header is not whole.":               {"header": {"t=1"}},
		"Only the time is wrong": {
			"body":     {body},
			"received": {now.Add(time.Hour).Format(time.RFC3339)},
		},
		"The time of arrival can&#39;t be read.": {"received": {"noon"}},
	} {
		sent := maps.Clone(form)
		maps.Copy(sent, change)
		if b.Send("POST", "/docs/signature", sent); b.Status != http.StatusOK || !strings.Contains(b.Body, want) {
			t.Errorf("%q is not what is said: %d", want, b.Status)
		}
		if strings.Contains(html.UnescapeString(b.Body), sent.Get("secret")) {
			t.Errorf("%s: the page repeats the secret", want)
		}
	}
	b.Headers["Sec-Fetch-Site"] = "cross-site"
	if b.Send("POST", "/docs/signature", form); b.Status != http.StatusForbidden {
		t.Errorf("another site's form is answered %d", b.Status)
	}
}

func TestThePagesOfIntegrationLeadToTheDocumentation(t *testing.T) {
	pages := opened(t)
	b := webtest.Open(t).As(access.Admin)
	for path, want := range map[string]string{
		"/clients":  "/docs",
		"/keys":     "/docs/api",
		"/presets":  "/docs/options",
		"/sandbox":  "/docs",
		"/webhooks": "/docs/events",
	} {
		found := regexp.MustCompile(`href="(/docs[^"#]*)(?:#([^"]+))?"`).FindStringSubmatch(b.Get(path).Body)
		if found == nil || found[1] != want {
			t.Errorf("%s leads to %q of the documentation, want %s", path, found, want)
		} else if page := pages[found[1]]; found[2] != "" && !strings.Contains(page, ` id="`+found[2]+`"`) {
			t.Errorf("%s leads to %s, which is not there", path, found[0])
		}
	}
	b.Get("/webhooks").Want(http.StatusOK, `href="/docs/signature"`)
}
