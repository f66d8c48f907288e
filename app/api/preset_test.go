package api_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// admin are the headers of acme's API key, with an If-Match where a tag is given.
func admin(tag string) headers {
	h := headers{"X-Api-Key-Id": "acme", "X-Api-Key-Secret": "right", "Content-Type": "application/json"}
	if tag != "" {
		h["If-Match"] = tag
	}
	return h
}

const branded = `{"name":"branded","values":{
	"idCaptureCustomizationOptions":{"captureOptions":{"focusThreshold":0.9},
		"colorOptions":{"captureScreenBgColor":"#102030"}}}}`

// publish publishes the draft of a preset, and returns its tag.
func (w *world) publish(name, tag string) string {
	w.t.Helper()
	a := w.call("POST", "/api/presets/"+name+"/publish", admin(tag), `{"note":"as agreed"}`)
	if a.status != http.StatusCreated {
		w.t.Fatalf("%d %s", a.status, a.body)
	}
	return a.header.Get("ETag")
}

// problems returns each field that an answer complains about, with the rule.
func problems(t *testing.T, a answer) string {
	t.Helper()
	var problem struct {
		Errors []struct{ Field, Rule string }
	}
	a.into(t, &problem)
	var all []string
	for _, e := range problem.Errors {
		all = append(all, e.Field+":"+e.Rule)
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

const focus = "idCaptureCustomizationOptions.captureOptions.focusThreshold"

func TestBadPresetsAreRefusedByName(t *testing.T) {
	w := newWorld(t)
	a := w.call("POST", "/api/presets", admin(""), branded)
	tag := a.header.Get("ETag")
	for name, c := range map[string]struct{ method, path, tag, body, want string }{
		"a taken name":          {"POST", "", "", branded, "name:unique"},
		"no name":               {"POST", "", "", `{"name":""}`, "name:required"},
		"a word of the address": {"POST", "", "", `{"name":"catalogue"}`, "name:reserved"},
		"capitals":              {"POST", "", "", `{"name":"Brand"}`, "name:characters"},
		"several mistakes": {
			"PUT", "/branded/draft", tag, `{"values":{"language":"X","isDebugMode":1},"texts":{"XX":{}}}`,
			"isDebugMode:type language:one_of texts.XX:one_of",
		},
		"no values": {"PUT", "/branded/draft", tag, `{"values":null}`, "values:type"},
		"no texts":  {"PUT", "/branded/draft", tag, `{"texts":null,"palette":null}`, "palette:type texts:type"},
		"no texts of a language": {
			"PUT", "/branded/draft", tag, `{"texts":{"FR":null,"ES":[],"HI":{}}}`, "texts.ES:type texts.FR:type",
		},
		"texts that are a list":      {"PUT", "/branded/draft", tag, `{"texts":[]}`, "texts:type"},
		"a new preset of nothing":    {"POST", "", "", `{"name":"other","values":null}`, "values:type"},
		"a file of no texts":         {"POST", "/import", tag, `{"name":"branded","texts":null}`, "texts:type"},
		"a file that is null":        {"POST", "/import", tag, `null`, "values:type"},
		"no changes but null":        {"PATCH", "/branded/draft", "", `{"changes":null}`, "changes:type"},
		"a description that is null": {"PUT", "/branded", tag, `{"description":null}`, "description:type"},
		"a note that is null":        {"POST", "/branded/publish", tag, `{"note":null}`, "note:type"},
		"a version that is null":     {"POST", "/branded/rollback", tag, `{"version":null,"note":"x"}`, "version:type"},
		"a name that is null":        {"POST", "/branded/clone", "", `{"name":null}`, "name:type"},
		"assignments that are null":  {"PUT", "/branded/assignments", tag, `null`, "assignments:type"},
		"a share that is null": {
			"PUT", "/branded/assignments", tag, `[{"percent":null}]`, "assignments[0].percent:type",
		},
		"a hold that is null": {"PUT", "/branded/assignments", tag, `[{"hold":null}]`, "assignments[0].hold:type"},
		"deep values": {
			"PUT", "/branded/draft", tag, `{"values":{"language":` + strings.Repeat("[", 99) + strings.Repeat("]", 99) + `}}`,
			"language:depth",
		},
		"very deep values": {
			"PUT", "/branded/draft", tag, `{"values":` + strings.Repeat(`{"a":`, 20000) + "1" + strings.Repeat("}", 20001),
			"values" + strings.Repeat(".a", 31) + ":depth",
		},
		"no number": {
			"PUT", "/branded/draft", tag, `{"values":{"idCaptureCustomizationOptions":{"captureOptions":` +
				`{"glareDetectionThreshold":0.2,"focusThreshold":NaN}}}}`,
			"values.idCaptureCustomizationOptions.captureOptions.focusThreshold:syntax",
		},
		"no number to change to": {
			"PATCH", "/branded/draft", "", `{"changes":[{"path":"language","value":-Infinity}]}`, "changes.value:syntax",
		},
		"a deep file": {
			"POST", "/import", "", `{"a":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`, "a:depth",
		},
		"no tag":             {"PUT", "/branded/draft", "", `{"values":{}}`, "if-match:required"},
		"a wrong tag":        {"PUT", "/branded/draft", "7", `{"values":{}}`, "if-match:format"},
		"no tag to describe": {"PUT", "/branded", "", `{"description":"x"}`, "if-match:required"},
		"a long description": {
			"PUT", "/branded", tag, `{"description":"` + strings.Repeat("x", 501) + `"}`, "description:max_length",
		},
		"no note":    {"POST", "/branded/publish", tag, `{"note":" "}`, "note:required"},
		"no changes": {"PATCH", "/branded/draft", "", `{"changes":[]}`, "changes:range"},
		"an old value": {
			"PATCH", "/branded/draft", "", `{"changes":[{"path":"languge","value":"EN"}]}`, "languge:unknown",
		},
		"a change twice": {
			"PATCH", "/branded/draft", "", `{"changes":[{"path":"language"},{"path":"language"}]}`,
			"changes[1].path:unique",
		},
		"a large number": {
			"PATCH", "/branded/draft", "", `{"changes":[{"path":"language","value":1e999}]}`, "changes:range",
		},
		"a difference from nothing": {"GET", "/branded/diff?to=0", "", "", "from:required"},
		"a format":                  {"GET", "/branded/export?format=xml", "", "", "format:one_of"},
		"no version of an SDK":      {"GET", "/branded/export?sdkVersion=new", "", "", "sdkVersion:format"},
		"neither all nor not":       {"GET", "/branded/export?all=1", "", "", "all:one_of"},
		"a schema of no version":    {"GET", "/catalogue/schema?sdkVersion=11", "", "", "sdkVersion:format"},
		"a version that is none":    {"POST", "/branded/rollback", tag, `{"version":1.5,"note":"x"}`, "version:type"},
	} {
		a := w.call(c.method, "/api/presets"+c.path, admin(c.tag), c.body)
		if got := problems(t, a); a.status != http.StatusBadRequest || got != c.want {
			t.Errorf("%s: %d %s, want %s", name, a.status, a.body, c.want)
		}
	}
	for path, want := range map[string]int{
		"/none":               404,
		"/none/versions":      404,
		"/branded/versions/1": 404,
		"/branded/versions/x": 404,
	} {
		if a := w.call("GET", "/api/presets"+path, admin(""), ""); a.status != want {
			t.Errorf("%s: %d", path, a.status)
		}
	}
	foreign := headers{"X-Api-Key-Id": "other", "X-Api-Key-Secret": "right"}
	if a := w.call("GET", "/api/presets/branded", foreign, ""); a.status != http.StatusNotFound {
		t.Errorf("another company: %d %s", a.status, a.body)
	}
}
