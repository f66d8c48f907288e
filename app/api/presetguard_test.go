package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// lenient publishes a preset that protects less and asks for less quality.
func (w *world) lenient() (tag string) {
	w.t.Helper()
	return w.weaker("lenient", `{
		"idCaptureCustomizationOptions":{"enableRealIDDetection":false,
			"captureOptions":{"frontRealnessThreshold":0.1,"glareDetectionThreshold":0.9}},
		"selfieCaptureCustomizationOptions":{"captureOptions":{"liveFaceProbabilityThreshold":0.2}}}`)
}

// weaker publishes a preset with values that protect less, so that a second person approves it.
func (w *world) weaker(name, values string) (tag string) {
	w.t.Helper()
	a := w.call("POST", "/api/presets", admin(""), `{"name":"`+name+`","values":`+values+`}`)
	a = w.call("POST", "/api/presets/"+name+"/publish", admin(a.header.Get("ETag")), `{"note":"for kiosks"}`)
	if a.status != http.StatusAccepted {
		w.t.Fatalf("%d %s", a.status, a.body)
	}
	p, err := w.store.Preset(w.t.Context(), "acme", name)
	if err == nil {
		p, err = w.api.Presets.Approve(w.t.Context(), "agent:ben", "acme", name, p.Revision)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return fmt.Sprintf(`"%d"`, p.Revision)
}

// settings opens a job and returns the options that the server acts on.
func (w *world) settings(fields string) onboarding.ServerOptions {
	w.t.Helper()
	job := w.newJob(strings.Replace(jobBody, "{", "{"+fields, 1))
	var kept onboarding.RequestDetails
	if err := w.store.ReadJobDoc(w.t.Context(), "acme", job, store.DocRequest, &kept); err != nil {
		w.t.Fatal(err)
	}
	return kept.Settings
}

func TestAPresetThatTheHostNamesProtectsNoLessThanTheAssignedOne(t *testing.T) {
	w := newWorld(t)
	w.lenient()
	const named = `"preset":"lenient",`
	is := func(when, fields string, realID, liveness, glare any) {
		t.Helper()
		s := w.settings(fields)
		if s["enableRealIDDetection"] != realID || s["liveFaceProbabilityThreshold"] != liveness ||
			s["glareDetectionThreshold"] != glare {
			t.Errorf("%s: %v", when, s)
		}
	}
	is("nothing assigned, nothing named", "", true, .9, .2)
	is("nothing assigned", named, true, .9, .9)
	w.call("PUT", "/api/presets/lenient/assignments", admin("*"), `[{"percent":1}]`)
	w.approved("lenient")
	is("assigned to some applicants", named, false, .2, .9)
	w.call("PUT", "/api/presets/lenient/assignments", admin("*"), `[{"function":"VIDEO_ID"}]`)
	w.approved("lenient")
	is("assigned to another function", named, true, .9, .9)

	strict := w.call("POST", "/api/presets", admin(""), `{"name":"strict","values":{
		"selfieCaptureCustomizationOptions":{"captureOptions":{"liveFaceProbabilityThreshold":0.99}}}}`)
	tag := w.publish("strict", strict.header.Get("ETag"))
	w.call("PUT", "/api/presets/strict/assignments", admin(tag), `[{}]`)
	is("a stricter one assigned", named, true, .99, .9)
	is("a stricter one assigned, nothing named", "", true, .99, .2)
}

func TestAFunctionThatSendsWhatItsPresetKeepsOnTheDeviceIsRefused(t *testing.T) {
	w := newWorld(t)
	w.weaker("kept", `{"idCaptureCustomizationOptions":{"enableUploadIDData":false},
		"selfieCaptureCustomizationOptions":{"captureOptions":{"uploadFaceData":false}}}`)
	w.call("PUT", "/api/presets/kept/assignments", admin("*"), `[{}]`)
	w.approved("kept")
	for function, body := range map[string]string{
		"VIDEO_ID":  `{"function":"VIDEO_ID","flavor":"VIDEO_ID","sdkVersion":"11.1.13.2.18","uniqueNumber":"7"}`,
		"AUTO_FILL": `{"function":"AUTO_FILL","flavor":"MEDIUM","sdkVersion":"11.1.13.2.18"}`,
	} {
		a := w.call("POST", "/api/v4/jobs", bearer("acme"), body)
		if got := problems(t, a); a.status != http.StatusBadRequest || got != "function:withheld" {
			t.Errorf("%s: %d %s", function, a.status, a.body)
		}
	}
	w.newJob(jobBody) // which a person decides
}
