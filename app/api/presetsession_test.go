package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"proofdesk/app/store"
)

// sdkOptions returns what initialize answers a client: the preset, and the value of a path.
func (w *world) sdkOptions(who, fields, path string) (string, any) {
	w.t.Helper()
	a := w.call("POST", "/api/v4/initialize", bearer(who), `{"flavor":"MEDIUM","sdkVersion":"11.1.13.2.18"`+fields+`}`)
	if a.status != http.StatusOK {
		w.t.Fatalf("%d %s", a.status, a.body)
	}
	var s struct {
		Preset        *struct{ Name string }
		Customization map[string]any
	}
	if err := json.Unmarshal(a.body, &s); err != nil {
		w.t.Fatal(err)
	}
	name := ""
	if s.Preset != nil {
		name = s.Preset.Name
	}
	var value any = s.Customization
	for part := range strings.SplitSeq(path, ".") {
		block, _ := value.(map[string]any)
		value = block[part]
	}
	return name, value
}

// clients inserts the two clients of acme.
func (w *world) clients() {
	w.write(func(tx *store.Tx) error {
		for _, id := range []string{"sdk", "sdk2"} {
			err := tx.InsertClient(w.t.Context(), store.Client{Company: "acme", ID: id, Name: id, SecretHash: "h"})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func TestAPublishedPresetReachesItsClientAndNoOther(t *testing.T) {
	w := newWorld(t)
	w.clients()
	a := w.call("POST", "/api/presets", admin(""), branded)
	if a.status != http.StatusCreated {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if name, value := w.sdkOptions("acme", "", focus); name != "" || value != .98 {
		t.Fatalf("before it is published: %q, %v", name, value)
	}
	tag := w.publish("branded", a.header.Get("ETag"))
	a = w.call("PUT", "/api/presets/branded/assignments", admin(tag), `[{"client":"sdk"}]`)
	if a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	for who, want := range map[string]string{
		"acme":  "branded 0.9",
		"acme2": " 0.98",
		"other": " 0.98",
	} {
		if name, value := w.sdkOptions(who, "", focus); fmt.Sprint(name, " ", value) != want {
			t.Errorf("%s: %q %v, want %s", who, name, value, want)
		}
	}
	if name, _ := w.sdkOptions("acme2", `,"preset":"branded@1"`, focus); name != "branded" {
		t.Errorf("chosen by name: %q", name)
	}
}

func TestAJobKeepsTheVersionThatItWasCapturedWith(t *testing.T) {
	w := newWorld(t)
	a := w.call("POST", "/api/presets", admin(""), branded)
	tag := w.publish("branded", a.header.Get("ETag"))
	a = w.call("PUT", "/api/presets/branded/assignments", admin(tag), `[{}]`)
	made := w.call("POST", "/api/v4/jobs", bearer("acme"), jobBody)
	var job struct {
		JobID  string
		Preset struct {
			Name    string
			Version int
		}
	}
	made.into(t, &job)
	if job.Preset.Name != "branded" || job.Preset.Version != 1 {
		t.Fatalf("%s", made.body)
	}
	a = w.call("PUT", "/api/presets/branded/draft", admin(a.header.Get("ETag")), `{"values":{"language":"ES"}}`)
	w.publish("branded", a.header.Get("ETag"))
	stored, err := w.store.Job(t.Context(), "acme", job.JobID)
	if err != nil || stored.Preset != "branded@1" {
		t.Fatal(stored.Preset, err)
	}
	if made := w.call("POST", "/api/v4/jobs", bearer("acme"),
		jobBody); !strings.Contains(string(made.body), `"version":2`) {
		t.Errorf("a new job: %s", made.body)
	}
}

func TestAnApplicantAlwaysGetsTheSamePreset(t *testing.T) {
	w := newWorld(t, capturing)
	for _, name := range []string{"one", "two"} {
		a := w.call("POST", "/api/presets", admin(""), `{"name":"`+name+`","values":{"language":"FR"}}`)
		tag := w.publish(name, a.header.Get("ETag"))
		a = w.call("PUT", "/api/presets/"+name+"/assignments", admin(tag), `[{"percent":40}]`)
		if a.status != http.StatusOK {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	counts := map[string]int{}
	for i := range 200 {
		who := fmt.Sprintf(`,"applicant":"person %d"`, i)
		first, _ := w.sdkOptions("acme", who, focus)
		again, _ := w.sdkOptions("acme", who, focus)
		if first != again {
			t.Fatalf("person %d got %q, then %q", i, first, again)
		}
		counts[first]++
	}
	if counts["one"] < 60 || counts["two"] < 60 || counts[""] < 20 {
		t.Errorf("of 200 applicants: %v", counts)
	}
	a := w.call("GET", "/api/presets/one", admin(""), "")
	a = w.call("PUT", "/api/presets/one/assignments", admin(a.header.Get("ETag")), `[{"percent":61}]`)
	if a.status != http.StatusBadRequest || !strings.Contains(string(a.body), "101 per cent") {
		t.Errorf("more than all applicants: %d %s", a.status, a.body)
	}
}

func TestAnAssignmentWaitsForItsTime(t *testing.T) {
	w := newWorld(t)
	a := w.call("POST", "/api/presets", admin(""), branded)
	tag := w.publish("branded", a.header.Get("ETag"))
	from := began.Add(time.Hour).Format(time.RFC3339)
	w.call("PUT", "/api/presets/branded/assignments", admin(tag), `[{"from":"`+from+`"}]`)
	if name, _ := w.sdkOptions("acme", "", focus); name != "" {
		t.Errorf("before its time: %q", name)
	}
	w.clock.Advance(time.Hour)
	if name, _ := w.sdkOptions("acme", "", focus); name != "branded" {
		t.Errorf("at its time: %q", name)
	}
}

func TestAnAssignmentFromATimeThatCannotBeKeptIsRefusedByName(t *testing.T) {
	w := newWorld(t)
	a := w.call("POST", "/api/presets", admin(""), branded)
	tag := w.publish("branded", a.header.Get("ETag"))
	for _, from := range []string{
		"0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00.0009Z",
		"1960-01-01T00:00:00Z", "9999-12-31T23:00:00-02:00",
	} {
		a := w.call("PUT", "/api/presets/branded/assignments", admin(tag), `[{"from":"`+from+`"}]`)
		if a.status != http.StatusBadRequest || !strings.Contains(string(a.body), `"assignments[0].from"`) {
			t.Errorf("from %s: %d %s", from, a.status, a.body)
		}
	}
}

func TestOnlyAnAssignmentWithoutATimeBeginsAtOnce(t *testing.T) {
	w := newWorld(t)
	a := w.call("POST", "/api/presets", admin(""), branded)
	tag := w.publish("branded", a.header.Get("ETag"))
	for _, from := range []string{"", " ", "now"} {
		body := `[{},{"function":"VIDEO_ID","from":"` + from + `"}]`
		a := w.call("PUT", "/api/presets/branded/assignments", admin(tag), body)
		want := `[{"field":"assignments[1].from","rule":"format",`
		if a.status != http.StatusBadRequest || !strings.Contains(string(a.body), want) {
			t.Errorf("from %q: %d %s", from, a.status, a.body)
		}
	}
	a = w.call("PUT", "/api/presets/branded/assignments", admin(tag), `[{}]`)
	if a.status != http.StatusOK {
		t.Fatalf("without a time: %d %s", a.status, a.body)
	}
	if one, _ := w.onlyAssignment(); one["from"] != nil {
		t.Errorf("it begins at %v", one["from"])
	}
}

func TestAssignmentsThatAreSentBackAsTheyWereAnsweredChangeNothing(t *testing.T) {
	w := newWorld(t)
	a := w.call("POST", "/api/presets", admin(""), branded)
	tag := w.publish("branded", a.header.Get("ETag"))
	w.call("PUT", "/api/presets/branded/assignments", admin(tag), `[{"from":"2031-05-01T12:00:00.75+02:00"}]`)
	answered, tag := w.onlyAssignment()
	if answered["from"] != "2031-05-01T10:00:00.750Z" {
		t.Errorf("it begins at %v", answered["from"])
	}
	sent, err := json.Marshal([]any{answered})
	if err != nil {
		t.Fatal(err)
	}
	a = w.call("PUT", "/api/presets/branded/assignments", admin(tag), string(sent))
	if a.status != http.StatusOK || a.header.Get("ETag") != tag {
		t.Errorf("%d, ETag %s after %s: %s", a.status, a.header.Get("ETag"), tag, a.body)
	}
}

func TestExplainSaysWhereEachOptionComesFrom(t *testing.T) {
	w := newWorld(t)
	a := w.call("POST", "/api/presets", admin(""), branded)
	w.publish("branded", a.header.Get("ETag"))
	a = w.call("POST", "/api/v4/initialize", bearer("acme"),
		`{"flavor":"MEDIUM","sdkVersion":"11.1.13.2.18","preset":"branded","explain":true}`)
	for _, want := range []string{
		`"` + focus + `":{"value":0.9,"reason":"PRESET","version":1}`,
		`"language":{"value":"EN","reason":"DEFAULT"}`,
	} {
		if !strings.Contains(string(a.body), want) {
			t.Errorf("no %s", want)
		}
	}
}

func TestASessionGetsTheTextsOfItsLanguage(t *testing.T) {
	const closer, away = "idCaptureCustomizationOptions.stringOptions.moveCloser",
		"idCaptureCustomizationOptions.stringOptions.moveAway"
	w := newWorld(t)
	a := w.call("POST", "/api/presets", admin(""), `{"name":"paris","values":{"language":"FR"},
		"texts":{"FR":{"idCaptureCustomizationOptions":{"stringOptions":{"moveAway":"Reculez"}}}}}`)
	w.publish("paris", a.header.Get("ETag"))
	for path, want := range map[string]string{closer: "Rapprochez-vous", away: "Reculez"} {
		if _, value := w.sdkOptions("acme", `,"preset":"paris"`, path); value != want {
			t.Errorf("%s is %v, want %s", path, value, want)
		}
	}
	a = w.call("POST", "/api/v4/initialize", bearer("acme"),
		`{"flavor":"MEDIUM","sdkVersion":"11.1.13.2.18","preset":"paris","explain":true}`)
	for _, want := range []string{
		`"` + closer + `":{"value":"Rapprochez-vous","reason":"DEFAULT"}`,
		`"` + away + `":{"value":"Reculez","reason":"PRESET","version":1}`,
	} {
		if !strings.Contains(string(a.body), want) {
			t.Errorf("no %s", want)
		}
	}
}

func TestASessionGetsTheTextsOfTheLanguageThatItsHostNames(t *testing.T) {
	const closer, away = "idCaptureCustomizationOptions.stringOptions.moveCloser",
		"idCaptureCustomizationOptions.stringOptions.moveAway"
	w := newWorld(t)
	a := w.call("POST", "/api/presets", admin(""), `{"name":"four","values":{},
		"texts":{"HI":{"idCaptureCustomizationOptions":{"stringOptions":{"moveAway":"दूर ले जाएँ"}}}}}`)
	w.publish("four", a.header.Get("ETag"))
	for language, want := range map[string][2]string{
		"EN": {"Move closer", "Move farther away"}, "HI": {"पास लाएँ", "दूर ले जाएँ"},
	} {
		for i, path := range []string{closer, away} {
			if _, value := w.sdkOptions("acme", `,"preset":"four","language":"`+language+`"`, path); value != want[i] {
				t.Errorf("in %s %s is %v, want %s", language, path, value, want[i])
			}
		}
	}
	a = w.call("POST", "/api/v4/initialize", bearer("acme"),
		`{"flavor":"MEDIUM","sdkVersion":"11.1.13.2.18","preset":"four","language":"HI","explain":true}`)
	for _, want := range []string{
		`"language":{"value":"HI","reason":"HOST"}`,
		`"` + closer + `":{"value":"पास लाएँ","reason":"DEFAULT"}`,
		`"` + away + `":{"value":"दूर ले जाएँ","reason":"PRESET","version":1}`,
	} {
		if !strings.Contains(string(a.body), want) {
			t.Errorf("no %s", want)
		}
	}
	a = w.call("POST", "/api/v4/initialize", bearer("acme"),
		`{"flavor":"MEDIUM","sdkVersion":"11.1.13.2.18","language":"hi"}`)
	if a.status != 400 || !strings.Contains(string(a.body), `"language"`) {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestOptionsOfTheHostWinOverThoseOfItsPreset(t *testing.T) {
	w := newWorld(t)
	const (
		texts  = "idCaptureCustomizationOptions.stringOptions."
		image  = "idCaptureCustomizationOptions.imageOptions.captureScreenCancelBtnImage"
		answer = `{"flavor":"MEDIUM","sdkVersion":"11.1.13.2.18","preset":"own","language":"HI","explain":true,
			"sdkCustomizationOptions":`
	)
	symbol := w.upload("symbol.png", logo(t, 5)).Ref
	a := w.call("POST", "/api/presets", admin(""), `{"name":"own",
		"values":{"fourFingerConfiguration":{"CFC_KEEP_INDEX_FINGER":"Y"},
			"idCaptureCustomizationOptions":{"stringOptions":{"moveCloser":"Closer!"}}},
		"texts":{"HI":{"idCaptureCustomizationOptions":{"stringOptions":{"moveAway":"दूर ले जाएँ","moveCloser":"पास"}}}}}`)
	w.publish("own", a.header.Get("ETag"))
	a = w.call("POST", "/api/v4/initialize", bearer("acme"), answer+`{"isDebugMode":true,"bothCameraToggle":null,
		"idCaptureCustomizationOptions":{"stringOptions":{"moveCloser":"Nearer"},
			"imageOptions":{"captureScreenCancelBtnImage":"`+symbol+`"}}}}`)
	for _, want := range []string{
		`"isDebugMode":{"value":true,"reason":"HOST"}`,
		`"` + texts + `moveCloser":{"value":"Nearer","reason":"HOST"}`,
		`"` + texts + `moveAway":{"value":"दूर ले जाएँ","reason":"PRESET","version":1}`,
		`"language":{"value":"HI","reason":"HOST"}`,
		`"` + image + `":{"value":"https://proof.example/api/v4/media/acme/`,
		`"moveCloser":"Nearer"`,
	} {
		if !strings.Contains(string(a.body), want) {
			t.Errorf("no %s in %d %.400s", want, a.status, a.body)
		}
	}
	a = w.call("POST", "/api/v4/initialize", bearer("acme"),
		answer+`{"fourFingerConfiguration":{"CFC_PROCESS_INDEX_FINGER":"N"}}}`)
	if want := "sdkCustomizationOptions.fourFingerConfiguration.CFC_KEEP_INDEX_FINGER"; a.status != 400 ||
		!strings.Contains(string(a.body), want) {
		t.Errorf("%d %s does not name %s", a.status, a.body, want)
	}
}

func TestAHostCanNotSwitchOffWhatTheServerWaitsFor(t *testing.T) {
	w := newWorld(t)
	const (
		second = `{"idCaptureCustomizationOptions":{"isSecondaryID":false}}`
		faces  = `{"selfieCaptureCustomizationOptions":{"captureOptions":{"uploadFaceData":false}}}`
		cards  = `{"idCaptureCustomizationOptions":{"enableUploadIDData":false}}`
	)
	a := w.call("POST", "/api/presets", admin(""),
		`{"name":"two","values":{"idCaptureCustomizationOptions":{"isSecondaryID":true}}}`)
	w.publish("two", a.header.Get("ETag"))
	w.weaker("kept", faces)
	for _, tt := range []struct{ preset, host, wrong string }{
		{"two", second, "idCaptureCustomizationOptions.isSecondaryID"},
		{"two", faces, "selfieCaptureCustomizationOptions.captureOptions.uploadFaceData"},
		{"two", cards, "idCaptureCustomizationOptions.enableUploadIDData"},
		{"kept", second, ""},
		{"kept", faces, ""},
		{"kept", cards, "idCaptureCustomizationOptions.enableUploadIDData"},
	} {
		a := w.call("POST", "/api/v4/initialize", bearer("acme"),
			`{"flavor":"MEDIUM","sdkVersion":"11.1.13.2.18","preset":"`+tt.preset+
				`","sdkCustomizationOptions":`+tt.host+`}`)
		if tt.wrong == "" && a.status == http.StatusOK {
			continue
		}
		want := "sdkCustomizationOptions." + tt.wrong + ":preset_only"
		if got := problems(t, a); a.status != http.StatusBadRequest || got != want {
			t.Errorf("%s with %s: %d %s", tt.preset, tt.host, a.status, a.body)
		}
	}
}
