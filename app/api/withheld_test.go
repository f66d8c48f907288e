package api_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"proofdesk/app/intake"
)

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
