package api_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"proofdesk/app/intake"
)

// withCaptures returns a request for a job of captures that the caller chooses.
func withCaptures(function, kinds string) string {
	return `{"function":"` + function + `","flavor":"MEDIUM","sdkVersion":"11.1.13.2.18","captures":[` + kinds + `]}`
}

func TestAJobThatItsCapturesCouldNeverCompleteIsNotCreated(t *testing.T) {
	w := newWorld(t)
	for _, tt := range []struct{ function, kinds, rule, message string }{
		{"ID_VALIDATION", `"id_back"`, "required", "ID_VALIDATION needs the capture passport or id_front"},
		{"ID_VALIDATION", ``, "required", "ID_VALIDATION needs the capture passport or id_front"},
		{"ID_VALIDATION_FACE_MATCH", `"passport"`, "required", "ID_VALIDATION_FACE_MATCH needs the capture selfie"},
		{"LIVE_FACE_CHECK", `"selfie","face"`, "one_of", "captures holds a kind that is not known"},
	} {
		a := w.call("POST", "/api/v4/jobs", bearer("acme"), withCaptures(tt.function, tt.kinds))
		p := a.problem(t)
		if a.status != http.StatusBadRequest || len(p.Errors) != 1 ||
			p.Errors[0].Name != "captures" || p.Errors[0].Rule != tt.rule || p.Errors[0].Message != tt.message {
			t.Errorf("%s of %s: %d %s", tt.function, tt.kinds, a.status, a.body)
		}
	}
	if jobs, err := w.store.Jobs(t.Context(), "acme", 0, 10); err != nil || len(jobs) > 0 {
		t.Errorf("%d jobs, %v", len(jobs), err)
	}
	w.newJob(withCaptures("ID_VALIDATION", `"id_back","id_front"`))
	w.newJob(withCaptures("ID_VALIDATION_FACE_MATCH", `"selfie","passport"`))
}

// A preset may keep pictures on the device. The job is taken without them then, and by no other preset.
func TestAJobIsTakenWithoutWhatItsPresetKeepsOnTheDevice(t *testing.T) {
	w := newWorld(t)
	missing := func(job string) string {
		var s intake.JobStatus
		w.call("GET", "/api/v4/jobs/"+job, bearer("acme"), "").into(t, &s)
		var kinds []string
		for _, need := range s.Missing {
			kinds = append(kinds, string(need[len(need)-1]))
		}
		return strings.Join(kinds, " ")
	}
	submit := func(job string) answer {
		return w.call("POST", "/api/v4/jobs/"+job+"/submit", bearer("acme"), "")
	}
	assign := func(name, values string) {
		a := w.call("POST", "/api/presets", admin(""), `{"name":"`+name+`","values":{`+values+`}}`)
		a = w.call("POST", "/api/presets/"+name+"/publish", admin(a.header.Get("ETag")), `{"note":"v1"}`)
		if a.status != http.StatusAccepted {
			t.Fatalf("%s: %d %s", name, a.status, a.body)
		}
		w.approved(name) // as it protects less
		w.call("PUT", "/api/presets/"+name+"/assignments", admin("*"), `[{}]`)
		w.approved(name)
	}
	before := w.newJob(jobBody)
	for i, tt := range []struct{ values, missing string }{
		{`"idCaptureCustomizationOptions":{"enableUploadIDData":false}`, "selfie"},
		{`"selfieCaptureCustomizationOptions":{"captureOptions":{"uploadFaceData":false}}`, "id_front"},
		{`"idCaptureCustomizationOptions":{"enableUploadIDData":false},
			"selfieCaptureCustomizationOptions":{"captureOptions":{"uploadFaceData":false}}`, ""},
	} {
		name := "kept-" + strconv.Itoa(i)
		assign(name, tt.values)
		job := w.newJob(jobBody)
		if got := missing(job); got != tt.missing {
			t.Errorf("%s: missing is %q, want %q", tt.values, got, tt.missing)
		}
		a := submit(job)
		if tt.missing == "" && a.status != http.StatusAccepted {
			t.Errorf("%s: %d %s", tt.values, a.status, a.body)
		}
		if tt.missing != "" && (a.status != http.StatusBadRequest || !strings.Contains(string(a.body), tt.missing+`"`)) {
			t.Errorf("%s: %d %s", tt.values, a.status, a.body)
		}
		w.call("PUT", "/api/presets/"+name+"/assignments", admin("*"), `[]`)
	}
	if a := submit(before); a.status != http.StatusBadRequest || missing(before) != "id_front selfie" {
		t.Errorf("a job of before: %d %s, missing %s", a.status, a.body, missing(before))
	}
}
