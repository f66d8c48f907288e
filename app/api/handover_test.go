package api_test

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/intake"
	"proofdesk/app/store"
)

// handover is a link whose page a desktop shows.
type handover struct {
	*world
	captureLink
	desk string
}

func (w *world) handover(body string) handover {
	w.t.Helper()
	return handover{w, w.newLink(body), strings.Repeat("d", 64)}
}

// post calls what belongs to the link with the fields of a JSON object.
func (h handover) post(what string, fields map[string]string) answer {
	h.t.Helper()
	sent, _ := json.Marshal(fields)
	return h.call("POST", "/capture/"+h.ID+"/"+what, headers{
		"Content-Type": "application/json", "User-Agent": "Firefox/140",
	}, string(sent))
}

func (h handover) offer() answer {
	return h.post("offer", map[string]string{"secret": h.secret, "desk": h.desk})
}

// ticket returns the secret of a new QR code.
func (h handover) ticket() string {
	h.t.Helper()
	shown, err := h.in.OfferHandover(h.t.Context(), h.ID,
		intake.HandoverOffer{Secret: h.secret, Desk: h.desk, Browser: "Firefox/140"})
	if err != nil {
		h.t.Fatal(err)
	}
	at, ticket, _ := strings.Cut(shown.URL, "#scan.")
	if at != "https://proof.example/capture/"+h.ID || len(ticket) < 52 || shown.RenewIn != 20 {
		h.t.Errorf("shown %+v", shown)
	}
	return ticket
}

func phone(n int) string { return strings.Repeat(string("0123456789"[n]), 64) }

func (h handover) join(ticket string, n int) answer {
	return h.post("join", map[string]string{"ticket": ticket, "phone": phone(n)})
}

func (h handover) pick(n int, code string) answer {
	return h.post("pick", map[string]string{"secret": phone(n), "code": code})
}

func (h handover) follow() answer {
	return h.post("follow", map[string]string{"secret": h.secret, "desk": h.desk})
}

// told returns what the desktop is told.
func (h handover) told() (s struct {
	State, Phone, Code, ReturnURL string
	Captures                      []string
},
) {
	h.t.Helper()
	h.follow().into(h.t, &s)
	return s
}

func (h handover) isTold(phone string) {
	h.t.Helper()
	if got := h.told().Phone; got != phone {
		h.t.Errorf("the desktop is told %s, want %s", got, phone)
	}
}

// connect connects a phone, whose applicant chooses the right code.
func (h handover) connect(n int) {
	h.t.Helper()
	if a := h.join(h.ticket(), n); a.status != 200 {
		h.t.Fatalf("%d %s", a.status, a.body)
	}
	if a := h.pick(n, h.told().Code); a.status != 204 {
		h.t.Fatalf("%d %s", a.status, a.body)
	}
}

// begin binds the link to a phone, and returns the token with which it captures.
func (h handover) begin(n int, mark string) (answer, string) {
	token := "capture." + h.ID + "." + strings.Repeat(mark, 64)
	return h.startAs(h.captureLink, map[string]string{"secret": phone(n), "token": token}), token
}

// did checks how often the trail of the link's job has an action.
func (h handover) did(action string, times int) {
	h.t.Helper()
	rows, err := h.store.AuditOf(h.t.Context(), "acme", "job:"+h.JobID, "", 50)
	if err != nil {
		h.t.Fatal(err)
	}
	n := 0
	for _, r := range rows {
		if r.Action == action && r.Actor == "link:"+h.ID {
			n++
		}
	}
	if n != times {
		h.t.Errorf("the trail has %s %d times, want %d", action, n, times)
	}
}

const cardLink = `{"function":"ID_VALIDATION"}`

