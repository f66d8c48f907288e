package presets_test

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	pathpkg "path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	wing "proofdesk/app/web/presets"
	"proofdesk/app/web/webtest"
)

func TestAPresetGoesFromNothingToAnAssignedVersion(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	b.Get("/presets").Want(http.StatusOK, "No presets yet", "Create preset")
	b.Post("/presets", url.Values{"name": {" retail "}, "description": {"Shops"}}).Follow()
	b.Want(http.StatusOK, "The preset was created", "nothing published yet")
	b.Post("/presets/retail?group="+logic, url.Values{"base": {"{}"}, "v:" + glare: {"0.12"}}).Follow()
	b.Get("/presets/retail/publish").Want(http.StatusOK, "glareDetectionThreshold", "default (0.2)", "0.12")
	b.Post("/presets/retail/publish", url.Values{"version": {b.Field("version")}, "note": {" "}})
	b.Want(http.StatusBadRequest, "Enter a comment: in a few words, what changes and why.")
	b.Post("/presets/retail/publish", url.Values{
		"version": {b.Field("version")},
		"note":    {"Fewer reflections"},
	}).Follow()
	b.Want(http.StatusOK, "The version was published", "Fewer reflections", "retail@1", "The admin")
	b.Get("/presets/retail/use").Want(http.StatusOK, "It is assigned to nobody")
	b.Post("/presets/retail/assignments", url.Values{
		"function": {"ENROLLMENT"},
		"percent":  {"20"},
		"number":   {"1"},
		"from":     {"2026-12-24"},
	}).Follow()
	b.Want(http.StatusOK, "Enrolment", "20 %", "version 1")
	b.Get("/presets").Want(http.StatusOK, "enrolment: 20% of applicants, version 1, from", "Shops", "as published")
	b.Get("/presets/retail/export")
	if !strings.Contains(b.Body, `"glareDetectionThreshold": 0.12`) {
		t.Errorf("exported: %s", b.Body)
	}
}

func TestAWeakerVersionWaitsForASecondPerson(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	published(h, "retail")
	anna := h.As(access.Admin)
	anna.Get("/presets/retail").Post("/presets/retail", url.Values{"base": {"{}"}, "v:isDebugMode": {"true"}})
	anna.Get("/presets/retail/publish").Want(http.StatusOK, "A second person has to approve", "isDebugMode",
		"Ask for approval")
	anna.Post("/presets/retail/publish", url.Values{"version": {anna.Field("version")}, "note": {"debugging"}}).Follow()
	anna.Want(http.StatusOK, "waits for a second person", "You proposed it", "isDebugMode", "Screens that change")
	anna.Lacks("What changes", "Ask for approval") // which would replace the proposal by the same one
	anna.Get("/presets/retail").Post("/presets/retail", url.Values{"base": {"{}"}, "v:language": {"HI"}})
	anna.Get("/presets/retail/publish").Want(http.StatusOK, "You proposed it", "What changes", "Ask for approval")
	anna.Get("/presets/retail").Post("/presets/retail", url.Values{"base": {"{}"}, "unset": {"language"}})
	anna.Post("/presets/retail/approve", url.Values{"version": {anna.Field("version")}}).Want(http.StatusForbidden)
	p, err := h.Console.Presets.Approve(t.Context(), "agent:ben", "acme", "retail", -1)
	if err != nil || p.Latest != 2 {
		t.Fatal(p.Latest, err)
	}
	anna.Get("/presets/retail/versions").Want(http.StatusOK, "approved by", "debugging")
	anna.Get("/presets/retail/versions/1")
	anna.Post("/presets/retail/versions/1/rollback", url.Values{
		"version": {versionOf(anna, "rollback")}, "note": {"back"},
	}).Follow()
	anna.Want(http.StatusOK, "roll back to version 1", "retail@3")
}

