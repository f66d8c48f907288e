package webhooks_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/web/webtest"
	"proofdesk/app/webhook"
	"proofdesk/views/words"
)

// event writes an event of a company that is due now at its endpoints.
func event(h *webtest.Fixture, company string) webhook.Event {
	h.T.Helper()
	id := ids.ULID(h.Clock.Now())
	e := webhook.Event{
		Company:    company,
		ID:         id,
		JobID:      ids.UUID(),
		Type:       onboarding.ApplicationDecision,
		OccurredAt: h.Clock.Now(),
		Body:       []byte(`{"event":{"id":"` + id + `"},"note":"<b>\"exact\"</b>  &amp; é"}`),
	}
	h.Change(func(tx *store.Tx) error { return storetest.Emit(h.T.Context(), tx, e, tx.Now) })
	return e
}

// sent lets every due delivery of a host fail or arrive.
func sent(h *webtest.Fixture, host string, state webhook.State, class webhook.Class, status int) {
	h.T.Helper()
	h.Change(func(tx *store.Tx) error {
		claimed, err := tx.ClaimDeliveries(h.T.Context(), host, "lease", tx.Now.Add(time.Minute), 1000)
		if err != nil {
			return err
		}
		for _, d := range claimed {
			d.State, d.Attempts, d.LastClass, d.LastStatus, d.FinishedAt = state, d.Attempts+1, class, status, tx.Now
			a := webhook.Attempt{
				Company:         d.Company,
				DeliveryID:      d.ID,
				N:               d.Attempts,
				StartedAt:       tx.Now,
				Latency:         37 * time.Millisecond,
				Class:           class,
				Status:          status,
				KID:             "k_used",
				RequestHeaders:  "X-Service-Signature: t=1\n",
				ResponseHeaders: "Server: test\n",
				ResponseExcerpt: []byte("<i>down</i>"),
				Address:         "192.0.2.1:443",
			}
			if err := tx.FinishAttempt(h.T.Context(), d, a); err != nil {
				return err
			}
		}
		return nil
	})
}

func TestAnAdminAddsAnEndpointAndSeesItsSecretOnce(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	b.Get("/webhooks").Want(http.StatusOK, "No endpoints yet")
	b.Post("/webhooks", url.Values{
		"url":         {" https://Hooks.example/in "},
		"description": {"Core"},
		"event":       {"application.reviewed"},
		"headers":     {"Authorization: Bearer topsecret\r\nx-team: risk\r\n"},
	})
	b.Want(http.StatusOK, "Copy this now", "whsec_", "Authorization", "X-Team", "https://Hooks.example/in")
	if strings.Contains(b.Body, "topsecret") || strings.Contains(b.Body, "risk") {
		t.Error("the page shows a header's value")
	}
	secret := regexp.MustCompile(`whsec_[A-Za-z0-9+/=]+`).FindString(b.Body)
	b.Get("/webhooks").Want(http.StatusOK, "https://Hooks.example/in", "reviewed", "Core")
	e, err := h.Store.Endpoints(t.Context(), "acme")
	if err != nil || len(e) != 1 {
		t.Fatal(e, err)
	}
	if b.Get("/webhooks/" + e[0].ID).Want(http.StatusOK); strings.Contains(b.Body, secret) ||
		strings.Contains(b.Body, "topsecret") {
		t.Error("a secret is shown again")
	}
}

func TestAFormOfAnEndpointComesBackWithTheRuleThatItBreaks(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	good := url.Values{"url": {"https://hooks.example/in"}, "event": {"application.decision"}}
	for name, c := range map[string]struct {
		change url.Values
		text   string
	}{
		"plain HTTP": {
			url.Values{"url": {"http://hooks.example/in"}}, `id="url-problem">Plain HTTP endpoints are rejected`,
		},
		"no address":  {url.Values{"url": {""}}, `id="url-problem">Enter a URL`},
		"no event":    {url.Values{"event": nil}, `id="events-problem">Choose at least one event`},
		"other event": {url.Values{"event": {"application.deleted"}}, `id="events-problem">`},
		"no colon":    {url.Values{"headers": {"Authorization"}}, `id="headers-problem">Enter one header per line`},
		"reserved":    {url.Values{"headers": {"Host: evil"}}, `id="headers-problem">The header Host is set`},
		"twice": {
			url.Values{"headers": {"X-A: 1\nX-A: 2"}}, `id="headers-problem">The header X-A appears twice`,
		},
		"long comment": {
			url.Values{"description": {strings.Repeat("é", 201)}},
			`id="description-problem">The description can have at most 200`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			sent := url.Values{"description": {"kept words"}}
			for _, v := range []url.Values{good, c.change} {
				for key, values := range v {
					sent[key] = values
				}
			}
			b.Get("/webhooks").Post("/webhooks", sent)
			b.Want(http.StatusBadRequest, c.text, "Nothing was saved", "autofocus",
				html.EscapeString(sent.Get("description")))
		})
	}
	b.Get("/webhooks").Want(http.StatusOK, "No endpoints yet")
}