func TestADesktopHandsALinkToAPhoneAndFollowsIt(t *testing.T) {
	w := newWorld(t, capturing)
	w.write(func(tx *store.Tx) error {
		_, err := tx.SetClientOrigins(t.Context(), "acme", "sdk", nil, []string{"https://bank.example"})
		return err
	})
	h := w.handover(`{"function":"LIVE_FACE_CHECK","returnUrl":"https://bank.example/done"}`)
	if a := h.offer(); a.status != 200 || !strings.Contains(string(a.body), `"data:image/png;base64,`) {
		t.Fatalf("%d %.90s", a.status, a.body)
	}
	h.isTold("NONE")
	var shown struct {
		Company, Browser, StartedAt string
		Choices                     []string
	}
	ticket := h.ticket()
	h.join(ticket, 1).into(t, &shown)
	told := h.told()
	if shown.Company != "acme" || shown.Browser != "Firefox/140" || shown.StartedAt == "" || len(shown.Choices) != 6 ||
		told.Phone != "CHOOSING" || !slices.Contains(shown.Choices, told.Code) {
		t.Errorf("the phone is shown %+v, the desktop %+v", shown, told)
	}
	if a := w.openLink(h.captureLink, phone(1)); a.status != 404 {
		t.Errorf("the phone opens the link before a code is chosen: %d", a.status)
	}
	if a := h.pick(1, told.Code); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	h.isTold("CONNECTED")
	var page struct{ HandedOver bool }
	if w.openLink(h.captureLink, phone(1)).into(t, &page); !page.HandedOver {
		t.Error("the page does not know that it is on a phone")
	}
	a, token := h.begin(1, "a")
	if a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	picture := headers{"Authorization": "Bearer " + token, "Content-Type": "image/jpeg"}
	w.call("PUT", "/api/v4/jobs/"+h.JobID+"/captures/selfie", picture, string(jpegOf(t, 64, 40)))
	if told := h.told(); !slices.Equal(told.Captures, []string{"selfie"}) || told.ReturnURL != "" {
		t.Errorf("told %+v", told)
	}
	w.call("POST", "/api/v4/jobs/"+h.JobID+"/submit", bearer(token), "")
	if told := h.told(); told.State != "SUBMITTED" || told.ReturnURL != "https://bank.example/done" {
		t.Errorf("told %+v at the end", told)
	}
	if a := h.offer(); a.status != 409 {
		t.Errorf("another code at the end: %d", a.status)
	}
}

func TestAQRCodeIsForOnePhoneAndForHalfAMinute(t *testing.T) {
	w := newWorld(t, capturing)
	h := w.handover(cardLink)
	older, old, ticket := h.ticket(), h.ticket(), h.ticket()
	if a := h.join(older, 1); a.status != 404 {
		t.Errorf("a code that was replaced twice: %d", a.status)
	}
	w.clock.Advance(11 * time.Second)
	if a := h.join(old, 1); a.status != 404 {
		t.Errorf("a code that was replaced 11 seconds ago: %d", a.status)
	}
	var all sync.WaitGroup
	var joined, refused atomic.Int32
	for n := range 8 {
		all.Go(func() {
			switch h.join(ticket, n).status {
			case 200:
				joined.Add(1)
			case 404:
				refused.Add(1)
			}
		})
	}
	all.Wait()
	if joined.Load() != 1 || refused.Load() != 7 {
		t.Errorf("%d phones joined, %d were refused", joined.Load(), refused.Load())
	}
	if a := h.offer(); a.status != 409 {
		t.Errorf("another code while a phone is connected: %d", a.status)
	}
	h = w.handover(cardLink)
	ticket = h.ticket()
	w.clock.Advance(30 * time.Second)
	if a := h.join(ticket, 1); a.status != 404 {
		t.Errorf("after half a minute: %d", a.status)
	}
}

func TestAPhoneWhoseAnswerWasLostMayJoinAgain(t *testing.T) {
	w := newWorld(t, capturing)
	h := w.handover(cardLink)
	ticket := h.ticket()
	var first, second struct{ Choices []string }
	h.join(ticket, 1).into(t, &first)
	h.join(ticket, 1).into(t, &second)
	if !slices.Equal(first.Choices, second.Choices) || len(first.Choices) == 0 {
		t.Errorf("the choices %v became %v", first.Choices, second.Choices)
	}
}