func TestWhatWaitsForApprovalHasOneNameEverywhere(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{"isDebugMode": true})
	published(h, "retail") // proposed, as it weakens a protection
	b := h.As(access.Admin)
	b.Get("/presets/retail").Want(http.StatusOK, ">waits for approval<")
	b.Lacks("nothing published yet")
	b.Get("/presets").Want(http.StatusOK, "waits for approval")
	b.Get("/presets/retail/publish").Want(http.StatusOK, "<h2>Waits for approval</h2>")
	b.Get("/dashboard").Want(http.StatusOK, ">waits for approval<")
	b.Lacks("unpublished change")
	if _, err := h.Console.Presets.Approve(t.Context(), "agent:ben", "acme", "retail", -1); err != nil {
		t.Fatal(err)
	}
	assignedTo(b, nil).Follow()
	b.Get("/presets/retail").Want(http.StatusOK, "published as version 1", "wait for approval")
	b.Get("/presets").Want(http.StatusOK, "as published", "waits for approval", "now: nobody")
	b.Get("/dashboard").Want(http.StatusOK, ">as published<")
	b.Lacks("waits for approval") // the assignments do, and not the draft
}

func TestAProposalCanBeWithdrawn(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{"isDebugMode": true})
	published(h, "retail")
	b := h.As(access.Admin)
	b.Get("/presets/retail").Want(http.StatusOK, "waits for approval")
	b.Get("/presets").Want(http.StatusOK, "waits for approval")
	b.Get("/presets/retail/publish").Want(http.StatusOK, "Approve and publish", "Withdraw the proposal")
	b.Post("/presets/retail/withdraw", url.Values{"version": {b.Field("version")}}).Follow()
	b.Want(http.StatusOK, "The proposal was withdrawn")
	b.Lacks("Approve and publish")
}

func TestPublishingDuringAnEditKeepsTheNoteAndShowsWhatChanged(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	anna, ben := h.As(access.Admin), h.As(access.Admin)
	anna.Get("/presets/retail/publish")
	ben.Get("/presets/retail").Post("/presets/retail", url.Values{"base": {"{}"}, "v:language": {"HI"}})
	anna.Post("/presets/retail/publish", url.Values{"version": {anna.Field("version")}, "note": {"My words"}})
	anna.Want(http.StatusConflict, "Somebody changed the preset meanwhile", "My words", "language", "HI")
	anna.Post("/presets/retail/publish", url.Values{"version": {anna.Field("version")}, "note": {"My words"}}).Follow()
	anna.Want(http.StatusOK, "My words", "retail@1")
	if p, err := h.Store.Preset(t.Context(), "acme", "retail"); err != nil || p.Latest != 1 {
		t.Error(p.Latest, err)
	}
}

func TestAPresetInUseIsNotArchived(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	published(h, "retail")
	b := h.As(access.Admin)
	archive := func() {
		b.Get("/presets/retail/use")
		b.Post("/presets/retail/archive", url.Values{"version": {versionOf(b, "archive")}})
	}
	b.Get("/presets/retail/use")
	b.Post("/presets/retail/assignments", url.Values{"number": {"0"}, "percent": {"100"}}).Follow()
	archive()
	b.Want(http.StatusConflict, "The preset is in use: remove its assignments (1) first.")
	b.Post("/presets/retail/assignments", url.Values{"number": {"0"}, "percent": {"100"}})
	b.Want(http.StatusConflict, "It is assigned to this client and function already")
	b.Post("/presets/retail/assignments", url.Values{"number": {"0"}, "percent": {"half"}})
	b.Want(http.StatusBadRequest, "Enter a whole number from 0 to 100.")
	b.Post("/presets/retail/assignments/remove",
		url.Values{"version": {versionOf(b, "assignments/remove")}, "place": {"0"}}).Follow()
	archive()
	b.Follow().Want(http.StatusOK, "The preset was archived", "Restore")
	b.Get("/presets").Want(http.StatusOK, "No preset matches")
	b.Get("/presets?show=archived").Want(http.StatusOK, "retail")
	b.Get("/presets/retail").Want(http.StatusOK, "archived", "disabled")
	b.Post("/presets/retail", url.Values{"base": {"{}"}, "v:language": {"HI"}})
	b.Want(http.StatusConflict, "The preset is archived: restore it first.")
	b.Get("/presets/retail/use")
	b.Post("/presets/retail/restore", url.Values{"version": {b.Field("version")}}).Follow()
	b.Want(http.StatusOK, "The preset can be used again")
}

