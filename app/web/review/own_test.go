package review_test

import (
	"net/http"
	"net/url"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

func TestTheNextJobIsOnesOwnWithItsDraftWhereNoOtherIsFree(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Agent)
	notes := map[string]string{}
	for name, note := range map[string]string{"DOE, JANE": "first half of a thought", "ROE, RICHARD": "another one"} {
		id, _ := h.Job("acme", name)
		b.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil).Follow().Want(http.StatusOK, name)
		b.Send("POST", "/jobs/"+id+"/draft", b.Decision("Declined", url.Values{"note": {note}})).Want(http.StatusOK)
		notes["/jobs/"+id] = note
	}
	for path, note := range notes { // each of them comes, whichever the page shows
		b.Get(path).Post("/queue/next", nil)
		at, err := url.Parse(b.Answer.Header.Get("Location"))
		if err != nil || notes[at.Path] == "" {
			t.Fatalf("from the page with %q the next job is at %v, %v", note, at, err)
		}
		b.Follow().Want(http.StatusOK, ">"+notes[at.Path]+"</textarea>", `value="Declined"`, `id="decision"`)
		b.Lacks("No jobs are available", "No other jobs are available")
	}
}
