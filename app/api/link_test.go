package api_test

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"maps"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/api"
	"proofdesk/app/intake"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

const sdkVersion = "11.1.13.2.18"

// capturing adds the clients of both companies, which links belong to.
func capturing(w *world) {
	w.in.SDKVersion = sdkVersion
	for id, company := range map[string]string{"sdk": "acme", "sdk2": "acme", "sdk3": "other"} {
		w.write(func(tx *store.Tx) error {
			return tx.InsertClient(w.t.Context(), store.Client{
				ID:         id,
				Company:    company,
				Name:       id,
				SecretHash: hexDigits,
			})
		})
	}
}

// captureLink is a link as its integrator and its applicant know it.
type captureLink struct {
	ID     string `json:"id"`
	URL    string `json:"url"`
	JobID  string `json:"jobId"`
	secret string
}

func (w *world) newLink(body string) captureLink {
	w.t.Helper()
	return w.newLinkOf("acme", body)
}

// newLinkOf returns a link that a client created.
func (w *world) newLinkOf(who, body string) captureLink {
	w.t.Helper()
	a := w.call("POST", "/api/v4/capture-links", bearer(who), body)
	if a.status != 201 {
		w.t.Fatalf("%d %s", a.status, a.body)
	}
	var l captureLink
	a.into(w.t, &l)
	_, l.secret, _ = strings.Cut(l.URL, "#")
	return l
}

// state returns the state of a link.
func (w *world) linkState(l captureLink) string {
	w.t.Helper()
	var got struct{ State string }
	w.call("GET", "/api/v4/capture-links/"+l.ID, bearer("acme"), "").into(w.t, &got)
	return got.State
}

// start returns the answer to a browser that begins with a link, and its token.
func (w *world) start(l captureLink) (answer, string) {
	w.t.Helper()
	var own [32]byte
	_, _ = rand.Read(own[:])
	token := "capture." + l.ID + "." + hex.EncodeToString(own[:])
	return w.startAs(l, map[string]string{"token": token}), token
}

// startAs returns the answer to a start in which something differs.
func (w *world) startAs(l captureLink, other map[string]string) answer {
	w.t.Helper()
	body := map[string]string{"secret": l.secret, "consent": intake.ConsentVersion, "language": "EN", "device": "PHONE"}
	maps.Copy(body, other)
	sent, _ := json.Marshal(body)
	return w.call("POST", "/capture/"+l.ID+"/start", headers{"Content-Type": "application/json"}, string(sent))
}

func (w *world) openLink(l captureLink, secret string) answer {
	w.t.Helper()
	return w.call("POST", "/capture/"+l.ID+"/open", headers{"Content-Type": "application/json"},
		`{"secret":"`+secret+`"}`)
}

const faceLink = `{"function":"LIVE_FACE_CHECK","reference":"case 7"}`

func TestALinkGoesThroughItsStatesUntilItsJobIsSubmitted(t *testing.T) {
	w := newWorld(t, capturing)
	l := w.newLink(faceLink)
	if !strings.HasPrefix(l.URL, "https://proof.example/capture/"+l.ID+"#") || len(l.secret) < 52 {
		t.Errorf("the link is %s", l.URL)
	}
	if got := w.linkState(l); got != "CREATED" {
		t.Errorf("state %s", got)
	}
	var shown struct{ State, Company, Function, JobID string }
	w.openLink(l, l.secret).into(t, &shown)
	if shown.State != "OPENED" || shown.Company != "acme" || shown.Function != "LIVE_FACE_CHECK" ||
		shown.JobID != l.JobID {
		t.Errorf("shown %+v", shown)
	}
	_, token := w.start(l)
	if got := w.linkState(l); got != "CAPTURING" {
		t.Errorf("state %s", got)
	}
	picture := headers{"Authorization": "Bearer " + token, "Content-Type": "image/jpeg"}
	if a := w.call("PUT", "/api/v4/jobs/"+l.JobID+"/captures/selfie", picture,
		string(jpegOf(t, 64, 40))); a.status != 201 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := w.call("POST", "/api/v4/jobs/"+l.JobID+"/submit", bearer(token), ""); a.status != 202 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if got := w.linkState(l); got != "SUBMITTED" {
		t.Errorf("state %s", got)
	}
	if a, _ := w.start(l); a.status != 409 {
		t.Errorf("after the submit it began again: %d", a.status)
	}
}