// largest makes the largest draft of a preset of acme that can be edited: texts of the longest kind in every language.
func largest(h *webtest.Fixture, name string) {
	h.T.Helper()
	longest := strings.Repeat("é", 20) + strings.Repeat("<", 480) // which is written as \u003c
	var edits []preset.Edit
	for _, language := range preset.Languages() {
		for _, o := range preset.Options() {
			if o.Type == preset.String && o.Path != "language" {
				edits = append(edits, preset.Edit{Path: preset.TextPath(language, o.Path), Value: longest})
			}
		}
	}
	for some := range slices.Chunk(edits, 50) {
		_, _, err := h.Console.Presets.EditDraft(h.T.Context(), "agent:cleo", "acme", name, some)
		if fault.Is(err, fault.Invalid) {
			return
		}
		if err != nil {
			h.T.Fatal(err)
		}
	}
	h.T.Error("a draft may be of any size")
}

// within reports whether the server reads a form that is posted to a path.
func within(path string, form url.Values) bool {
	for _, rule := range wing.Bodies() {
		if ok, _ := pathpkg.Match(rule.Pattern, path); ok {
			return int64(len(form.Encode())) <= rule.Limit
		}
	}
	return len(form.Encode()) <= 64<<10
}

func TestTheLargestPresetIsImportedAsItIsExported(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "large", nil)
	largest(h, "large")
	b := h.As(access.Admin)
	b.Get("/presets/large/export").Want(http.StatusOK)
	form := url.Values{"name": {"again"}, "json": {strings.ReplaceAll(b.Body, "\n", "\r\n")}} // as browsers send it
	if len(b.Body) < 900<<10 || !within("/presets/import", form) || !within("/presets/large/replace", form) {
		t.Errorf("a file of %d bytes is not read", len(b.Body))
	}
	b.Get("/presets").Post("/presets/import", form).Follow().Want(http.StatusOK, "The file was imported")
	if got, want := fmt.Sprint(draft(h, "again")), fmt.Sprint(draft(h, "large")); got != want {
		t.Error("the imported preset differs")
	}
	if edits := (url.Values{"v:" + closer: {strings.Repeat("é", 20_000)}}); !within("/presets/large", edits) {
		t.Error("a long form of options is not read")
	}
}