func TestWhoMayDoWhatWithWebhooks(t *testing.T) {
	h := webtest.Open(t)
	made := h.Hook("acme", "https://hooks.example/in")
	path := "/webhooks/" + made.ID
	for role, may := range map[access.Role]struct{ look, pause, change bool }{
		access.Agent:   {},
		access.Auditor: {look: true},
		access.Senior:  {look: true, pause: true},
		access.Admin:   {true, true, true},
	} {
		b := h.As(role)
		for _, page := range []string{"/webhooks", path, "/deliveries", "/webhooks/hosts/hooks.example"} {
			if b.Get(page); (b.Status == http.StatusOK) != may.look {
				t.Errorf("%s, %s: %d", role, page, b.Status)
			}
		}
		b.Get("/webhooks")
		if strings.Contains(b.Body, "Add endpoint") != may.change {
			t.Errorf("%s: form to add an endpoint", role)
		}
		csrf := b.Get("/queue").Field("csrf")
		for action, allowed := range map[string]bool{
			path + "/pause":                        may.pause,
			path + "/resume":                       may.pause,
			path + "/keys":                         may.change,
			path:                                   may.change,
			path + "/delete":                       may.change,
			path + "/test":                         may.change,
			path + "/check":                        may.change,
			"/webhooks/hosts/hooks.example/pause":  may.change,
			"/webhooks/hosts/hooks.example/resume": may.pause,
		} {
			if b.Post(action, url.Values{"csrf": {csrf}}); (b.Status == http.StatusForbidden) == allowed {
				t.Errorf("%s, %s: %d", role, action, b.Status)
			}
		}
		if b.Post(path+"/pause", url.Values{"csrf": {"another"}}); b.Status != http.StatusForbidden {
			t.Errorf("%s: a form without its token is taken", role)
		}
	}
}

func TestAnEndpointOfAnotherCompanyDoesNotExist(t *testing.T) {
	h := webtest.Open(t)
	foreign := h.Hook("globex", "https://hooks.globex.example/in")
	event(h, "globex")
	d := h.Deliveries("globex")[0]
	b := h.As(access.Admin)
	csrf := b.Get("/queue").Field("csrf")
	for _, page := range []string{"/webhooks/" + foreign.ID, "/deliveries/" + d.ID, "/deliveries/nothing"} {
		b.Get(page).Want(http.StatusNotFound)
	}
	for _, action := range []string{"", "/pause", "/resume", "/test", "/keys", "/check", "/headers"} {
		form := url.Values{
			"csrf":  {csrf},
			"url":   {"https://x.example"},
			"event": {"application.decision"},
			"name":  {"X-A"},
			"value": {"b"},
		}
		b.Post("/webhooks/"+foreign.ID+action, form).Want(http.StatusNotFound)
	}
	b.Post("/deliveries/"+d.ID+"/redeliver", url.Values{"csrf": {csrf}}).Want(http.StatusNotFound)
	b.Post("/webhooks/hosts/hooks.globex.example/resume", url.Values{"csrf": {csrf}}).Want(http.StatusNotFound)
	for _, page := range []string{"/webhooks", "/deliveries?state=all"} {
		if b.Get(page); strings.Contains(b.Body, "globex") {
			t.Errorf("%s shows another company's", page)
		}
	}
}

func TestAnEndpointFormThatIsOlderThanTheEndpointIsAConflictThatKeepsWhatWasTyped(t *testing.T) {
	h := webtest.Open(t)
	path := "/webhooks/" + h.Hook("acme", "https://hooks.example/in").ID
	b := h.As(access.Admin)
	form := url.Values{
		"url":     {"https://hooks.example/first"},
		"event":   {"application.decision"},
		"version": {b.Get(path).Field("version")},
	}
	b.Post(path, form).Follow().Want(http.StatusOK, "Saved", "https://hooks.example/first")
	form.Set("url", "https://hooks.example/second")
	form.Del("csrf")
	b.Post(path, form).Want(http.StatusConflict, "Somebody else changed the endpoint",
		`value="https://hooks.example/second"`)
	form.Set("version", b.Field("version"))
	form.Del("csrf")
	b.Post(path, form).Follow().Want(http.StatusOK, "https://hooks.example/second")
}

