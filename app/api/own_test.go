package api_test

import (
	"io"
	"strings"
	"testing"

	"proofdesk/app/fault"
	"proofdesk/app/intake"
)

func TestOnlyTheClientOfAJobAddsToIt(t *testing.T) {
	w := newWorld(t, capturing)
	path := "/api/v4/jobs/" + w.newJob(jobBody)
	picture := string(jpegOf(t, 64, 40))
	for what, call := range map[string][3]string{
		"a capture":   {"PUT", "/captures/selfie", picture},
		"a challenge": {"POST", "/challenge", ""},
		"results":     {"PUT", "/results", `{"nonce":"n","results":[]}`},
		"the submit":  {"POST", "/submit", ""},
	} {
		sent := bearer("acme2")
		if call[0] == "PUT" && call[2] != picture {
			sent = sent.with("Content-Type", "application/json")
		}
		if a := w.call(call[0], path+call[1], sent, call[2]); a.status != 403 {
			t.Errorf("%s of another client: %d %s", what, a.status, a.body)
		}
	}
	for who, has := range map[string]bool{"acme": true, "acme2": false} {
		var got struct{ Status, Nonce string }
		w.call("GET", path, bearer(who), "").into(t, &got)
		if got.Status != "CAPTURING" || (got.Nonce != "") != has {
			t.Errorf("%s reads %+v", who, got)
		}
	}
}

// interrupted is a body that does something before its last byte.
type interrupted struct {
	io.Reader
	last bool
	do   func()
}

func (i *interrupted) Read(p []byte) (int, error) {
	if !i.last {
		i.last = true
		i.do()
	}
	return i.Reader.Read(p)
}

func TestACaptureThatIsOnItsWayDoesNotArriveOnceItsLinkHasMoved(t *testing.T) {
	w := newWorld(t, capturing)
	h := w.handover(faceLink)
	_, first := w.start(h.captureLink)
	by, err := w.in.LinkCaller(t.Context(), first)
	if err != nil {
		t.Fatal(err)
	}
	kept := string(jpegOf(t, 40, 64))
	move := h.moved(first)
	body := &interrupted{Reader: strings.NewReader(string(jpegOf(t, 64, 41))), do: func() {
		a, second := h.take(move, "c")
		if a.status != 204 {
			t.Errorf("the other browser begins: %d %s", a.status, a.body)
		}
		if a := w.call("PUT", "/api/v4/jobs/"+h.JobID+"/captures/selfie", bearer(second), kept); a.status != 201 {
			t.Errorf("the other browser sends: %d %s", a.status, a.body)
		}
	}}
	_, err = w.in.ReceiveCapture(t.Context(), by, h.JobID, intake.Upload{Kind: "selfie", Body: body})
	if !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("the first browser's picture: %v", err)
	}
	captures, err := w.store.Captures(t.Context(), "acme", h.JobID)
	if err != nil || len(captures) != 1 || captures[0].Size != int64(len(kept)) {
		t.Errorf("%+v, %v", captures, err)
	}
}