func TestAFileIsImportedOrItsMistakesAreListed(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	b.Get("/presets").Post("/presets/import", url.Values{
		"json": {`{"name":"file","description":"From a file","values":{"language":"HI"}}`},
	}).Follow()
	b.Want(http.StatusOK, "The file was imported")
	b.Get("/presets").Post("/presets/import", url.Values{"name": {"alone"}, "json": {`{"language":"ES"}`}}).Follow()
	b.Want(http.StatusOK, "The file was imported")
	if draft(h, "file")["language"] != "HI" || draft(h, "alone")["language"] != "ES" {
		t.Error(draft(h, "file"), draft(h, "alone"))
	}
	for text, said := range map[string]string{
		`{"languge":"HI"}`:                                           "there is no option languge; the nearest is language",
		`{"language":"XX","isDebugMode":1}`:                          "must be true or false",
		`{"values":{"language":"HI"},"values":{"isDebugMode":true}}`: "values comes twice",
		`{"name":"x","texts":{"HI":{},"HI":{}}}`:                     "HI comes twice",
		`{"name":"x","size":1}`:                                      "not an exported preset: look at &#34;size&#34;",
		`{"name":1}`:                                                 "not an exported preset: look at &#34;name&#34;",
		`{"language":"HI","language":"ES"}`:                          "language comes twice",
		`nonsense`:                                                   "The values are not well-formed JSON, at byte",
		"":                                                           "Paste the JSON of a preset.",
		`{"a":` + strings.Repeat("[", 4000):                          "nests deeper than 32 levels",
		strings.Repeat(" ", 2<<20) + "{}":                            "at most 2 MB",
	} {
		b.Get("/presets").Post("/presets/import", url.Values{"name": {"other"}, "json": {text}})
		b.Want(http.StatusBadRequest, said)
	}
	spanish := h.As(access.Admin)
	spanish.Headers["Accept-Language"] = "es-MX"
	spanish.Get("/presets").Post("/presets/import", url.Values{"name": {"other"}, "json": {`{"name":"x","size":1}`}})
	spanish.Want(http.StatusBadRequest, "no es un preajuste exportado: revise &#34;size&#34;")
	spanish.Get("/presets").Post("/presets/import", url.Values{"json": {strings.Repeat(" ", 2<<20) + "{}"}})
	spanish.Want(http.StatusBadRequest, "El archivo puede tener como máximo 2 MB.")
	b.Get("/presets").Post("/presets/import", url.Values{"name": {"file"}, "json": {`{"language":"HI"}`}})
	b.Want(http.StatusBadRequest, `id="import-name-problem">Another preset already has this name: choose another name.`)
	version := versionOf(b.Get("/presets/file/use"), "replace")
	b.Post("/presets/file/replace", url.Values{"version": {version}, "json": {`{"language":"FR"}`}}).Follow()
	if draft(h, "file")["language"] != "FR" {
		t.Error(draft(h, "file"))
	}
}

func TestAPresetIsCopiedAndDescribed(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	b := h.As(access.Admin)
	b.Get("/presets/retail/use").Post("/presets/retail/copy", url.Values{"name": {"Bad Name"}})
	b.Want(http.StatusBadRequest, "lower-case letters, digits and hyphens")
	b.Post("/presets/retail/copy", url.Values{"name": {"branch"}}).Follow().Want(http.StatusOK, "branch")
	if draft(h, "branch")[glare] != .3 {
		t.Error(draft(h, "branch"))
	}
	b.Get("/presets/branch/use")
	b.Post("/presets/branch/describe", url.Values{"version": {b.Field("version")}, "description": {"Second"}}).Follow()
	b.Want(http.StatusOK, "Second")
	b.Get("/presets?q=second").Want(http.StatusOK, "branch")
	b.Lacks(`href="/presets/retail"`)
	b.Get("/presets").Post("/presets", url.Values{"name": {"third"}, "description": {"Own"}, "from": {"retail"}})
	b.Follow().Want(http.StatusOK, "The preset was copied")
}

func TestVersionsAreCompared(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3, ground: "#102030"})
	published(h, "retail")
	b := h.As(access.Admin)
	b.Get("/presets/retail/compare").Want(http.StatusOK, "They set the same options")
	b.Get("/presets/retail/compare?from=0&to=1").Want(http.StatusOK, "default (0.2)", "0.3", "#102030")
	b.Get("/presets/retail/compare?from=1&to=0").Want(http.StatusOK, "default (0.2)")
	for _, wrong := range []string{"from=7", "from=-1", "to=x"} {
		b.Get("/presets/retail/compare?" + wrong).Want(http.StatusNotFound)
	}
	b.Get("/presets/retail/versions/x").Want(http.StatusNotFound)
}

