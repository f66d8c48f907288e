package api_test

import (
	"net/http"
	"strings"
	"testing"
)

const topBar = "idCaptureCustomizationOptions.colorOptions.captureScreenTopBarBgColor"

func TestThePaletteOfADraftIsPublishedAsPlainValues(t *testing.T) {
	w := newWorld(t)
	a := w.call("POST", "/api/presets", admin(""),
		`{"name":"branded","values":{"language":"ES"},"palette":{"barColor":"#0b3954"}}`)
	if a.status != http.StatusCreated ||
		!strings.Contains(string(a.body), `"values":{"language":"ES"},"palette":{"barColor":"#0B3954"}`) {
		t.Fatalf("%d %s", a.status, a.body)
	}
	for _, path := range []string{
		"/api/presets/branded/export?format=kotlin", "/api/presets/branded/export?sdkVersion=11.1.13.2.18",
		"/api/presets/branded/diff?from=0&to=draft",
	} {
		got := string(w.call("GET", path, admin(""), "").body)
		if !strings.Contains(got, "#0B3954") || strings.Contains(got, "palette") {
			t.Errorf("%s: %s", path, got)
		}
	}
	tag := w.publish("branded", a.header.Get("ETag"))
	version := w.call("GET", "/api/presets/branded/versions/1", admin(""), "")
	if got := string(version.body); !strings.Contains(got, `"captureScreenTopBarBgColor":"#0B3954"`) ||
		strings.Contains(got, "palette") {
		t.Errorf("%s", got)
	}
	a = w.call("PUT", "/api/presets/branded/assignments", admin(tag), `[{}]`)
	if _, value := w.sdkOptions("acme", "", topBar); value != "#0B3954" {
		t.Errorf("a session gets %v", value)
	}
	a = w.call("PUT", "/api/presets/branded/draft", admin(a.header.Get("ETag")), `{"values":{"language":"ES"}}`)
	if strings.Contains(string(a.body), "palette") {
		t.Errorf("a draft that is replaced keeps a palette: %s", a.body)
	}
	a = w.call("PATCH", "/api/presets/branded/draft", admin(""),
		`{"changes":[{"path":"palette.barColor","value":"#222222"}]}`)
	if a.status != http.StatusOK {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestADraftThatIsExportedAndImportedKeepsItsPalette(t *testing.T) {
	w := newWorld(t)
	w.call("POST", "/api/presets", admin(""),
		`{"name":"branded","values":{"language":"ES"},"palette":{"barColor":"#0b3954"}}`)
	file := string(w.call("GET", "/api/presets/branded/export", admin(""), "").body)
	a := w.call("POST", "/api/presets/import?name=copy", admin(""), file)
	if a.status != http.StatusCreated ||
		!strings.Contains(string(a.body), `"values":{"language":"ES"},"palette":{"barColor":"#0B3954"}`) {
		t.Errorf("%d %s", a.status, a.body)
	}
	again := string(w.call("GET", "/api/presets/copy/export", admin(""), "").body)
	if strings.Replace(again, `"copy"`, `"branded"`, 1) != file {
		t.Errorf("exported %s, imported and exported %s", file, again)
	}
}

func TestValuesAloneAreImportedByTheNameThatIsGiven(t *testing.T) {
	w := newWorld(t)
	a := w.call("POST", "/api/presets/import?name=plain", admin(""), `{"language":"FR"}`)
	if a.status != http.StatusCreated || !strings.Contains(string(a.body), `"values":{"language":"FR"}`) {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := w.call("POST", "/api/presets/import", admin(""), `{"language":"FR"}`); a.status != 400 ||
		!strings.Contains(string(a.body), `"field":"name","rule":"required"`) {
		t.Errorf("without a name: %d %s", a.status, a.body)
	}
	if a := w.call("POST", "/api/presets/import?name=other", admin(""), `{"langage":"FR"}`); a.status != 400 ||
		!strings.Contains(string(a.body), `"field":"langage"`) {
		t.Errorf("misspelled: %d %s", a.status, a.body)
	}
	w.publish("plain", a.header.Get("ETag"))
	list := string(w.call("GET", "/api/presets/plain/versions", admin(""), "").body)
	if !strings.Contains(list, `"origin":"IMPORT"`) {
		t.Errorf("published after an import: %s", list)
	}
}

func TestAPaletteIsValidatedAsAnyColour(t *testing.T) {
	w := newWorld(t)
	w.call("POST", "/api/presets", admin(""), branded)
	a := w.call("POST", "/api/presets/branded/validate", admin(""),
		`{"palette":{"textColor":"#888888","pageColor":"#999999"}}`)
	if got := string(a.body); !strings.Contains(got, `"valid":true`) ||
		!strings.Contains(got, `"path":"palette.textColor","rule":"contrast"`) {
		t.Errorf("%s", got)
	}
	a = w.call("POST", "/api/presets/branded/validate", admin(""),
		`{"values":{"language":"XX"},"palette":{"textColor":"grey","shade":"#999999"}}`)
	for _, want := range []string{
		`"valid":false`, `"path":"language","rule":"one_of"`, `"path":"palette.textColor","rule":"format"`,
		`"path":"palette.shade","rule":"unknown"`,
	} {
		if !strings.Contains(string(a.body), want) {
			t.Errorf("no %s in %s", want, a.body)
		}
	}
}

func TestTheNumberOfSetOptionsCountsNeitherLanguagesNorSlots(t *testing.T) {
	w := newWorld(t)
	a := w.call("POST", "/api/presets", admin(""), `{"name":"counted","values":{"language":"HI",
		"idCaptureCustomizationOptions":{"stringOptions":{"moveCloser":"Closer"}}},
		"texts":{"HI":{"idCaptureCustomizationOptions":{"stringOptions":{"moveCloser":"पास"}}}},
		"palette":{"barColor":"#102030"}}`)
	if a.status != http.StatusCreated || !strings.Contains(string(a.body), `"set":2`) {
		t.Errorf("%d %s", a.status, a.body)
	}
}