func TestAWrongCodeDisconnectsThePhoneAndFiveEndTheHandover(t *testing.T) {
	w := newWorld(t, capturing)
	h := w.handover(cardLink)
	for range intake.MaxMisses {
		h.join(h.ticket(), 1)
		code := h.told().Code
		if a := h.pick(1, "00"); a.status != 409 {
			t.Errorf("a wrong code: %d", a.status)
		}
		h.isTold("REFUSED")
		if a := h.pick(1, code); a.status != 404 {
			t.Errorf("the right code after a wrong one: %d", a.status)
		}
	}
	if a := h.offer(); a.status != 409 {
		t.Errorf("another code after five wrong ones: %d", a.status)
	}
	if a, _ := h.begin(1, "a"); a.status != 404 {
		t.Errorf("the phone begins: %d", a.status)
	}
	rows, err := w.store.AuditOf(t.Context(), "acme", "job:"+h.JobID, "", 50)
	misses := slices.DeleteFunc(rows, func(r audit.Row) bool { return r.Action != "capture_link.mismatch" })
	if err != nil || len(misses) != intake.MaxMisses {
		t.Errorf("%d entries in the trail, %v", len(misses), err)
	}
}

func TestTheCodeIsChosenWithinAMinute(t *testing.T) {
	w := newWorld(t, capturing)
	h := w.handover(cardLink)
	h.join(h.ticket(), 1)
	code := h.told().Code
	for range 3 {
		w.clock.Advance(20 * time.Second)
		h.post("attend", map[string]string{"secret": phone(1)})
	}
	if a := h.pick(1, code); a.status != 404 {
		t.Errorf("after a minute: %d", a.status)
	}
	h.isTold("LOST")
}

func TestAPhoneThatIsGoneLeavesItsPlaceToAnother(t *testing.T) {
	w := newWorld(t, capturing)
	h := w.handover(cardLink)
	h.connect(1)
	a, token := h.begin(1, "a")
	if a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	w.clock.Advance(29 * time.Second)
	if a := h.post("attend", map[string]string{"secret": phone(1)}); a.status != 204 {
		t.Errorf("%d %s", a.status, a.body)
	}
	w.clock.Advance(29 * time.Second)
	h.isTold("CONNECTED")
	w.clock.Advance(time.Second)
	h.isTold("LOST")
	job := "/api/v4/jobs/" + h.JobID
	h.did("capture_link.disconnect", 0)
	h.join(h.ticket(), 2)
	h.did("capture_link.disconnect", 1)
	if a := w.call("GET", job, bearer(token), ""); a.status != 200 {
		t.Errorf("the first phone while a code is chosen on another: %d", a.status)
	}
	h.pick(2, "00")
	if a := w.call("GET", job, bearer(token), ""); a.status != 200 {
		t.Errorf("the first phone after a wrong code: %d", a.status)
	}
	h.connect(2)
	if a := w.call("GET", job, bearer(token), ""); a.status != 401 {
		t.Errorf("the first phone once another has the link: %d", a.status)
	}
	if a := h.post("attend", map[string]string{"secret": phone(1)}); a.status != 404 {
		t.Errorf("the first phone says that it is there: %d", a.status)
	}
	if a, _ := h.begin(1, "b"); a.status != 404 {
		t.Errorf("the first phone begins again: %d", a.status)
	}
	if a, _ := h.begin(2, "c"); a.status != 204 {
		t.Errorf("the other phone: %d", a.status)
	}
}