func TestSearchAndFiltersChooseTheRows(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	b := h.As(access.Senior)
	b.Get("/presets/retail?q=glare").Want(http.StatusOK, "glareDetectionThreshold", "tooMuchGlare")
	b.Get("/presets/retail?q=%40set").Want(http.StatusOK, "1 of 421", "glareDetectionThreshold")
	b.Get("/presets/retail?q=%40shiny").Want(http.StatusOK, "There is no filter @shiny", "No option matches")
	b.Get("/presets/retail?group=nothing").Want(http.StatusOK, "bothCameraToggle")
	b.Lacks("Save changes")
}

func TestSomebodyElseAtAPresetIsNamed(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", nil)
	admin, senior := h.As(access.Admin), h.As(access.Senior)
	admin.Get("/presets/retail").Post("/presets/retail/watch", nil).Want(http.StatusOK, `{"others":[],"revision":1}`)
	senior.Get("/presets/retail").Post("/presets/retail/watch", nil).Want(http.StatusOK, "The admin")
	admin.Get("/presets/retail").Post("/presets/retail/watch", nil).Want(http.StatusOK, "The senior")
}

func TestAVersionIsExportedInEveryFormatAndForOlderSDKVersions(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{
		glare: .12,
		"signatureConfiguration.signature_stroke_size":           "6",
		"fourFingerConfiguration.CFC_CAPTURE_LEFT_HAND":          "Y",
		"idCaptureCustomizationOptions.isBarcodeRecoveryEnabled": true,
	})
	published(h, "retail")
	b := h.As(access.Auditor)
	b.Get("/presets/retail/versions/1").Want(http.StatusOK, `value="kotlin"`, `value="signature"`,
		`value="fingerprint"`, `value="json"`, `value="10.1.18.2.01"`, "all options")
	for query, want := range map[string]string{
		"":                                       `"glareDetectionThreshold": 0.12`,
		"&format=json&all=true":                  `"focusThreshold": `,
		"&format=kotlin":                         "glareDetectionThreshold = 0.12f",
		"&format=kotlin&all=true&sdkVersion=9.0": "consecutiveFakeFaceLimit = 15",
		"&format=signature":                      `"signature_stroke_size": "6"`,
		"&format=fingerprint":                    `"CFC_CAPTURE_LEFT_HAND": "Y"`,
		"&format=fingerprint&all=true&sdkVersion=": `"CFC_PROCESS_INDEX_FINGER": "Y"`,
	} {
		if b.Get("/presets/retail/export?version=1" + query); !strings.Contains(b.Body, want) {
			t.Errorf("%s: %.400s", query, b.Body)
		}
	}
	b.Get("/presets/retail/export?version=1&format=xml").Want(http.StatusBadRequest)
	b.Get("/presets/retail/export?version=1&sdkVersion=latest").Want(http.StatusBadRequest)
}

func TestWhoseProposalEndsIsToldAndWhoEndsItIsWarned(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	published(h, "retail")
	b := h.As(access.Admin)
	b.Get("/presets/retail").Post("/presets/retail", url.Values{"base": {"{}"}, "v:isDebugMode": {"true"}})
	b.Get("/presets/retail/publish")
	b.Post("/presets/retail/publish", url.Values{"version": {b.Field("version")}, "note": {"debugging"}}).Follow()
	b.Get("/presets/retail").Post("/presets/retail", url.Values{"base": {"{}"}, "v:language": {"HI"}})
	b.Get("/presets/retail/publish").Want(http.StatusOK, "Your proposal that waits for approval is withdrawn then.")
	b.Get("/presets/retail/use").Want(http.StatusOK, "Your proposal that waits for approval is withdrawn then.")
	_, err := h.Console.Presets.Publish(t.Context(), "cli", "acme", "retail", presets.AnyRevision,
		presets.Publication{Note: "mine", Origin: preset.ByRollback, Of: 1})
	if err == nil {
		t.Fatal("the content of the newest version was published again")
	}
	_, _, err = h.Console.Presets.EditDraft(t.Context(), "cli", "acme", "retail", []preset.Edit{
		{Path: "isDebugMode", Base: true},
		{Path: glare, Base: .3, Value: .4},
	})
	if err != nil {
		t.Fatal(err)
	}
	published(h, "retail")
	for _, page := range []string{"/presets/retail", "/presets/retail/publish", "/presets/retail/use"} {
		b.Get(page).Want(http.StatusOK, "Your proposal was withdrawn because agent:cleo published version 2",
			"Its note: debugging")
	}
}

