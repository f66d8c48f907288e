package review_test

import (
	"net/http"
	"net/url"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

// A second window that takes a decision back knows nothing of the job that the first has gone on to.
func TestAnUndoInAnotherWindowLeavesTheNextJobToTheFirst(t *testing.T) {
	for name, undoes := range map[string]func(second *webtest.Browser, id string){
		"a decision": func(second *webtest.Browser, id string) {
			second.Get("/jobs/"+id+"?lost=1").Want(http.StatusOK, "/jobs/"+id+"/undo")
		},
		"an escalation": func(second *webtest.Browser, id string) {
			second.Get("/jobs/"+id).Want(http.StatusOK, "/jobs/"+id+"/undo", "Undo escalation")
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := webtest.Open(t)
			id, _ := h.Job("acme", "DOE, JANE")
			next, _ := h.Job("acme", "ROE, RICHARD")
			first, second := h.As(access.Agent), h.As(access.Agent)
			first.Get("/queue").Post("/queue/next", nil).Follow().Want(http.StatusOK, "DOE, JANE")
			act, why := "/decide", url.Values{"reason": {"data.mismatch"}, "then": {"next"}}
			if name == "an escalation" {
				act, why = "/escalate", url.Values{"why": {"look"}}
			}
			first.Post("/jobs/"+id+act, first.Decision("Declined", why)).Follow().Want(http.StatusOK, "ROE, RICHARD")
			undoes(second, id)
			second.Post("/jobs/"+id+"/undo", url.Values{"leaving": {second.Field("leaving")}}).Follow().
				Want(http.StatusOK, "DOE, JANE", `name="note"`)
			first.Post("/jobs/"+next+"/decide", first.Decision("Declined", url.Values{"reason": {"data.mismatch"}}))
			first.Want(http.StatusSeeOther)
		})
	}
}

// The first window shows until it is told that the decision can be undone, and so it can be pressed for.
func TestAnUndoThatAnotherWindowWasFasterWithShowsTheJob(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	first, second := h.As(access.Agent), h.As(access.Agent)
	first.Get("/queue").Post("/queue/next", nil).Follow()
	first.Post("/jobs/"+id+"/decide",
		first.Decision("Declined", url.Values{"reason": {"data.mismatch"}, "then": {"stay"}})).Follow()
	for _, b := range []*webtest.Browser{second, first} {
		b.Get("/jobs/"+id).Post("/jobs/"+id+"/undo", nil).Follow().Want(http.StatusOK, `name="note"`)
	}
	h.As(access.Senior).Get("/queue").Post("/jobs/"+id+"/undo", nil).Want(http.StatusNotFound)
}

// The window that takes it back has left its job, which waits for afterwards instead of being held besides.
func TestAnUndoPutsBackTheJobOfItsOwnWindow(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	next, _ := h.Job("acme", "ROE, RICHARD")
	b := h.As(access.Agent)
	b.Get("/queue").Post("/queue/next", nil).Follow()
	b.Post("/jobs/"+id+"/decide", b.Decision("Declined", url.Values{"reason": {"data.mismatch"}, "then": {"next"}})).
		Follow().Want(http.StatusOK, "ROE, RICHARD", `name="leaving" value="`+next+`"`)
	before, err := h.Store.ReviewCase(t.Context(), "acme", next)
	if err != nil {
		t.Fatal(err)
	}
	b.Post("/jobs/"+id+"/undo", url.Values{"leaving": {next}}).Follow().Want(http.StatusOK, "DOE, JANE")
	after, err := h.Store.ReviewCase(t.Context(), "acme", next)
	if err != nil || after.Claim == before.Claim || !after.LeaseUntil.Before(before.LeaseUntil) {
		t.Errorf("the job that was left has the lease %v, before %v, %v", after.LeaseUntil, before.LeaseUntil, err)
	}
}
