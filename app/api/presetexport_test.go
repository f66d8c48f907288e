package api_test

import (
	"net/http"
	"strings"
	"testing"
)

func TestAnExportImportsToTheSame(t *testing.T) {
	w := newWorld(t)
	w.call("POST", "/api/presets", admin(""), strings.Replace(branded, `"values"`,
		`"texts":{"HI":{"idCaptureCustomizationOptions":{"stringOptions":{"moveCloser":"पास लाएँ"}}}},"values"`, 1))
	file := w.call("GET", "/api/presets/branded/export", admin(""), "")
	again := strings.Replace(string(file.body), `"name":"branded"`, `"name":"copy"`, 1)
	if a := w.call("POST", "/api/presets/import", admin(""), again); a.status != http.StatusCreated {
		t.Fatalf("%d %s", a.status, a.body)
	}
	copied := w.call("GET", "/api/presets/copy/export", admin(""), "")
	if string(copied.body) != again {
		t.Errorf("%s\n%s", copied.body, again)
	}
	if a := w.call("POST", "/api/presets/import", admin(""), again); a.status != http.StatusBadRequest {
		t.Errorf("a second import without a tag: %d %s", a.status, a.body)
	}
}

func TestTheCatalogueIsTagged(t *testing.T) {
	w := newWorld(t)
	a := w.call("GET", "/api/presets/catalogue", admin(""), "")
	if a.status != http.StatusOK || len(a.body) < 100_000 {
		t.Fatalf("%d, %d bytes", a.status, len(a.body))
	}
	h := admin("")
	h["If-None-Match"] = a.header.Get("ETag")
	if a := w.call("GET", "/api/presets/catalogue", h, ""); a.status != http.StatusNotModified {
		t.Errorf("%d", a.status)
	}
}

func TestExportsComeInFourFormats(t *testing.T) {
	w := newWorld(t)
	a := w.call("POST", "/api/presets", admin(""), branded)
	w.publish("branded", a.header.Get("ETag"))
	for parameters, want := range map[string]string{
		"?format=kotlin":                            "focusThreshold = 0.9f\n",
		"?format=kotlin&version=1":                  "// Preset branded, version 1, for SDK 11.1.13.2.18.",
		"?format=kotlin&all=true":                   "glareDetectionThreshold = 0.2f\n",
		"?format=kotlin&all=true&sdkVersion=9.6.24": "consecutiveFakeFaceLimit = 15\n",
		"?format=signature":                         "{}\n",
		"?format=signature&all=true":                `"signature_stroke_size": "4"`,
		"?format=fingerprint&all=true":              `"CFC_CAPTURE_LEFT_HAND": "N"`,
		"?format=json":                              `"focusThreshold":0.9`,
		"?all=true":                                 `"glareDetectionThreshold":0.2`,
	} {
		a := w.call("GET", "/api/presets/branded/export"+parameters, admin(""), "")
		if a.status != http.StatusOK || !strings.Contains(string(a.body), want) ||
			!strings.HasPrefix(a.header.Get("Content-Disposition"), `attachment; filename="branded`) {
			t.Errorf("%s: %d %v %.300s", parameters, a.status, a.header, a.body)
		}
	}
}

func TestTheSchemaIsTagged(t *testing.T) {
	w := newWorld(t)
	a := w.call("GET", "/api/presets/catalogue/schema", admin(""), "")
	older := w.call("GET", "/api/presets/catalogue/schema?sdkVersion=9.6.24.2.15", admin(""), "")
	if a.status != http.StatusOK || a.header.Get("Content-Type") != "application/schema+json" ||
		a.header.Get("ETag") == older.header.Get("ETag") {
		t.Fatalf("%d %v", a.status, a.header)
	}
	h := admin("").with("If-None-Match", a.header.Get("ETag"))
	if a := w.call("GET", "/api/presets/catalogue/schema", h, ""); a.status != http.StatusNotModified {
		t.Errorf("%d", a.status)
	}
}

func TestAnImportedFileDescribesThePresetThatItReplaces(t *testing.T) {
	w := newWorld(t)
	w.call("POST", "/api/presets", admin(""), `{"name":"shop","description":"Old","values":{"language":"HI"}}`)
	const file = `{"name":"shop","description":" For shops ","version":7,"values":{"language":"HI"}}`
	a := w.call("POST", "/api/presets/import", admin("*"), file)
	if a.status != http.StatusOK || !strings.Contains(string(a.body), `"description":"For shops"`) {
		t.Errorf("%d %s", a.status, a.body)
	}
	a = w.call("POST", "/api/presets/import", admin("*"), `{"name":"shop","values":{"language":"HI"}}`)
	if a.status != http.StatusOK || !strings.Contains(string(a.body), `"description":"For shops"`) {
		t.Errorf("without a description: %d %s", a.status, a.body)
	}
	long := `{"name":"shop","description":"` + strings.Repeat("x", 501) + `","values":{}}`
	a = w.call("POST", "/api/presets/import", admin("*"), long)
	if a.status != http.StatusBadRequest || !strings.Contains(string(a.body), `"description"`) {
		t.Errorf("a long description: %d %s", a.status, a.body)
	}
}