func TestATokenOfALinkIsForItsJobAndForCapturesOnly(t *testing.T) {
	w := newWorld(t, capturing)
	l, other := w.newLink(faceLink), w.newLink(faceLink)
	_, token := w.start(l)
	for path, status := range map[string]int{
		"POST /api/v4/initialize":                           200,
		"GET /api/v4/jobs/" + l.JobID:                       200,
		"GET /api/v4/jobs/" + other.JobID:                   403,
		"PUT /api/v4/jobs/" + other.JobID + "/captures/nfc": 403,
		"POST /api/v4/jobs/" + other.JobID + "/submit":      403,
		"PUT /api/v4/jobs/" + l.JobID + "/results":          403,
		"POST /api/v4/jobs":                                 403,
		"POST /api/v4/autofill":                             403,
		"POST /api/v4/capture-links":                        403,
		"GET /api/v4/capture-links/" + l.ID:                 403,
		"DELETE /api/v4/capture-links/" + l.ID:              403,
		"GET /api/v4/models/face/1.0":                       403,
	} {
		method, path, _ := strings.Cut(path, " ")
		body := ""
		if method != "GET" && method != "DELETE" {
			body = `{"flavor":"MEDIUM","sdkVersion":"` + sdkVersion + `"}`
		}
		if a := w.call(method, path, bearer(token), body); a.status != status {
			t.Errorf("%s %s: %d, want %d: %s", method, path, a.status, status, a.body)
		}
	}
	for name, wrong := range map[string]string{
		"of another link": strings.Replace(token, l.ID, other.ID, 1),
		"cut":             token[:len(token)-1],
		"of no link":      "capture.x.y",
		"empty":           "capture.",
	} {
		if a := w.call("GET", "/api/v4/jobs/"+l.JobID, bearer(wrong), ""); a.status != 401 {
			t.Errorf("a token %s: %d", name, a.status)
		}
	}
}

func TestOneBrowserGetsALink(t *testing.T) {
	w := newWorld(t, capturing)
	l := w.newLink(faceLink)
	var all sync.WaitGroup
	var taken, refused atomic.Int32
	for range 8 {
		all.Go(func() {
			switch a, _ := w.start(l); a.status {
			case 204:
				taken.Add(1)
			case 409:
				refused.Add(1)
			}
		})
	}
	all.Wait()
	if taken.Load() != 1 || refused.Load() != 7 {
		t.Errorf("%d browsers got it, %d were refused", taken.Load(), refused.Load())
	}
}

func TestABrowserWhoseAnswerWasLostMayBeginAgain(t *testing.T) {
	w := newWorld(t, capturing)
	l := w.newLink(faceLink)
	_, token := w.start(l)
	if a := w.startAs(l, map[string]string{"token": token}); a.status != 204 {
		t.Errorf("%d %s", a.status, a.body)
	}
	rows, err := w.store.AuditOf(t.Context(), "acme", "job:"+l.JobID, "", 10)
	started := 0
	for _, row := range rows {
		if row.Action == "capture_link.start" {
			started++
		}
	}
	if err != nil || started != 1 {
		t.Errorf("%d entries of a start, %v", started, err)
	}
}

func TestAStartIsRefusedForWhatItLacks(t *testing.T) {
	w := newWorld(t, capturing)
	l, other := w.newLink(faceLink), w.newLink(faceLink)
	for want, wrong := range map[string]map[string]string{
		"consent:required": {"consent": ""},
		"consent:one_of":   {"consent": "2020-01-01"},
		"language:one_of":  {"language": "DE"},
		"device:one_of":    {"device": "TELEVISION"},
		"token:format":     {"token": "capture." + other.ID + "." + hexDigits},
	} {
		own := map[string]string{"token": "capture." + l.ID + "." + hexDigits}
		maps.Copy(own, wrong)
		if a := w.startAs(l, own); a.status != 400 || a.rule(t) != want {
			t.Errorf("%d %s, want %s", a.status, a.body, want)
		}
	}
	if a := w.startAs(l, map[string]string{"token": "capture." + l.ID + ".short"}); a.rule(t) != "token:format" {
		t.Errorf("%d %s", a.status, a.body)
	}
	if got := w.linkState(l); got != "CREATED" {
		t.Errorf("state %s", got)
	}
}