func TestHeadersKeysAndStateOfAnEndpointAreChanged(t *testing.T) {
	h := webtest.Open(t)
	made := h.Hook("acme", "https://hooks.example/in")
	path := "/webhooks/" + made.ID
	b := h.As(access.Admin)
	b.Get(path).Post(path+"/headers",
		url.Values{"version": {`["Authorization"]`}, "name": {"x-extra"}, "value": {"hush"}})
	b.Follow().Want(http.StatusOK, "X-Extra", "Authorization", "Saved")
	if strings.Contains(b.Body, "hush") {
		t.Error("a header's value is shown")
	}
	b.Post(path+"/headers",
		url.Values{"version": {`["Authorization"]`}, "name": {"X-Extra"}, "value": {"other"}}).Want(
		http.StatusConflict, "Somebody else set this header meanwhile", `value="X-Extra"`)
	b.Post(path+"/headers", url.Values{"version": {"null"}, "name": {"Cookie"}, "value": {"a"}}).Want(
		http.StatusBadRequest,
		`id="name-problem">The header Cookie is set`, `value="Cookie"`)
	b.Post(path+"/headers", url.Values{"remove": {"Authorization"}})
	if b.Follow(); strings.Contains(b.Body, "Authorization") &&
		!strings.Contains(b.Body, `placeholder="Authorization"`) {
		t.Error("a removed header is still there")
	}

	b.Post(path+"/keys", nil).Want(http.StatusOK, "Copy this now", "pending")
	keys, _ := h.Store.EndpointKeys(t.Context(), "acme", made.ID)
	var next string
	for _, k := range keys {
		if k.State == webhook.KeyPending {
			next = k.KID
		}
	}
	b.Post(path+"/keys/promote", url.Values{"kid": {next}})
	b.Follow().Want(http.StatusOK, "signs", "retired")
	b.Post(path+"/keys/promote", url.Values{"kid": {made.KID}}).Want(http.StatusNotFound)
	b.Get(path).Post(path+"/keys/drop", url.Values{"kid": {b.Field("kid")}})
	b.Follow().Want(http.StatusOK, "The key was discarded")
	b.Lacks(made.KID)

	b.Get(path).Post(path+"/pause", url.Values{"reason": {"moving  house"}})
	b.Follow().Want(http.StatusOK, "moving house", "Resume")
	b.Post(path+"/test", nil).Want(http.StatusConflict, "The endpoint is paused")
	b.Get(path).Post(path+"/resume", nil)
	b.Follow().Want(http.StatusOK, "nothing sent yet")

	b.Post(path+"/delete", url.Values{"confirm": {"delete"}}).Want(http.StatusBadRequest,
		`id="confirm-problem">Enter the host name`, `value="delete"`)
	b.Post(path+"/delete", url.Values{"confirm": {"hooks.example"}})
	b.Follow().Want(http.StatusOK, "was deleted", "No endpoints yet")
}

func TestATestEventRepeatsTheNewestEventAndIsMarked(t *testing.T) {
	h := webtest.Open(t)
	made := h.Hook("acme", "https://hooks.example/in")
	path := "/webhooks/" + made.ID
	b := h.As(access.Admin)
	b.Get(path).Post(path+"/test", nil).Want(http.StatusConflict, "nothing to send yet")
	e := event(h, "acme")
	h.Clock.Advance(3 * time.Minute)
	b.Get(path).Post(path+"/test", nil)
	b.Follow().Want(http.StatusOK, "is on its way")
	d := h.Deliveries("acme")[0]
	sent, err := h.Store.Event(t.Context(), "acme", d.EventID)
	if err != nil || !sent.Test || sent.ID == e.ID || !sent.OccurredAt.Equal(e.OccurredAt) ||
		string(sent.Body) != strings.ReplaceAll(string(e.Body), e.ID, sent.ID) {
		t.Errorf("%+v %v", sent, err)
	}
	b.Get("/deliveries/"+d.ID).Want(http.StatusOK, "test, marked X-Proofdesk-Test")
	h.Clock.Advance(3 * time.Minute)
	b.Get(path).Post(path+"/test", nil)
	if again, _ := h.Store.Event(t.Context(), "acme",
		h.Deliveries("acme")[0].EventID); !strings.Contains(string(again.Body), again.ID) {
		t.Error("a test repeats a test")
	}
}

