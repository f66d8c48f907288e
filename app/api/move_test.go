package api_test

import (
	"strings"
	"testing"
	"time"

	"proofdesk/app/api"
)

// moved returns what another browser starts a link with.
func (h handover) moved(token string) string {
	h.t.Helper()
	var given struct {
		Move     string
		ValidFor int
	}
	h.post("move", map[string]string{"token": token}).into(h.t, &given)
	if len(given.Move) < 52 || given.ValidFor != 120 {
		h.t.Errorf("given %+v", given)
	}
	return given.Move
}

// take starts a link in another browser.
func (h handover) take(move, mark string) (answer, string) {
	token := "capture." + h.ID + "." + strings.Repeat(mark, 64)
	return h.startAs(h.captureLink, map[string]string{"token": token, "move": move}), token
}

func TestALinkMovesToAnotherBrowserOnce(t *testing.T) {
	w := newWorld(t, capturing)
	h := w.handover(faceLink)
	_, old := w.start(h.captureLink)
	replaced, move := h.moved(old), h.moved(old)
	h.did("capture_link.offer", 2)
	for name, wrong := range map[string]string{"none": "", "replaced": replaced, "cut": move[1:]} {
		if a, _ := h.take(wrong, "b"); a.status != 409 {
			t.Errorf("with a secret that is %s: %d", name, a.status)
		}
	}
	job := "/api/v4/jobs/" + h.JobID
	if a := w.call("GET", job, bearer(old), ""); a.status != 200 {
		t.Errorf("the browser that has it still: %d", a.status)
	}
	a, token := h.take(move, "c")
	if a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	for who, status := range map[string]int{old: 401, token: 200} {
		if a := w.call("GET", job, bearer(who), ""); a.status != status {
			t.Errorf("%.50s: %d, want %d", who, a.status, status)
		}
	}
	if a, _ := h.take(move, "d"); a.status != 409 {
		t.Errorf("the same secret again: %d", a.status)
	}
	if a := h.post("move", map[string]string{"token": old}); a.status != 404 {
		t.Errorf("the browser that gave it away gives it again: %d", a.status)
	}
	rows, err := w.store.AuditOf(t.Context(), "acme", "job:"+h.JobID, "", 1)
	if err != nil || len(rows) != 1 || rows[0].Action != "capture_link.move" {
		t.Errorf("the trail says %v, %v", rows, err)
	}
}

func TestALinkIsGivenAwayAFewTimesAMinute(t *testing.T) {
	w := newWorld(t, capturing, func(w *world) { w.api.MoveRate = api.Rate{PerSecond: .001, Burst: 2} })
	h, other := w.handover(faceLink), w.handover(faceLink)
	_, token := w.start(h.captureLink)
	_, others := w.start(other.captureLink)
	for range 3 {
		if a := h.post("move", map[string]string{"token": others}); a.status != 404 {
			t.Errorf("with another link's token: %d", a.status)
		}
	}
	h.moved(token)
	h.moved(token)
	if a := h.post("move", map[string]string{"token": token}); a.status != 429 || a.header.Get("Retry-After") == "" {
		t.Errorf("a third time: %d %s", a.status, a.body)
	}
	h.did("capture_link.offer", 2)
}

func TestALinkWaitsTwoMinutesForAnotherBrowser(t *testing.T) {
	w := newWorld(t, capturing)
	h := w.handover(faceLink)
	_, old := w.start(h.captureLink)
	move := h.moved(old)
	w.clock.Advance(2 * time.Minute)
	if a, _ := h.take(move, "b"); a.status != 409 {
		t.Errorf("%d %s", a.status, a.body)
	}
	move = h.moved(old)
	w.call("DELETE", "/api/v4/capture-links/"+h.ID, bearer("acme"), "")
	if a, _ := h.take(move, "b"); a.status != 409 {
		t.Errorf("of a link that was revoked: %d %s", a.status, a.body)
	}
	if a := h.post("move", map[string]string{"token": old}); a.status != 409 {
		t.Errorf("a link that was revoked is given away: %d %s", a.status, a.body)
	}
}

func TestALinkThatMovedFromAPhoneLeavesItsDesktop(t *testing.T) {
	w := newWorld(t, capturing)
	h := w.handover(cardLink)
	h.connect(1)
	_, old := h.begin(1, "a")
	if a, _ := h.take(h.moved(old), "b"); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	w.clock.Advance(time.Minute)
	if a := h.offer(); a.status != 409 {
		t.Errorf("its desktop shows another code: %d", a.status)
	}
}