func TestALinkTakesTheCapturesOfItsFunctionOnly(t *testing.T) {
	w := newWorld(t, capturing)
	l := w.newLink(`{"function":"ID_VALIDATION"}`)
	_, token := w.start(l)
	picture := headers{"Authorization": "Bearer " + token, "Content-Type": "image/jpeg"}
	for kind, status := range map[string]int{
		"id_front": 201, "id_back": 201, "passport": 201, "selfie": 403, "voice": 403, "nfc": 403,
	} {
		a := w.call("PUT", "/api/v4/jobs/"+l.JobID+"/captures/"+kind, picture, string(jpegOf(t, 64, 40)))
		if a.status != status {
			t.Errorf("%s: %d %s", kind, a.status, a.body)
		}
	}
}

func TestALinkForAVideoTakesTheVoiceInIt(t *testing.T) {
	w := newWorld(t, capturing)
	l := w.newLink(`{"function":"VIDEO_ID","uniqueNumber":"1"}`)
	_, token := w.start(l)
	if page := w.openLink(l, l.secret); !strings.Contains(string(page.body), `"flavor":"VIDEO_ID"`) {
		t.Errorf("%s", page.body)
	}
	sound := headers{"Authorization": "Bearer " + token, "Content-Type": "audio/wav"}
	for kind, status := range map[string]int{"voice": 201, "signature": 403, "id_back": 403} {
		a := w.call("PUT", "/api/v4/jobs/"+l.JobID+"/captures/"+kind, sound, "RIFF\x24\x00\x00\x00WAVEfmt ")
		if a.status != status {
			t.Errorf("%s: %d %s", kind, a.status, a.body)
		}
	}
}

func TestACaptureBelongsToItsClientOnceTheClientHasSentIt(t *testing.T) {
	w := newWorld(t, capturing)
	l := w.newLink(faceLink)
	_, token := w.start(l)
	picture := string(jpegOf(t, 64, 40))
	path := "/api/v4/jobs/" + l.JobID + "/captures/selfie?sha256=" + sumOf(picture)
	for i, sender := range []struct{ token, link string }{{token, l.ID}, {"acme", ""}, {token, ""}, {"acme", ""}} {
		a := w.call("PUT", path, bearer(sender.token).with("Content-Type", "image/jpeg"), picture)
		there, err := w.store.Captures(t.Context(), "acme", l.JobID)
		if a.status != 201 || err != nil || len(there) != 1 || there[0].Link != sender.link {
			t.Errorf("upload %d: %d, %+v, %v", i, a.status, there, err)
		}
	}
}

func TestALinkStoresALimitedNumberOfCaptures(t *testing.T) {
	w := newWorld(t, capturing)
	l := w.newLink(faceLink)
	_, token := w.start(l)
	picture := headers{"Authorization": "Bearer " + token, "Content-Type": "image/jpeg"}
	path := "/api/v4/jobs/" + l.JobID + "/captures/selfie"
	for i := range 60 {
		if a := w.call("PUT", path, picture, string(jpegOf(t, 64+i, 40))); a.status != 201 {
			t.Fatalf("capture %d: %d %s", i, a.status, a.body)
		}
	}
	if a := w.call("PUT", path, picture, string(jpegOf(t, 200, 40))); a.status != 409 {
		t.Errorf("one more: %d %s", a.status, a.body)
	}
	if a := w.call("POST", "/api/v4/jobs/"+l.JobID+"/submit", bearer(token), ""); a.status != 202 {
		t.Errorf("submitted: %d %s", a.status, a.body)
	}
}

func TestALinkWhoseJobIsSubmittedStaysSubmitted(t *testing.T) {
	w := newWorld(t, capturing)
	l := w.newLink(faceLink)
	_, token := w.start(l)
	picture := headers{"Authorization": "Bearer " + token, "Content-Type": "image/jpeg"}
	w.call("PUT", "/api/v4/jobs/"+l.JobID+"/captures/selfie", picture, string(jpegOf(t, 64, 40)))
	w.call("POST", "/api/v4/jobs/"+l.JobID+"/submit", bearer(token), "")
	if a := w.call("DELETE", "/api/v4/capture-links/"+l.ID, bearer("acme"), ""); a.status != 204 {
		t.Errorf("%d %s", a.status, a.body)
	}
	link, err := w.store.CaptureLink(t.Context(), "acme", l.ID)
	if err != nil || !link.RevokedAt.IsZero() || w.linkState(l) != "SUBMITTED" {
		t.Errorf("%+v, %v", link, err)
	}
	if a := w.call("GET", "/api/v4/jobs/"+l.JobID, bearer(token), ""); a.status != 401 {
		t.Errorf("its token reads the job afterwards: %d", a.status)
	}
}

