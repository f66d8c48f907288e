package jobs_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

func TestSearchFindsAJobByWhatTheConsolePrintsOfItsID(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	for _, text := range []string{id[:4] + "…" + id[len(id)-4:], id[:4] + "..." + id[len(id)-4:], id[:13], id[:8]} {
		b.Get("/jobs?q="+url.QueryEscape(text)).Want(http.StatusOK, "/jobs/"+id)
	}
	bare := strings.ReplaceAll(id, "-", "")
	if b.Get("/jobs?q=" + bare); b.Status != http.StatusSeeOther || b.Answer.Header.Get("Location") != "/jobs/"+id {
		t.Errorf("an id without dashes leads to %d %q", b.Status, b.Answer.Header.Get("Location"))
	}
	b.Get("/jobs?q="+bare[:15]).Want(http.StatusOK, "/jobs/"+id)
	b.Get("/jobs?q="+url.QueryEscape(id[:4]+"…zzzz")).Want(http.StatusOK, "Nothing found.")
}

func TestSearchFindsNamesAndNumbersAsPeopleTypeThem(t *testing.T) {
	h := webtest.Open(t)
	h.Job("acme", "WESLEY ODONNELL")
	h.Job("acme", "JOERGEN OESTERGAARD")
	b := h.As(access.Agent)
	for text, want := range map[string]string{
		"O'Donnell":        "WESLEY ODONNELL",
		"Østergård":        "JOERGEN OESTERGAARD",
		"ostergard jørgen": "JOERGEN OESTERGAARD",
		"G-0998.8123":      "JOERGEN OESTERGAARD",
		"g 0998 8123":      "WESLEY ODONNELL",
	} {
		b.Get("/jobs?q="+url.QueryEscape(text)).Want(http.StatusOK, want)
	}
}

func TestAListSaysWhatOfItsURLItIgnored(t *testing.T) {
	h := webtest.Open(t)
	h.Job("acme", "DOE, JANE")
	b := h.As(access.Senior)
	b.Get("/jobs?score=-5").Want(http.StatusOK, "DOE, JANE", "Unknown filter “score” was ignored.")
	b.Get("/jobs?before=zzz").Want(http.StatusOK, "DOE, JANE",
		"“zzz” is not a valid page: showing the first page.")
	b.Get("/jobs?after=zzz&%3Ci%3E=1").Want(http.StatusOK, "Unknown filter “after” was ignored.", "“&lt;i&gt;”")
	b.Lacks("<i>")
	b.Get("/customers?limit=9&before=-1").Want(http.StatusOK, "Unknown filter “limit”",
		"“-1” is not a valid page")
	b.Get("/jobs").Want(http.StatusOK, "DOE, JANE")
	b.Lacks("was ignored", "not a valid page")
}

func TestACorrectedNameIsFoundAtOnce(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/jobs?q=bernard").Want(http.StatusOK, "Nothing found.")
	b.Get("/queue").Post("/queue/next", nil).Follow()
	b.Correct(id, "VIZ", "lastName", "Bérnard").Follow()
	b.Get("/jobs?q=bernard").Want(http.StatusOK, "/jobs/"+id)
	b.Get("/jobs?q=jane").Want(http.StatusOK, "/jobs/"+id)
}