func TestTheSignatureCheckerNamesTheRuleThatFails(t *testing.T) {
	h := webtest.Open(t)
	made := h.Hook("acme", "https://hooks.example/in")
	path := "/webhooks/" + made.ID
	b := h.As(access.Admin)
	b.Get(path)
	body := `{"event":{"id":"1"}}`
	good := webhook.Signature(made.KID, made.Secret, webtest.Noon.Unix(), []byte(body))
	for _, c := range []struct{ header, body, text string }{
		{good, body, "Valid: signed with a key"},
		{"X-Service-Signature: " + good, body, "Valid: signed with a key"},
		{good, body + " ", "Not valid. The signature does not match the body"},
		{
			webhook.Signature("k_other", made.Secret, webtest.Noon.Unix(), []byte(body)), body,
			"Not valid. This endpoint has no key with the key id (kid) &#34;k_other&#34;",
		},
		{
			webhook.Signature(made.KID, made.Secret, webtest.Noon.Unix()-301, []byte(body)), body,
			"Not valid. The signature is 5m1s old",
		},
		{
			"nonsense", body,
			"Not valid. The signature has no valid time: copy the whole X-Service-Signature header, t included",
		},
	} {
		b.Post(path+"/check", url.Values{"signature": {c.header}, "body": {c.body}}).Want(http.StatusOK, c.text,
			html.EscapeString(c.body))
	}
}

func TestDeliveriesShowFailuresFirstAndPage(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	b := h.As(access.Senior)
	b.Get("/deliveries").Want(http.StatusOK, "Failed deliveries", "No failed deliveries")
	for range 3 {
		event(h, "acme")
	}
	sent(h, "https://hooks.example:443", webhook.Failed, webhook.ServerError, 503)
	for range 60 {
		event(h, "acme")
	}
	b.Get("/deliveries").Want(http.StatusOK, "Failed deliveries", "503 server error")
	if n := strings.Count(b.Body, "data-row"); n != 3 {
		t.Errorf("%d failures", n)
	}
	b.Get("/deliveries?state=pending").Want(http.StatusOK, "Waiting deliveries", "Older")
	first := strings.Count(b.Body, "data-row")
	more := regexp.MustCompile(`href="(/deliveries\?before=[^"]+)"`).FindStringSubmatch(b.Body)
	if len(more) != 2 {
		t.Fatal("no link to older ones")
	}
	b.Get(html.UnescapeString(more[1])).Want(http.StatusOK)
	if second := strings.Count(b.Body, "data-row"); first != 50 || second != 10 {
		t.Errorf("pages of %d and %d", first, second)
	}
	for _, wrong := range []string{"?state=lost", "?state=all&endpoint=x"} {
		b.Get("/deliveries" + wrong).Want(http.StatusBadRequest)
	}
}

func TestAHeldDeliverySaysSo(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	event(h, "acme")
	b := h.As(access.Admin)
	host := "/webhooks/hosts/hooks.example"
	b.Get("/webhooks").Post(host+"/pause", url.Values{"reason": {"maintenance"}})
	b.Follow().Want(http.StatusOK, "paused by hand", "maintenance", "none until it is resumed", "hooks.example")
	b.Get("/deliveries?state=pending").Want(http.StatusOK, "held", "when resumed")
	b.Get("/webhooks").Post(host+"/resume", nil)
	b.Follow().Want(http.StatusOK, "closed", "resumed by hand", "maintenance")
}

func TestADefaultReasonOfOlderReleasesIsShownInTodaysWords(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	b := h.As(access.Admin)
	for path, reasons := range map[string][2]string{
		"/pause":  {"opened by hand", "paused by hand"},
		"/resume": {"reset by hand", "resumed by hand"},
	} {
		b.Get("/webhooks").Post("/webhooks/hosts/hooks.example"+path, url.Values{"reason": {reasons[0]}})
		b.Follow().Want(http.StatusOK, reasons[1])
		b.Lacks(reasons[0])
	}
}

func TestAHostOfSeveralCompaniesCanNotBePausedByOne(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://shared.example/acme")
	h.Hook("globex", "https://shared.example/globex")
	b := h.As(access.Admin)
	b.Get("/webhooks").Post("/webhooks/hosts/shared.example/pause", nil)
	b.Want(http.StatusConflict, "pause your endpoints instead")
}