func TestALinkHasALimitOfItsOwn(t *testing.T) {
	w := newWorld(t, capturing, func(w *world) { w.api.LinkRate = api.Rate{PerSecond: .001, Burst: 3} })
	l := w.newLink(faceLink)
	_, token := w.start(l)
	for i, status := range []int{200, 200, 200, 429} {
		if a := w.call("GET", "/api/v4/jobs/"+l.JobID, bearer(token), ""); a.status != status {
			t.Errorf("call %d: %d", i, a.status)
		}
	}
	for i, status := range []int{200, 200, 429} { // after the start, from the same address
		if a := w.openLink(l, l.secret); a.status != status {
			t.Errorf("opening %d: %d", i, a.status)
		}
	}
	if a := w.call("GET", "/api/v4/jobs/"+l.JobID, bearer("acme"), ""); a.status != 200 {
		t.Errorf("its client: %d", a.status)
	}
}

func TestALinkThatEndedCanNotBeUsed(t *testing.T) {
	for name, c := range map[string]struct {
		end   func(*world, captureLink)
		state string // empty where the page learns nothing
	}{
		"expired": {func(w *world, _ captureLink) { w.clock.Advance(24 * time.Hour) }, "EXPIRED"},
		"revoked": {func(w *world, l captureLink) {
			for range 2 {
				if a := w.call("DELETE", "/api/v4/capture-links/"+l.ID, bearer("acme"), ""); a.status != 204 {
					w.t.Errorf("%d %s", a.status, a.body)
				}
			}
		}, "REVOKED"},
		"its client disabled": {func(w *world, _ captureLink) {
			w.write(func(tx *store.Tx) error {
				return tx.SetClientState(w.t.Context(), "acme", "sdk", access.StateDisabled)
			})
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, capturing)
			l, begun := w.newLink(faceLink), w.newLink(faceLink)
			_, token := w.start(begun)
			c.end(w, l)
			if name == "revoked" {
				c.end(w, begun)
			}
			var shown struct{ State string }
			if a := w.openLink(l, l.secret); c.state == "" && a.status != 404 {
				t.Errorf("opened: %d", a.status)
			} else if a.into(t, &shown); c.state != shown.State {
				t.Errorf("shown as %s", shown.State)
			}
			if a, _ := w.start(l); a.status != 409 && c.state != "" || a.status != 404 && c.state == "" {
				t.Errorf("began: %d", a.status)
			}
			if a := w.call("GET", "/api/v4/jobs/"+begun.JobID, bearer(token), ""); a.status != 401 {
				t.Errorf("its token: %d", a.status)
			}
		})
	}
}

