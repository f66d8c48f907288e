package api_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"proofdesk/app/api"
)

// described is what the description says about a call.
type described struct {
	Parameters []struct {
		Name, In string
		Required bool
	}
	Responses map[string]struct {
		Ref     string `json:"$ref"`
		Headers map[string]any
	}
}

// wants reports whether a call has to name the version that it changes.
func (d described) wants() bool {
	for _, p := range d.Parameters {
		if p.Name == "If-Match" {
			return p.Required
		}
	}
	return false
}

// tagged reports whether an answer is described as one with the version of what it holds.
func (d described) tagged(status string) bool { return d.Responses[status].Headers["ETag"] != nil }

// presetCalls returns what is described about presets, by method and path; uploads have tests of their own.
func presetCalls(t *testing.T) map[string]described {
	t.Helper()
	var doc struct {
		Paths map[string]map[string]described
	}
	if err := json.Unmarshal(api.OpenAPI(), &doc); err != nil {
		t.Fatal(err)
	}
	calls := map[string]described{}
	for path, methods := range doc.Paths {
		for method, d := range methods {
			if strings.HasPrefix(path, "/api/presets") && !strings.Contains(path, "/media") {
				calls[strings.ToUpper(method)+" "+path] = d
			}
		}
	}
	return calls
}

// minimal are the bodies with which a call is answered as it should be.
var minimal = map[string]string{
	"PUT /api/presets/{name}":                     `{"description":"Shops"}`,
	"PUT /api/presets/{name}/draft":               `{"values":{"language":"FR"}}`,
	"PATCH /api/presets/{name}/draft":             `{"changes":[{"path":"language","value":"ES"}]}`,
	"POST /api/presets/{name}/publish":            `{"note":"as agreed"}`,
	"POST /api/presets/{name}/rollback":           `{"version":1,"note":"as before"}`,
	"POST /api/presets/{name}/clone":              `{"name":"copied"}`,
	"PUT /api/presets/{name}/assignments":         `[]`,
	"POST /api/presets/{name}/validate":           `{"values":{}}`,
	"POST /api/presets/import":                    `{"name":"imported","values":{}}`,
	"POST /api/presets":                           `{"name":"made","values":{}}`,
	"GET /api/presets/{name}/diff":                `?from=0&to=1`,
	"GET /api/presets/catalogue/replay":           `?path=` + focus + `&value=0.9`,
	"POST /api/presets/{name}/assignments/resume": `{}`,
}

func TestEveryCallOfAPresetTagsItsAnswerAndAsksForATagAsDescribed(t *testing.T) {
	w := newWorld(t)
	a := w.call("POST", "/api/presets", admin(""), branded)
	w.publish("branded", a.header.Get("ETag"))
	calls := presetCalls(t)
	var names []string
	for name := range calls {
		names = append(names, name)
	}
	slices.Sort(names)
	wanting, tagged := 0, 0
	for _, name := range names {
		d := calls[name]
		method, path, _ := strings.Cut(name, " ")
		path = strings.NewReplacer("{name}", "branded", "{number}", "1").Replace(path)
		body := minimal[name]
		if method == http.MethodGet {
			path, body = path+body, ""
		}
		if method != http.MethodGet {
			a := w.call(method, path, admin(""), body)
			asked := a.status == http.StatusBadRequest && strings.Contains(string(a.body), `"if-match"`)
			if asked != d.wants() {
				t.Errorf("%s without a tag: %d, described as asking for one: %v: %s", name, a.status, d.wants(), a.body)
			}
			if asked {
				wanting++
				stale := w.call(method, path, admin(`"99999"`), body)
				if stale.status != http.StatusPreconditionFailed {
					t.Errorf("%s with an old tag: %d %s", name, stale.status, stale.body)
				}
			}
			continue
		}
		a := w.call(method, path, admin(""), "")
		if a.status != http.StatusOK {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
		if got := a.header.Get("ETag") != ""; got != d.tagged("200") {
			t.Errorf("%s has a tag: %v, described with one: %v", name, got, d.tagged("200"))
		}
		if a.header.Get("ETag") != "" {
			tagged++
		}
	}
	if len(names) < 20 || wanting < 8 || tagged < 3 {
		t.Errorf("%d calls, %d that want a tag, %d with a tag", len(names), wanting, tagged)
	}
}

func TestEveryChangeOfAPresetAnswersWithTheTagOfWhatItLeaves(t *testing.T) {
	w := newWorld(t)
	a := w.call("POST", "/api/presets", admin(""), branded)
	w.publish("branded", a.header.Get("ETag"))
	calls := presetCalls(t)
	for _, name := range []string{
		"PUT /api/presets/{name}", "PATCH /api/presets/{name}/draft", "PUT /api/presets/{name}/draft",
		"POST /api/presets/{name}/publish", "POST /api/presets/{name}/rollback", "PUT /api/presets/{name}/assignments",
		"POST /api/presets/{name}/clone", "POST /api/presets/import", "POST /api/presets/{name}/archive",
		"POST /api/presets/{name}/restore",
	} {
		method, path, _ := strings.Cut(name, " ")
		a := w.call(method, strings.Replace(path, "{name}", "branded", 1), admin("*"), minimal[name])
		status := strconv.Itoa(a.status)
		if a.status >= 300 || a.header.Get("ETag") == "" || !calls[name].tagged(status) {
			t.Errorf("%s: %d, tag %q, described with one: %v: %s", name, a.status, a.header.Get("ETag"),
				calls[name].tagged(status), a.body)
		}
	}
	now := w.call("GET", "/api/presets/branded", admin(""), "").header.Get("ETag")
	if a := w.call("PUT", "/api/presets/branded", admin(now), minimal["PUT /api/presets/{name}"]); a.status != 200 {
		t.Errorf("the tag of what is there: %d %s", a.status, a.body)
	}
}