func TestOlderVersionsAreAPageAway(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", nil)
	for i := range 101 {
		_, _, err := h.Console.Presets.EditDraft(t.Context(), "cli", "acme", "retail", []preset.Edit{
			{Path: glare, Base: value(i - 1), Value: value(i)},
		})
		if err != nil {
			t.Fatal(err)
		}
		published(h, "retail")
	}
	b := h.As(access.Auditor)
	b.Get("/presets/retail/versions").Want(http.StatusOK, ">version 101<", ">version 52<", `?before=52"`)
	b.Lacks(">version 51<")
	b.Get("/presets/retail/versions?before=52").Want(http.StatusOK, ">version 51<", ">version 2<", `?before=2"`)
	b.Get("/presets/retail/versions?before=2").Want(http.StatusOK, ">version 1<", "with the defaults")
	b.Lacks(`versions?before=1"`)
}

// value is the threshold of a version; nil before the first.
func value(i int) any {
	if i < 0 {
		return nil
	}
	return float64(i) / 200
}

// versionOf returns the version in the form of a page that is sent to an address of the preset.
func versionOf(b *webtest.Browser, action string) string {
	b.T.Helper()
	form := regexp.MustCompile(`(?s)action="/presets/[^"]*/` + action + `".*?name="version" value="([^"]*)"`)
	found := form.FindStringSubmatch(b.Body)
	if found == nil {
		b.T.Fatalf("there is no form for %s", action)
	}
	return html.UnescapeString(found[1])
}

func TestAFormOfAPresetIsRefusedOnlyForWhatItIsAbout(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	published(h, "retail")
	b, other := h.As(access.Admin), h.As(access.Admin)
	shows := func(page, action string) url.Values {
		b.Get(page)
		return url.Values{"version": {versionOf(b, action)}, "note": {"why"}, "json": {`{"language":"FR"}`}}
	}
	types := func(option, value string) {
		other.Get("/presets/retail")
		other.Post("/presets/retail", url.Values{"base": {"{}"}, "v:" + option: {value}}).Follow()
	}
	describe := func(text string) {
		other.Get("/presets/retail/use")
		other.Post("/presets/retail/describe",
			url.Values{"version": {versionOf(other, "describe")}, "description": {text}}).Follow()
	}
	types("language", "ES")
	b.Post("/presets/retail/publish", shows("/presets/retail/publish", "publish")).Follow()
	rollback := shows("/presets/retail/versions/1", "rollback")
	types("bothCameraToggle", "true")
	b.Post("/presets/retail/versions/1/rollback", rollback).Follow().Want(http.StatusOK, "version 3")
	b.Get("/presets/retail/versions/1").Post("/presets/retail/versions/1/rollback", rollback)
	b.Want(http.StatusConflict, "Somebody changed the preset meanwhile")

	publish := shows("/presets/retail/publish", "publish")
	describe("First")
	b.Get("/presets/retail/publish").Post("/presets/retail/publish", publish).Follow().Want(http.StatusOK, "version 4")
	replace, archive := shows("/presets/retail/use", "replace"), shows("/presets/retail/use", "archive")
	describe("Second")
	b.Post("/presets/retail/replace", replace).Follow().Want(http.StatusOK)
	b.Get("/presets/retail/use").Post("/presets/retail/replace", replace)
	b.Want(http.StatusConflict, "Somebody changed the preset meanwhile")
	b.Get("/presets/retail/use").Post("/presets/retail/archive", archive).Follow().Want(http.StatusOK, "Restore")
	b.Post("/presets/retail/archive", archive).Want(http.StatusConflict)
}
