package queue_test

import (
	"net/http"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
)

func TestASandboxJobIsListedAndNotCounted(t *testing.T) {
	h := webtest.Open(t)
	h.Job("acme", "DOE, JANE")
	h.Sandboxed()
	b := h.As(access.Agent)
	b.Get("/queue").Want(http.StatusOK, "1 waiting", "DOE, JANE", ">sandbox<")
	for view, want := range map[store.QueueView]int{store.ViewOpen: 1, store.ViewOverdue: 0} {
		n, _, err := h.Store.CountQueue(t.Context(), "acme", "a", store.QueueFilter{View: view}, h.Clock.Now(), 10)
		if n != want || err != nil {
			t.Errorf("%s: %d, %v, want %d", view, n, err, want)
		}
	}
	if n, err := h.Store.CountOpenCases(t.Context(), "acme"); n != 1 || err != nil {
		t.Errorf("%d open cases, %v", n, err)
	}
	ages, err := h.Store.WaitingAges(t.Context(), "acme", h.Clock.Now(), [5]time.Duration{1, 2, 3, 4, 5})
	if err != nil || len(ages) != 1 || ages[0].InTime+ages[0].Soon+ages[0].Late != 1 {
		t.Errorf("ages %+v, %v", ages, err)
	}
	if n, err := h.Store.UndecidedJobs(t.Context(), "acme"); n != 1 || err != nil {
		t.Errorf("%d undecided, %v", n, err)
	}
}