func TestAPhoneThatWasSilentTakesItsPlaceBackUntilAnotherHasIt(t *testing.T) {
	w := newWorld(t, capturing)
	h := w.handover(cardLink)
	h.connect(1)
	_, token := h.begin(1, "a")
	w.clock.Advance(time.Minute)
	h.isTold("LOST")
	h.ticket()
	h.isTold("NONE") // the desktop shows a code again, and goes on to renew it
	h.ticket()
	w.clock.Advance(3 * time.Hour)
	shown := h.ticket()
	var page struct{ HandedOver bool }
	if w.openLink(h.captureLink, phone(1)).into(t, &page); !page.HandedOver {
		t.Error("its page is loaded again and is not on a phone")
	}
	if a := h.post("attend", map[string]string{"secret": phone(1)}); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	h.isTold("CONNECTED")
	if a := w.call("GET", "/api/v4/jobs/"+h.JobID, bearer(token), ""); a.status != 200 {
		t.Errorf("it goes on: %d", a.status)
	}
	if a := h.join(shown, 2); a.status != 409 {
		t.Errorf("another phone with the code that was on show: %d %s", a.status, a.body)
	}
	h.isTold("CONNECTED")
	h.did("capture_link.disconnect", 0)
	w.clock.Advance(time.Minute)
	h.join(h.ticket(), 2)
	h.did("capture_link.disconnect", 1)
	if a := w.openLink(h.captureLink, phone(1)); a.status != 404 {
		t.Errorf("once another phone has its place: %d", a.status)
	}
}

