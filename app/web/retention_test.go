package web_test

import (
	"archive/zip"
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

const day = 24 * time.Hour

// old puts jobs into the company that were finished some days ago, and returns the last of them.
func (h *house) old(n int, age time.Duration) (id string) {
	h.t.Helper()
	for range n {
		id, _ = h.job("acme", "DOE, JANE")
		h.change(func(tx *store.Tx) error {
			job, err := tx.Job(h.t.Context(), "acme", id)
			if err == nil {
				_, err = tx.ReviewJob(h.t.Context(), "acme", id, onboarding.ReviewApproved, job.Version, tx.Now)
			}
			return err
		})
	}
	h.clock.Advance(age)
	return id
}

func TestAShorterRuleIsSavedOnlyAfterItsDryRun(t *testing.T) {
	h := open(t)
	h.old(3, 40*day)
	h.job("acme", "ROE, RICHARD")
	h.clock.Advance(60 * day)
	b := h.as(access.Admin)
	b.get("/retention").want(200, "Nothing is removed by itself", "No run yet", `action="/retention"`)
	b.post("/retention", url.Values{"version": {"0"}, "jobDays": {"30"}, "captureDays": {""}}).follow().want(200,
		"Nothing is saved yet", `name="jobDays" value="30"`, `<dd class="data">3`, `<dd class="data">6`,
		"2026-11-20 12:00:00", "1 in review")
	if rule, err := h.store.RetentionRule(t.Context(), "acme"); err != nil || rule.On() {
		t.Errorf("the rule is saved before it was confirmed: %+v, %v", rule, err)
	}
	confirmed := url.Values{"version": {"0"}, "jobDays": {"30"}, "captureDays": {""}, "seen": {"1"}}
	b.post("/retention", confirmed).follow().want(200, "Saved.", `value="30"`, "Due now", "Run now", "Next look")
	b.post("/retention", confirmed).want(http.StatusConflict, "changed meanwhile")
	// keeps more: at once
	b.get("/retention").post("/retention", url.Values{
		"version":     {"1"},
		"jobDays":     {"60"},
		"captureDays": {""},
	}).follow().want(
		200, "Saved.", `value="60"`)
	b.get("/audit").want(200, "changed how long jobs are kept")
}

func TestARuleThatBreaksItsBoundsNamesTheFieldAndKeepsWhatWasTyped(t *testing.T) {
	h := open(t)
	b := h.as(access.Admin)
	b.get("/retention")
	for _, tt := range []struct{ jobs, captures, field, says string }{
		{"4000", "", "jobDays", "Finished jobs are kept for 1 to 3650 days"},
		{"0", "", "jobDays", "Give whole days, at least 1"},
		{"soon", "", "jobDays", "Give whole days, at least 1"},
		{"30", "90", "captureDays", "Captures go with their job after 30 days"},
	} {
		b.post("/retention", url.Values{"version": {"0"}, "jobDays": {tt.jobs}, "captureDays": {tt.captures}}).
			want(http.StatusBadRequest, `id="field-`+tt.field+`-problem">`+tt.says, `value="`+tt.jobs+`"`, "autofocus")
	}
	b.get("/retention?jobDays=0").want(http.StatusBadRequest, `id="field-jobDays-problem"`)
}

func TestARunIsBegunWatchedAndStoppedOnThePage(t *testing.T) {
	h := open(t)
	h.old(2, 40*day)
	b := h.as(access.Admin)
	b.get("/retention").post("/retention/run", nil).want(http.StatusConflict, "No rule is set")
	b.post("/retention", url.Values{
		"version":     {"0"},
		"jobDays":     {"30"},
		"captureDays": {"7"},
		"seen":        {"1"},
	}).follow().want(
		200, "Run now")
	b.post("/retention/run", nil).follow().want(200, "The run has begun", "running", "0 of 2", "0 of 4",
		`hx-get="/retention"`, "The admin", "jobs 30 days, captures 7 days")
	if strings.Contains(b.body, "Run now") {
		t.Error("a second run is offered")
	}
	runs, err := h.store.RetentionRuns(t.Context(), "acme", 5)
	if err != nil || len(runs) != 1 {
		t.Fatal(runs, err)
	}
	b.post("/retention/stop", url.Values{"id": {runs[0].ID}}).follow().want(200, "stopped",
		"What it removed stays removed")
	b.post("/retention/run", nil).follow()
	if err := h.console.Retention.Turn(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.get("/retention").want(200, "done", "Jobs that go")
	if strings.Contains(b.body, "hx-get") {
		t.Error("the page asks for itself although nothing is under way")
	}
	if jobs, err := h.store.Jobs(t.Context(), "acme", 0, 10); err != nil || len(jobs) != 0 {
		t.Errorf("%d jobs are left, %v", len(jobs), err)
	}
	b.get("/audit").want(200, "began to remove old jobs", "stopped a removal", "purged old jobs")
}

func TestAnAuditorReadsTheRuleAndChangesNothing(t *testing.T) {
	h := open(t)
	h.as(access.Admin).get("/retention").post("/retention", url.Values{
		"version":     {"0"},
		"jobDays":     {"90"},
		"captureDays": {"7"},
		"seen":        {"1"},
	}).follow()
	auditor := h.as(access.Auditor)
	auditor.get("/retention").want(200, "removed 90 days after they were finished", "removed 7 days after", "Due now")
	if strings.Contains(auditor.body, `action="/retention`) {
		t.Error("an auditor is offered to change it")
	}
	auditor.get("/retention?jobDays=30&captureDays=").want(200, "Dry run")
	for _, path := range []string{"/retention", "/retention/run", "/retention/stop"} {
		auditor.post(path, url.Values{"jobDays": {"1"}}).want(http.StatusForbidden)
	}
	h.as(access.Senior).get("/retention").want(http.StatusForbidden)
	globex := h.browser()
	globex.signIn("admin@globex.test", password, nil)
	globex.get("/retention").want(200, "Nothing is removed by itself")
}

func TestAJobWhoseCapturesWentIsStillShownAndExported(t *testing.T) {
	h := open(t)
	id := h.old(1, 10*day)
	captures, err := h.store.Captures(t.Context(), "acme", id)
	if err != nil || len(captures) != 2 {
		t.Fatal(captures, err)
	}
	b := h.as(access.Admin)
	b.get("/media/" + captures[0].ID).want(200)
	b.get("/retention").post("/retention", url.Values{
		"version":     {"0"},
		"jobDays":     {""},
		"captureDays": {"7"},
		"seen":        {"1"},
	}).follow()
	b.post("/retention/run", nil)
	if err := h.console.Retention.Turn(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.get("/media/"+captures[0].ID).want(http.StatusNotFound, "it is no longer kept")
	b.get("/jobs/"+id).want(200, "This capture was removed on 2026-11-30", "Submitted with 2 captures")
	if strings.Contains(b.body, "/media/") {
		t.Error("the page asks for a picture that is gone")
	}
	b.get("/jobs/" + id + "/report").want(200)
	b.get("/jobs/" + id + "/bundle.zip").want(200)
	archive, err := zip.NewReader(bytes.NewReader([]byte(b.body)), int64(len(b.body)))
	if err != nil {
		t.Fatal(err)
	}
	names := ""
	for _, f := range archive.File {
		names += f.Name + " "
	}
	if !strings.Contains(names, "report.json") || strings.Contains(names, "captures/") {
		t.Errorf("the bundle holds %s", names)
	}
}
