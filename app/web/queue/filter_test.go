package queue_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

func TestTheNumbersAboveAViewAreOfThatView(t *testing.T) {
	h := webtest.Open(t)
	h.Job("acme", "DOE, JANE")
	h.Clock.Advance(9 * 24 * time.Hour)
	b := h.As(access.Agent)
	b.Get("/queue").Want(http.StatusOK, "1 waiting", "1 overdue")
	mine := b.Get("/queue?view=mine")
	mine.Want(http.StatusOK, "Mine: 0")
	for _, other := range []string{"1 overdue", ">oldest <"} {
		if strings.Contains(mine.Body, other) {
			t.Errorf("above a view without jobs stands %q", other)
		}
	}
}

func TestTheQueueIsFilteredByItsURL(t *testing.T) {
	h := webtest.Open(t)
	h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/queue?view=open&document=passport&why=BIRTH&function=id_validation_face_match&order=waited").Want(200,
		"DOE, JANE", "Remove this filter", `aria-sort="ascending"`)
	b.Get("/queue?document=visa").Want(200, "No waiting jobs match these filters.", "Remove all filters")
	b.Get("/queue?function=nonsense").Want(http.StatusBadRequest, "Choose a function from the list.")
	b.Get("/queue?order=deadline&after=0-0-99999999999999-1").Want(200, "No more jobs.", "First page")
	b.Get("/queue?after=x").Want(http.StatusOK, "DOE, JANE",
		"“x” is not a valid page: showing the first page.")
	b.Get("/queue?order=score").Want(http.StatusBadRequest, "Choose an order from the list.")
	b.Get("/queue?score=-5").Want(http.StatusOK, "DOE, JANE", "Unknown filter “score” was ignored.")
	b.Get("/queue/state?view=open&document=visa").Want(200, `"rows":{}`, `"open":1`)
}