func TestADeliveryShowsItsBytesAndAttemptsAndIsSentAgain(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	e := event(h, "acme")
	sent(h, "https://hooks.example:443", webhook.Failed, webhook.ServerError, 503)
	d := h.Deliveries("acme")[0]
	path := "/deliveries/" + d.ID
	b := h.As(access.Senior)
	b.Get(path).Want(http.StatusOK, html.EscapeString(string(e.Body)), "server error", "503", "37 ms", "k_used",
		"192.0.2.1:443", "&lt;i&gt;down&lt;/i&gt;", words.English.Size(int64(len(e.Body))))
	b.Post(path+"/redeliver", nil)
	b.Follow().Want(http.StatusOK, "due again", "1 of 11")
	if d := h.Deliveries("acme")[0]; d.State != webhook.Pending || d.EventID != e.ID {
		t.Errorf("%+v", d)
	}
	h.Change(func(tx *store.Tx) error {
		_, err := tx.ClaimDeliveries(t.Context(), d.Host, "lease", tx.Now.Add(time.Minute), 1)
		return err
	})
	b.Get(path).Post(path+"/redeliver", nil).Want(http.StatusConflict, "in progress")
}

func TestASelectionIsSentAgain(t *testing.T) {
	h := webtest.Open(t)
	made := h.Hook("acme", "https://hooks.example/in")
	for range 3 {
		event(h, "acme")
	}
	sent(h, "https://hooks.example:443", webhook.Failed, webhook.Timeout, 0)
	b := h.As(access.Senior)
	all := h.Deliveries("acme")
	b.Get("/deliveries").Post("/deliveries/redeliver", url.Values{
		"here":     {"/deliveries?state=failed"},
		"delivery": {all[0].ID, all[1].ID},
	})
	b.Follow().Want(http.StatusOK, "2 deliveries are due again", "Failed deliveries")
	b.Get("/deliveries").Post("/deliveries/redeliver", url.Values{
		"here":     {"https://evil.example"},
		"delivery": {all[2].ID},
	})
	if to := b.Answer.Header.Get("Location"); to != "/deliveries?state=failed&again=1" {
		t.Errorf("leads to %s", to)
	}
	b.Get("/deliveries").Post("/deliveries/redeliver", nil).Want(http.StatusBadRequest,
		"Select between 1 and 500 deliveries")
	h.Change(func(tx *store.Tx) error { return tx.DeleteEndpoint(t.Context(), "acme", made.ID) })
	b.Get("/deliveries/"+all[0].ID).Want(http.StatusOK, "removed endpoint")
	b.Post("/deliveries/"+all[0].ID+"/redeliver", nil).Want(http.StatusConflict, "was removed")
}

func TestABreakersPageShowsWhatWasAnsweredAndWhatWaits(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	h.Hook("globex", "https://hooks.globex.example/in")
	for range 3 {
		event(h, "acme")
	}
	sent(h, "https://hooks.example:443", webhook.Failed, webhook.ServerError, 503)
	event(h, "acme")
	sent(h, "https://hooks.example:443", webhook.Delivered, webhook.Success, 204)
	e := event(h, "acme")
	b := h.As(access.Senior)
	b.Get("/webhooks").Want(http.StatusOK, `href="/webhooks/hosts/hooks.example"`)
	b.Get("/webhooks/hosts/hooks.example").Want(http.StatusOK, "server error", `aria-label="75 %"`, "the host", e.ID,
		"https://hooks.example/in", "It has never opened")
	for _, foreign := range []string{"hooks.globex.example", "nobody.example", "%25zz"} {
		b.Get("/webhooks/hosts/" + foreign).Want(http.StatusNotFound)
	}
	a := h.As(access.Admin)
	a.Get("/webhooks").Post("/webhooks/hosts/hooks.example/pause", url.Values{"reason": {strings.Repeat("x", 201)}})
	a.Want(http.StatusBadRequest,
		`id="pause-problem">The reason can have at most 200`, strings.Repeat("x", 201), "aria-invalid")
}