func TestALinkIsFoundByItsSecretAndItsClientOnly(t *testing.T) {
	w := newWorld(t, capturing)
	l := w.newLink(faceLink)
	for name, a := range map[string]answer{
		"a wrong secret":              w.openLink(l, l.secret[1:]),
		"no secret":                   w.openLink(l, ""),
		"a link that does not exist":  w.openLink(captureLink{ID: "01890000-0000-7000-8000-000000000000"}, l.secret),
		"an id that is none":          w.openLink(captureLink{ID: "x"}, l.secret),
		"another company's client":    w.call("GET", "/api/v4/capture-links/"+l.ID, bearer("other"), ""),
		"another client":              w.call("GET", "/api/v4/capture-links/"+l.ID, bearer("acme2"), ""),
		"another client that revokes": w.call("DELETE", "/api/v4/capture-links/"+l.ID, bearer("acme2"), ""),
	} {
		if a.status != 404 {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	if got := w.linkState(l); got != "CREATED" {
		t.Errorf("state %s", got)
	}
}

func TestAWrongRequestForALinkNamesItsField(t *testing.T) {
	w := newWorld(t, capturing)
	for body, want := range map[string]string{
		`{}`:                        "function:required",
		`{"function":"AUTO_FILL"}`:  "function:one_of",
		`{"function":"ENROLLMENT"}`: "uniqueNumber:required",
		`{"function":"LIVE_FACE_CHECK","language":"DE"}`:                       "language:one_of",
		`{"function":"LIVE_FACE_CHECK","expiresIn":59}`:                        "expiresIn:range",
		`{"function":"LIVE_FACE_CHECK","expiresIn":604801}`:                    "expiresIn:range",
		`{"function":"LIVE_FACE_CHECK","expiresIn":9223372036854775807}`:       "expiresIn:type",
		`{"function":"LIVE_FACE_CHECK","expiresIn":-9223372036854775808}`:      "expiresIn:type",
		`{"function":"LIVE_FACE_CHECK","desktop":"never"}`:                     "desktop:one_of",
		`{"function":"LIVE_FACE_CHECK","returnUrl":"bank"}`:                    "returnUrl:format",
		`{"function":"LIVE_FACE_CHECK","returnUrl":"https://u@bank.example/"}`: "returnUrl:format",
		`{"function":"LIVE_FACE_CHECK","returnUrl":"https://evil.example/"}`:   "returnUrl:origin",
		`{"function":"LIVE_FACE_CHECK","returnUrl":"javascript:alert(1)"}`:     "returnUrl:format",
		`{"function":"LIVE_FACE_CHECK","reference":"` + strings.Repeat("x", 129) +
			`"}`: "reference:max_length",
		`{"function":"LIVE_FACE_CHECK","preset":"none"}`:                  "preset:one_of",
		`{"function":"LIVE_FACE_CHECK","sandbox":{"outcome":"APPROVED"}}`: "sandbox:sandbox_only",
		`{"function":"LIVE_FACE_CHECK","submitted":{"nickname":"x"}}`:     "submitted:unknown",
		`{"function":"LIVE_FACE_CHECK","returnUrl":"https://` + strings.Repeat("a", 2000) +
			`/"}`: "returnUrl:max_length",
	} {
		if a := w.call("POST", "/api/v4/capture-links", bearer("acme"), body); a.status != 400 || a.rule(t) != want {
			t.Errorf("%.90s: %d %s, want %s", body, a.status, a.rule(t), want)
		}
	}
	w.write(func(tx *store.Tx) error {
		_, err := tx.SetClientOrigins(t.Context(), "acme", "sdk", nil, []string{"https://bank.example"})
		return err
	})
	l := w.newLink(`{"function":"LIVE_FACE_CHECK","returnUrl":"https://Bank.example/done?a=b"}`)
	if !strings.Contains(string(w.openLink(l, l.secret).body), `"returnUrl":"https://Bank.example/done?a=b"`) {
		t.Error("an address of an allowed origin is not returned to")
	}
	w.write(func(tx *store.Tx) error {
		_, err := tx.SetClientOrigins(t.Context(), "acme", "sdk", []string{"https://bank.example"}, nil)
		return err
	})
	if a := w.openLink(l, l.secret); a.status != 200 || strings.Contains(string(a.body), "returnUrl") {
		t.Errorf("an address of an origin that was removed is returned to: %d %s", a.status, a.body)
	}
}

func TestErasingAJobRemovesItsLink(t *testing.T) {
	w := newWorld(t, capturing)
	l := w.newLink(faceLink)
	w.write(func(tx *store.Tx) error {
		_, err := tx.EraseJob(t.Context(), "acme", l.JobID)
		return err
	})
	if a := w.openLink(l, l.secret); a.status != 404 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if _, err := w.store.CaptureLink(t.Context(), "acme", l.ID); err == nil {
		t.Error("its link is still there")
	}
}

func TestTheJobOfALinkHasThePresetOfItsPage(t *testing.T) {
	w := newWorld(t, capturing)
	a := w.call("POST", "/api/presets", admin(""), branded)
	w.publish("branded", a.header.Get("ETag"))
	l := w.newLink(`{"function":"LIVE_FACE_CHECK","preset":"branded"}`)
	_, token := w.start(l)
	a = w.call("POST", "/api/v4/initialize", bearer(token), `{"flavor":"MEDIUM","sdkVersion":"`+sdkVersion+`"}`)
	if !strings.Contains(string(a.body), `"preset":{"name":"branded","version":1}`) {
		t.Errorf("%d %.200s", a.status, a.body)
	}
	job, err := w.store.Job(t.Context(), "acme", l.JobID)
	if err != nil || job.Preset != "branded@1" || job.Status != onboarding.Capturing {
		t.Errorf("%+v, %v", job, err)
	}
}

func TestALinkTakesNoIdempotencyKey(t *testing.T) {
	w := newWorld(t, capturing)
	h := bearer("acme")
	h["Idempotency-Key"] = "seven"
	a := w.call("POST", "/api/v4/capture-links", h, faceLink)
	if a.status != 400 || a.rule(t) != "idempotency-key:not_taken" {
		t.Errorf("%d %s", a.status, a.body)
	}
}
