package administration_test

import (
	"archive/zip"
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

const day = 24 * time.Hour

func TestAShorterRuleIsSavedOnlyAfterItsDryRun(t *testing.T) {
	h := webtest.Open(t)
	jobsOf(h, 3, 40*day)
	h.Job("acme", "ROE, RICHARD")
	h.Clock.Advance(60 * day)
	b := h.As(access.Admin)
	b.Get("/retention").Want(200, "Nothing is removed until you set a rule", "No runs yet", `action="/retention"`)
	b.Post("/retention", url.Values{"version": {"0"}, "jobDays": {"30"}, "captureDays": {""}}).Follow().Want(200,
		"Nothing is saved yet", `name="jobDays" value="30"`, `<dd class="data">3`, `<dd class="data">6`,
		"20 Nov 2026 12:00:00", "1 in review")
	if rule, err := h.Store.RetentionRule(t.Context(), "acme"); err != nil || rule.On() {
		t.Errorf("the rule is saved before it was confirmed: %+v, %v", rule, err)
	}
	confirmed := url.Values{"version": {"0"}, "jobDays": {"30"}, "captureDays": {""}, "seen": {"1"}}
	b.Post("/retention", confirmed).Follow().Want(200, "Saved.", `value="30"`, "Due now", "Run now", "Next run")
	b.Post("/retention", confirmed).Want(http.StatusConflict, "Somebody else changed the rule")
	// keeps more: at once
	b.Get("/retention").Post("/retention", url.Values{
		"version":     {"1"},
		"jobDays":     {"60"},
		"captureDays": {""},
	}).Follow().Want(
		200, "Saved.", `value="60"`)
	b.Get("/audit").Want(200, "changed the retention rule")
}

func TestARuleThatWasSavedBeforeADryRunIsShownIsNotReplaced(t *testing.T) {
	h := webtest.Open(t)
	one, two := h.As(access.Admin), h.As(access.Admin)
	one.Get("/retention").Post("/retention", url.Values{"version": {"0"}, "jobDays": {"300"}, "captureDays": {""}})
	two.Get("/retention").Post("/retention",
		url.Values{"version": {"0"}, "jobDays": {"400"}, "captureDays": {""}, "seen": {"1"}})
	two.Want(http.StatusSeeOther)
	one.Follow().Want(http.StatusOK, "Nothing is saved yet")
	one.Post("/retention", url.Values{
		"version":     {one.Field("version")},
		"jobDays":     {"300"},
		"captureDays": {""},
		"seen":        {"1"},
	}).Want(http.StatusConflict, "Saved meanwhile: 400")
}

func TestARuleThatBreaksItsBoundsNamesTheFieldAndKeepsWhatWasTyped(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	b.Get("/retention")
	for _, tt := range []struct{ jobs, captures, field, says string }{
		{"4000", "", "jobDays", "Finished jobs are kept for 1 to 3650 days"},
		{"0", "", "jobDays", "Enter a number of days, 1 or more"},
		{"soon", "", "jobDays", "Enter a number of days, 1 or more"},
		{"30", "90", "captureDays", "Captures are removed with their job after 30 days"},
	} {
		b.Post("/retention", url.Values{"version": {"0"}, "jobDays": {tt.jobs}, "captureDays": {tt.captures}}).
			Want(http.StatusBadRequest, `id="field-`+tt.field+`-problem">`+tt.says, `value="`+tt.jobs+`"`, "autofocus")
	}
	b.Get("/retention?jobDays=0").Want(http.StatusBadRequest, `id="field-jobDays-problem"`)
}

func TestARunIsBegunWatchedAndStoppedOnThePage(t *testing.T) {
	h := webtest.Open(t)
	jobsOf(h, 2, 40*day)
	b := h.As(access.Admin)
	b.Get("/retention").Post("/retention/run", url.Values{"version": {"0"}}).Want(http.StatusConflict,
		"No retention rule is set")
	b.Post("/retention", url.Values{
		"version":     {"0"},
		"jobDays":     {"30"},
		"captureDays": {"7"},
		"seen":        {"1"},
	}).Follow().Want(
		200, "Run now")
	b.Post("/retention/run", nil).Want(http.StatusBadRequest, "This form is not valid")
	b.Post("/retention/run", url.Values{"version": {"0"}}).Want(http.StatusConflict, "Somebody else changed the rule")
	seen := url.Values{"version": {b.Get("/retention").Field("version")}}
	b.Post("/retention/run", seen).Follow().Want(200, "The run has started", "running", "0 of 2", "0 of 4",
		`hx-get="/retention"`, "The admin", "jobs 30 days, captures 7 days")
	if strings.Contains(b.Body, "Run now") {
		t.Error("a second run is offered")
	}
	runs, err := h.Store.RetentionRuns(t.Context(), "acme", 5)
	if err != nil || len(runs) != 1 {
		t.Fatal(runs, err)
	}
	b.Post("/retention/stop", url.Values{"id": {runs[0].ID}}).Follow().Want(200, "stopped",
		"What it removed can&#39;t be restored")
	b.Post("/retention/run", url.Values{"version": {b.Get("/retention").Field("version")}}).Follow()
	if err := h.Console.Retention.Turn(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.Get("/retention").Want(200, "done", "Jobs to remove")
	if strings.Contains(b.Body, "hx-get") {
		t.Error("the page asks for itself although nothing is under way")
	}
	if jobs, err := h.Store.Jobs(t.Context(), "acme", 0, 10); err != nil || len(jobs) != 0 {
		t.Errorf("%d jobs are left, %v", len(jobs), err)
	}
	b.Get("/audit").Want(200, "started to delete old jobs", "stopped deleting", "deleted old jobs")
}

func TestAnAuditorReadsTheRuleAndChangesNothing(t *testing.T) {
	h := webtest.Open(t)
	h.As(access.Admin).Get("/retention").Post("/retention", url.Values{
		"version":     {"0"},
		"jobDays":     {"90"},
		"captureDays": {"7"},
		"seen":        {"1"},
	}).Follow()
	auditor := h.As(access.Auditor)
	auditor.Get("/retention").Want(200, "removed 90 days after completion", "removed 7 days after", "Due now")
	if strings.Contains(auditor.Body, `action="/retention`) {
		t.Error("an auditor is offered to change it")
	}
	auditor.Get("/retention?jobDays=30&captureDays=").Want(200, "Dry run")
	for _, path := range []string{"/retention", "/retention/run", "/retention/stop"} {
		auditor.Post(path, url.Values{"jobDays": {"1"}}).Want(http.StatusForbidden)
	}
	h.As(access.Senior).Get("/retention").Want(http.StatusForbidden)
	globex := h.Browser()
	globex.SignIn("admin@globex.test", webtest.Password, nil)
	globex.Get("/retention").Want(200, "Nothing is removed until you set a rule")
}

func TestAJobWhoseCapturesWentIsStillShownAndExported(t *testing.T) {
	h := webtest.Open(t)
	id := jobsOf(h, 1, 10*day)
	captures, err := h.Store.Captures(t.Context(), "acme", id)
	if err != nil || len(captures) != 2 {
		t.Fatal(captures, err)
	}
	b := h.As(access.Admin)
	b.Get("/media/" + captures[0].ID).Want(200)
	b.Get("/retention").Post("/retention", url.Values{
		"version":     {"0"},
		"jobDays":     {""},
		"captureDays": {"7"},
		"seen":        {"1"},
	}).Follow()
	b.Post("/retention/run", url.Values{"version": {b.Get("/retention").Field("version")}})
	if err := h.Console.Retention.Turn(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.Get("/media/"+captures[0].ID).Want(http.StatusNotFound, "is no longer stored")
	b.Get("/jobs/"+id).Want(200, "This capture was removed on 30 Nov 2026", "Submitted with 2 captures")
	if strings.Contains(b.Body, "/media/") {
		t.Error("the page asks for a picture that is gone")
	}
	b.Get("/jobs/" + id + "/report").Want(200)
	b.Get("/jobs/" + id + "/bundle.zip").Want(200)
	archive, err := zip.NewReader(bytes.NewReader([]byte(b.Body)), int64(len(b.Body)))
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