func TestAWindowOfTimeIsSentAgainAfterAPreview(t *testing.T) {
	h := webtest.Open(t)
	kept, gone := h.Hook("acme", "https://hooks.example/in"), h.Hook("acme", "https://gone.example/in")
	for range 3 {
		event(h, "acme")
	}
	sent(h, "https://hooks.example:443", webhook.Failed, webhook.ServerError, 503)
	sent(h, "https://gone.example:443", webhook.Failed, webhook.ServerError, 503)
	h.Change(func(tx *store.Tx) error { return tx.DeleteEndpoint(t.Context(), "acme", gone.ID) })
	window := url.Values{
		"state":    {"failed"},
		"endpoint": {""},
		"from":     {"2026-11-20T11:00"},
		"until":    {"2026-11-20T13:00"},
	}
	b := h.As(access.Senior)
	b.Get("/deliveries").Want(http.StatusOK, "/deliveries/window?")
	b.Get("/deliveries/window").Want(http.StatusOK, "None yet")
	b.Get("/deliveries/window?"+window.Encode()).Want(http.StatusOK, "Redeliver 3 deliveries",
		"3, whose endpoint was removed", "20 Nov 2026 12:00:00", "hooks.example/in")
	window.Set("seen", "2")
	b.Post("/deliveries/window", window).Want(http.StatusConflict, "The deliveries in this window have changed")
	window.Set("seen", "3")
	b.Post("/deliveries/window", window)
	b.Follow().Want(http.StatusOK, "Redelivery has started", "running", "0 of 3", `hx-trigger="every 2s"`)
	if err := h.Console.Endpoints.StepRedeliveries(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.Get("/deliveries/window").Want(http.StatusOK, "done", "3 of 3", "The senior")
	if strings.Contains(b.Body, "hx-trigger") {
		t.Error("a page on which nothing runs asks again")
	}
	for _, d := range h.Deliveries("acme") {
		if again := d.State == webhook.Pending; again != (d.EndpointID == kept.ID) {
			t.Errorf("%s at %s", d.State, d.EndpointID)
		}
	}
	window.Set("from", "2026-11-20T14:00")
	b.Get("/deliveries/window?"+window.Encode()).Want(http.StatusBadRequest,
		`id="until-problem">The end must be after`,
		"autofocus")
	b.Get("/deliveries/window?from=yesterday").Want(http.StatusBadRequest, `value="yesterday"`)
	actions, err := h.Store.AuditActions(t.Context(), "acme")
	if err != nil || !strings.Contains(strings.Join(actions, " "), "redelivery.done redelivery.start") {
		t.Error(actions, err)
	}
	h.As(access.Auditor).Get("/deliveries/window").Want(http.StatusForbidden)
}

func TestThreeRedeliveriesRunAtATimeAndOneThatIsStoppedGoesOnNowhere(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	event(h, "acme")
	sent(h, "https://hooks.example:443", webhook.Failed, webhook.ServerError, 503)
	window := url.Values{
		"state": {"failed"},
		"from":  {"2026-11-20T11:00"},
		"until": {"2026-11-20T13:00"},
		"seen":  {"1"},
	}
	b := h.As(access.Senior)
	b.Get("/deliveries/window")
	for _, from := range []string{"2026-11-20T11:00", "2026-11-20T11:01", "2026-11-20T11:02"} {
		window.Set("from", from)
		b.Post("/deliveries/window", window).Follow().Want(http.StatusOK, "Redelivery has started")
	}
	window.Set("from", "2026-11-20T11:03")
	b.Post("/deliveries/window", window).Want(http.StatusConflict, "Three redeliveries are in progress")
	running, err := h.Store.RunningRedeliveries(t.Context(), 10)
	if err != nil || len(running) != 3 {
		t.Fatalf("%d redeliveries run: %v", len(running), err)
	}
	for _, r := range running {
		b.Get("/deliveries/window").Post("/deliveries/window/stop", url.Values{"id": {r.ID}})
		b.Follow().Want(http.StatusOK)
	}
	if err := h.Console.Endpoints.StepRedeliveries(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, d := range h.Deliveries("acme") {
		if d.State != webhook.Failed {
			t.Errorf("a delivery is %s although every redelivery was stopped", d.State)
		}
	}
	b.Get("/deliveries/window").Post("/deliveries/window", window).Follow().Want(http.StatusOK, "running")
}

func TestAnAttemptIsCopiedAsACommandThatAShellReadsBack(t *testing.T) {
	h := webtest.Open(t)
	h.Hook("acme", "https://hooks.example/in")
	event(h, "acme")
	sent(h, "https://hooks.example:443", webhook.Failed, webhook.ServerError, 503)
	b := h.As(access.Senior)
	b.Get("/deliveries/"+h.Deliveries("acme")[0].ID).Want(http.StatusOK, "Copy as curl",
		html.EscapeString("curl -i 'https://hooks.example/in'"), html.EscapeString("-H 'X-Service-Signature: t=1'"),
		"--data-binary")
}