func TestAHandoverBelongsToTheDesktopThatHasTheLink(t *testing.T) {
	w := newWorld(t, capturing)
	h, other := w.handover(cardLink), w.handover(cardLink)
	ticket := h.ticket()
	thief := h
	thief.desk = strings.Repeat("e", 64)
	for name, a := range map[string]answer{
		"the ticket for the link's secret": h.post("offer", map[string]string{"secret": ticket, "desk": h.desk}),
		"the ticket opens":                 w.openLink(h.captureLink, ticket),
		"the ticket of another link":       other.join(ticket, 1),
		"another desktop follows":          thief.follow(),
		"nobody's phone":                   h.pick(1, "12"),
		"nobody's phone attends":           h.post("attend", map[string]string{"secret": phone(1)}),
	} {
		if a.status != 404 {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	h.connect(1)
	if a := h.post("offer", map[string]string{"secret": phone(1), "desk": h.desk}); a.status != 404 {
		t.Errorf("the phone offers the link to another: %d", a.status)
	}
	if a := thief.offer(); a.status != 409 {
		t.Errorf("another desktop with the link while a phone is connected: %d", a.status)
	}
	h.begin(1, "a")
	w.clock.Advance(time.Minute)
	if a := thief.offer(); a.status != 409 {
		t.Errorf("another desktop with the link once the phone is gone: %d", a.status)
	}
}

func TestADesktopDisconnectsAPhoneThatIsNotItsOwn(t *testing.T) {
	w := newWorld(t, capturing)
	h := w.handover(cardLink)
	drop := map[string]any{"secret": h.secret, "desk": strings.Repeat("e", 64), "drop": true}
	sent := func() answer {
		body, _ := json.Marshal(drop)
		return w.call("POST", "/capture/"+h.ID+"/offer", headers{"Content-Type": "application/json"}, string(body))
	}
	h.connect(1)
	if a := sent(); a.status != 409 {
		t.Errorf("another desktop with the link disconnects the phone: %d", a.status)
	}
	drop["desk"] = h.desk
	if a := sent(); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	h.isTold("NONE")
	if a, _ := h.begin(1, "a"); a.status != 404 {
		t.Errorf("the phone begins: %d", a.status)
	}
	h.connect(2)
	_, token := h.begin(2, "b")
	sent() // while it captures
	h.did("capture_link.disconnect", 2)
	if a := w.call("GET", "/api/v4/jobs/"+h.JobID, bearer(token), ""); a.status != 401 {
		t.Errorf("the phone that was disconnected goes on: %d", a.status)
	}
}

func TestADesktopThatCapturesItselfDisconnectsThePhone(t *testing.T) {
	w := newWorld(t, capturing)
	h := w.handover(cardLink)
	h.connect(1)
	token := "capture." + h.ID + "." + strings.Repeat("a", 64)
	if a := w.startAs(h.captureLink, map[string]string{"token": token, "device": "DESKTOP"}); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a, _ := h.begin(1, "b"); a.status != 404 {
		t.Errorf("the phone begins too: %d", a.status)
	}
	if a := h.offer(); a.status != 409 {
		t.Errorf("another code: %d", a.status)
	}
	h.did("capture_link.disconnect", 1)
}

func TestALinkForPhonesIsNotGivenToADesktop(t *testing.T) {
	w := newWorld(t, capturing)
	for body, want := range map[string]string{
		cardLink:                             "phone_preferred",
		faceLink:                             "allowed",
		`{"function":"VOICE_CAPTURE"}`:       "allowed",
		`{"function":"FINGERPRINT_CAPTURE"}`: "phone_preferred",
		`{"function":"VIDEO_ID","uniqueNumber":"1"}`:            "allowed",
		`{"function":"ID_VALIDATION","desktop":"allowed"}`:      "allowed",
		`{"function":"LIVE_FACE_CHECK","desktop":"phone_only"}`: "phone_only",
	} {
		l := w.newLink(body)
		var page struct{ Desktop string }
		if w.openLink(l, l.secret).into(t, &page); page.Desktop != want {
			t.Errorf("%s: %s, want %s", body, page.Desktop, want)
		}
		status := 204
		if want == "phone_only" {
			status = 403
		}
		token := map[string]string{"token": "capture." + l.ID + "." + hexDigits, "device": "DESKTOP"}
		if a := w.startAs(l, token); a.status != status {
			t.Errorf("%s on a desktop: %d %s", body, a.status, a.body)
		}
		token["device"] = "PHONE"
		if a := w.startAs(l, token); a.status != 204 {
			t.Errorf("%s on a phone: %d %s", body, a.status, a.body)
		}
	}
}

func TestAHandoverOfALinkThatEndedIsRefused(t *testing.T) {
	for name, end := range map[string]func(h handover){
		"revoked": func(h handover) { h.call("DELETE", "/api/v4/capture-links/"+h.ID, bearer("acme"), "") },
		"its client disabled": func(h handover) {
			h.write(func(tx *store.Tx) error {
				return tx.SetClientState(h.t.Context(), "acme", "sdk", access.StateDisabled)
			})
		},
		"taken by another browser": func(h handover) { h.start(h.captureLink) },
	} {
		t.Run(name, func(t *testing.T) {
			h := newWorld(t, capturing).handover(cardLink)
			ticket := h.ticket()
			end(h)
			for what, a := range map[string]answer{"join": h.join(ticket, 1), "offer": h.offer()} {
				if a.status != 409 && a.status != 404 {
					t.Errorf("%s: %d %s", what, a.status, a.body)
				}
			}
			joined := newWorld(t, capturing).handover(cardLink)
			joined.join(joined.ticket(), 1)
			code := joined.told().Code
			end(joined)
			if a := joined.pick(1, code); a.status != 409 && a.status != 404 {
				t.Errorf("pick: %d %s", a.status, a.body)
			}
		})
	}
}

func TestErasingAJobRemovesItsHandover(t *testing.T) {
	w := newWorld(t, capturing)
	h := w.handover(cardLink)
	h.ticket()
	w.write(func(tx *store.Tx) error {
		_, err := tx.EraseJob(t.Context(), "acme", h.JobID)
		return err
	})
	if _, err := w.store.Handover(t.Context(), "acme", h.ID); err == nil {
		t.Error("its hand-over is still there")
	}
}

func TestWhatADesktopAndAPhoneSendIsChecked(t *testing.T) {
	h := newWorld(t, capturing).handover(cardLink)
	if a := h.post("offer", map[string]string{"secret": h.secret, "desk": "short"}); a.rule(t) != "desk:format" {
		t.Errorf("%d %s", a.status, a.body)
	}
	a := h.post("join", map[string]string{"ticket": h.ticket(), "phone": "short"})
	if a.rule(t) != "phone:format" {
		t.Errorf("%d %s", a.status, a.body)
	}
}
