package web_test

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/endpoints"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

// hook adds an endpoint of a company.
func (h *house) hook(company, address string) endpoints.NewEndpoint {
	h.t.Helper()
	made, err := h.console.Endpoints.CreateEndpoint(h.t.Context(), "cli", endpoints.EndpointRequest{
		Company: company,
		URL:     address,
		Headers: map[string]string{"Authorization": "Bearer topsecret"},
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return made
}

// event writes an event of a company that is due now at its endpoints.
func (h *house) event(company string) webhook.Event {
	h.t.Helper()
	id := ids.ULID(h.clock.Now())
	e := webhook.Event{
		Company:    company,
		ID:         id,
		JobID:      ids.UUID(),
		Type:       onboarding.ApplicationDecision,
		OccurredAt: h.clock.Now(),
		Body:       []byte(`{"event":{"id":"` + id + `"},"note":"<b>\"exact\"</b>  &amp; é"}`),
	}
	h.change(func(tx *store.Tx) error { return tx.EmitEvent(h.t.Context(), e, tx.Now) })
	return e
}

func (h *house) change(fn func(*store.Tx) error) {
	h.t.Helper()
	if err := h.store.Write(h.t.Context(), fn); err != nil {
		h.t.Fatal(err)
	}
}

// sent lets every due delivery of a host fail or arrive.
func (h *house) sent(host string, state webhook.State, class webhook.Class, status int) {
	h.t.Helper()
	h.change(func(tx *store.Tx) error {
		claimed, err := tx.ClaimDeliveries(h.t.Context(), host, "lease", tx.Now.Add(time.Minute), 1000)
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
			if _, err := tx.FinishAttempt(h.t.Context(), d, a); err != nil {
				return err
			}
		}
		return nil
	})
}

func (h *house) deliveries(company string) []webhook.Delivery {
	h.t.Helper()
	found, err := h.store.Deliveries(h.t.Context(), company, "", 0, 1000)
	if err != nil {
		h.t.Fatal(err)
	}
	return found
}

func TestAnAdminAddsAnEndpointAndSeesItsSecretOnce(t *testing.T) {
	h := open(t)
	b := h.as(access.Admin)
	b.get("/webhooks").want(http.StatusOK, "No endpoint yet")
	b.post("/webhooks", url.Values{
		"url":         {" https://Hooks.example/in "},
		"description": {"Core"},
		"event":       {"application.reviewed"},
		"headers":     {"Authorization: Bearer topsecret\r\nx-team: risk\r\n"},
	})
	b.want(http.StatusOK, "Copy this now", "whsec_", "Authorization", "X-Team", "https://Hooks.example/in")
	if strings.Contains(b.body, "topsecret") || strings.Contains(b.body, "risk") {
		t.Error("the page shows a header's value")
	}
	secret := regexp.MustCompile(`whsec_[A-Za-z0-9+/=]+`).FindString(b.body)
	b.get("/webhooks").want(http.StatusOK, "https://Hooks.example/in", "reviewed", "Core", "Authorization, X-Team")
	e, err := h.store.Endpoints(t.Context(), "acme")
	if err != nil || len(e) != 1 {
		t.Fatal(e, err)
	}
	if b.get("/webhooks/" + e[0].ID).want(http.StatusOK); strings.Contains(b.body, secret) ||
		strings.Contains(b.body, "topsecret") {
		t.Error("a secret is shown again")
	}
}

func TestAFormOfAnEndpointComesBackWithTheRuleThatItBreaks(t *testing.T) {
	h := open(t)
	b := h.as(access.Admin)
	good := url.Values{"url": {"https://hooks.example/in"}, "event": {"application.decision"}}
	for name, c := range map[string]struct {
		change url.Values
		text   string
	}{
		"plain HTTP": {
			url.Values{"url": {"http://hooks.example/in"}}, `id="url-problem">Plain HTTP endpoints are rejected`,
		},
		"no address":  {url.Values{"url": {""}}, `id="url-problem">The address is not a URL`},
		"no event":    {url.Values{"event": nil}, `id="events-problem">Choose at least one event`},
		"other event": {url.Values{"event": {"application.deleted"}}, `id="events-problem">`},
		"no colon":    {url.Values{"headers": {"Authorization"}}, `id="headers-problem">Write each header`},
		"reserved":    {url.Values{"headers": {"Host: evil"}}, `id="headers-problem">The header Host is set`},
		"twice": {
			url.Values{"headers": {"X-A: 1\nX-A: 2"}}, `id="headers-problem">The header X-A is given twice`,
		},
		"long comment": {
			url.Values{"description": {strings.Repeat("é", 201)}},
			`id="description-problem">The description may have at most 200`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			sent := url.Values{"description": {"kept words"}}
			for _, v := range []url.Values{good, c.change} {
				for key, values := range v {
					sent[key] = values
				}
			}
			b.get("/webhooks").post("/webhooks", sent)
			b.want(http.StatusBadRequest, c.text, "Nothing was saved", "autofocus",
				html.EscapeString(sent.Get("description")))
		})
	}
	b.get("/webhooks").want(http.StatusOK, "No endpoint yet")
}

func TestWhoMayDoWhatWithWebhooks(t *testing.T) {
	h := open(t)
	made := h.hook("acme", "https://hooks.example/in")
	path := "/webhooks/" + made.ID
	for role, may := range map[access.Role]struct{ look, pause, change bool }{
		access.Agent:   {},
		access.Auditor: {look: true},
		access.Senior:  {look: true, pause: true},
		access.Admin:   {true, true, true},
	} {
		b := h.as(role)
		for _, page := range []string{"/webhooks", path, "/deliveries", "/breakers"} {
			if b.get(page); (b.status == http.StatusOK) != may.look {
				t.Errorf("%s, %s: %d", role, page, b.status)
			}
		}
		b.get("/webhooks")
		if strings.Contains(b.body, "Add endpoint") != may.change {
			t.Errorf("%s: form to add an endpoint", role)
		}
		csrf := b.get("/queue").field("csrf")
		for action, allowed := range map[string]bool{
			path + "/pause":   may.pause,
			path + "/resume":  may.pause,
			path + "/keys":    may.change,
			path:              may.change,
			path + "/delete":  may.change,
			path + "/test":    may.change,
			path + "/check":   may.change,
			"/breakers/force": may.change,
		} {
			if b.post(action, url.Values{"csrf": {csrf}}); (b.status == http.StatusForbidden) == allowed {
				t.Errorf("%s, %s: %d", role, action, b.status)
			}
		}
		if b.post(path+"/pause", url.Values{"csrf": {"another"}}); b.status != http.StatusForbidden {
			t.Errorf("%s: a form without its token is taken", role)
		}
	}
}

func TestAnEndpointOfAnotherCompanyDoesNotExist(t *testing.T) {
	h := open(t)
	foreign := h.hook("globex", "https://hooks.globex.example/in")
	h.event("globex")
	d := h.deliveries("globex")[0]
	b := h.as(access.Admin)
	csrf := b.get("/queue").field("csrf")
	for _, page := range []string{"/webhooks/" + foreign.ID, "/deliveries/" + d.ID, "/deliveries/nothing"} {
		b.get(page).want(http.StatusNotFound)
	}
	for _, action := range []string{"", "/pause", "/resume", "/test", "/keys", "/check", "/headers"} {
		form := url.Values{
			"csrf":  {csrf},
			"url":   {"https://x.example"},
			"event": {"application.decision"},
			"name":  {"X-A"},
			"value": {"b"},
		}
		b.post("/webhooks/"+foreign.ID+action, form).want(http.StatusNotFound)
	}
	b.post("/deliveries/"+d.ID+"/redeliver", url.Values{"csrf": {csrf}}).want(http.StatusNotFound)
	b.post("/breakers/reset", url.Values{
		"csrf": {csrf},
		"host": {"https://hooks.globex.example:443"},
	}).want(http.StatusNotFound)
	for _, page := range []string{"/webhooks", "/deliveries?state=all", "/breakers"} {
		if b.get(page); strings.Contains(b.body, "globex") {
			t.Errorf("%s shows another company's", page)
		}
	}
}

func TestAnEndpointFormThatIsOlderThanTheEndpointIsAConflictThatKeepsWhatWasTyped(t *testing.T) {
	h := open(t)
	path := "/webhooks/" + h.hook("acme", "https://hooks.example/in").ID
	b := h.as(access.Admin)
	form := url.Values{
		"url":     {"https://hooks.example/first"},
		"event":   {"application.decision"},
		"version": {b.get(path).field("version")},
	}
	b.post(path, form).follow().want(http.StatusOK, "Saved", "https://hooks.example/first")
	form.Set("url", "https://hooks.example/second")
	form.Del("csrf")
	b.post(path, form).want(http.StatusConflict, "Somebody else changed the endpoint",
		`value="https://hooks.example/second"`)
	form.Set("version", b.field("version"))
	form.Del("csrf")
	b.post(path, form).follow().want(http.StatusOK, "https://hooks.example/second")
}

func TestHeadersKeysAndStateOfAnEndpointAreChanged(t *testing.T) {
	h := open(t)
	made := h.hook("acme", "https://hooks.example/in")
	path := "/webhooks/" + made.ID
	b := h.as(access.Admin)
	b.get(path).post(path+"/headers", url.Values{"name": {"x-extra"}, "value": {"hush"}})
	b.follow().want(http.StatusOK, "X-Extra", "Authorization", "Saved")
	if strings.Contains(b.body, "hush") {
		t.Error("a header's value is shown")
	}
	b.post(path+"/headers", url.Values{"name": {"Cookie"}, "value": {"a"}}).want(http.StatusBadRequest,
		`id="name-problem">The header Cookie is set`, `value="Cookie"`)
	b.post(path+"/headers", url.Values{"remove": {"Authorization"}})
	if b.follow(); strings.Contains(b.body, "Authorization") &&
		!strings.Contains(b.body, `placeholder="Authorization"`) {
		t.Error("a removed header is still there")
	}

	b.post(path+"/keys", nil).want(http.StatusOK, "Copy this now", "pending")
	keys, _ := h.store.EndpointKeys(t.Context(), "acme", made.ID)
	var next string
	for _, k := range keys {
		if k.State == webhook.KeyPending {
			next = k.KID
		}
	}
	b.post(path+"/keys/promote", url.Values{"kid": {next}})
	b.follow().want(http.StatusOK, "signs", "retired")
	b.post(path+"/keys/promote", url.Values{"kid": {made.KID}}).want(http.StatusNotFound)

	b.get(path).post(path+"/pause", url.Values{"reason": {"moving  house"}})
	b.follow().want(http.StatusOK, "moving house", "Resume")
	b.post(path+"/test", nil).want(http.StatusConflict, "The endpoint is paused")
	b.get(path).post(path+"/resume", nil)
	b.follow().want(http.StatusOK, "active")

	b.post(path+"/delete", url.Values{"confirm": {"delete"}}).want(http.StatusBadRequest,
		`id="confirm-problem">Type the host`, `value="delete"`)
	b.post(path+"/delete", url.Values{"confirm": {"hooks.example:443"}})
	b.follow().want(http.StatusOK, "was deleted", "No endpoint yet")
}

func TestATestEventRepeatsTheNewestEventAndIsMarked(t *testing.T) {
	h := open(t)
	made := h.hook("acme", "https://hooks.example/in")
	path := "/webhooks/" + made.ID
	b := h.as(access.Admin)
	b.get(path).post(path+"/test", nil).want(http.StatusConflict, "nothing to send yet")
	e := h.event("acme")
	h.clock.Advance(3 * time.Minute)
	b.get(path).post(path+"/test", nil)
	b.follow().want(http.StatusOK, "is on its way")
	d := h.deliveries("acme")[0]
	sent, err := h.store.Event(t.Context(), "acme", d.EventID)
	if err != nil || !sent.Test || sent.ID == e.ID || !sent.OccurredAt.Equal(e.OccurredAt) ||
		string(sent.Body) != strings.ReplaceAll(string(e.Body), e.ID, sent.ID) {
		t.Errorf("%+v %v", sent, err)
	}
	b.get("/deliveries/"+d.ID).want(http.StatusOK, "test, marked X-Proofdesk-Test")
	h.clock.Advance(3 * time.Minute)
	b.get(path).post(path+"/test", nil)
	if again, _ := h.store.Event(t.Context(), "acme",
		h.deliveries("acme")[0].EventID); !strings.Contains(string(again.Body), again.ID) {
		t.Error("a test repeats a test")
	}
}

func TestTheSignatureCheckerNamesTheRuleThatFails(t *testing.T) {
	h := open(t)
	made := h.hook("acme", "https://hooks.example/in")
	path := "/webhooks/" + made.ID
	b := h.as(access.Admin)
	b.get(path)
	body := `{"event":{"id":"1"}}`
	good := webhook.Signature(made.KID, made.Secret, noon.Unix(), []byte(body))
	for _, c := range []struct{ header, body, text string }{
		{good, body, "Valid: made with a key"},
		{"X-Service-Signature: " + good, body, "Valid: made with a key"},
		{good, body + " ", "Not valid. The signature does not match the body"},
		{
			webhook.Signature("k_other", made.Secret, noon.Unix(), []byte(body)), body,
			"Not valid. Kid &#34;k_other&#34; names no key",
		},
		{
			webhook.Signature(made.KID, made.Secret, noon.Unix()-301, []byte(body)), body,
			"Not valid. The signature is 5m1s old",
		},
		{"nonsense", body, "Not valid. T is not a time in seconds"},
	} {
		b.post(path+"/check", url.Values{"signature": {c.header}, "body": {c.body}}).want(http.StatusOK, c.text,
			html.EscapeString(c.body))
	}
}

func TestDeliveriesShowFailuresFirstAndPage(t *testing.T) {
	h := open(t)
	h.hook("acme", "https://hooks.example/in")
	b := h.as(access.Senior)
	b.get("/deliveries").want(http.StatusOK, "Failed deliveries", "Nothing has failed")
	for range 3 {
		h.event("acme")
	}
	h.sent("https://hooks.example:443", webhook.Failed, webhook.ServerError, 503)
	for range 60 {
		h.event("acme")
	}
	b.get("/deliveries").want(http.StatusOK, "Failed deliveries", "503 server error")
	if n := strings.Count(b.body, "data-row"); n != 3 {
		t.Errorf("%d failures", n)
	}
	b.get("/deliveries?state=pending").want(http.StatusOK, "Waiting deliveries", "Older")
	first := strings.Count(b.body, "data-row")
	more := regexp.MustCompile(`href="(/deliveries\?before=[^"]+)"`).FindStringSubmatch(b.body)
	if len(more) != 2 {
		t.Fatal("no link to older ones")
	}
	b.get(html.UnescapeString(more[1])).want(http.StatusOK)
	if second := strings.Count(b.body, "data-row"); first != 50 || second != 10 {
		t.Errorf("pages of %d and %d", first, second)
	}
	for _, wrong := range []string{"?state=lost", "?state=all&endpoint=x"} {
		b.get("/deliveries" + wrong).want(http.StatusBadRequest)
	}
}

func TestAHeldDeliverySaysSo(t *testing.T) {
	h := open(t)
	h.hook("acme", "https://hooks.example/in")
	h.event("acme")
	b := h.as(access.Admin)
	b.get("/breakers").post("/breakers/force", url.Values{
		"host":   {"https://hooks.example:443"},
		"reason": {"maintenance"},
	})
	b.follow().want(http.StatusOK, "held by hand", "maintenance", "none until it is closed by hand",
		"hooks.example:443")
	b.get("/deliveries?state=pending").want(http.StatusOK, "held", "when closed by hand")
	b.get("/breakers").post("/breakers/reset", url.Values{"host": {"https://hooks.example:443"}})
	b.follow().want(http.StatusOK, "closed", "reset by hand", "maintenance")
}

func TestAHostOfSeveralCompaniesCanNotBeHeldByOne(t *testing.T) {
	h := open(t)
	h.hook("acme", "https://shared.example/acme")
	h.hook("globex", "https://shared.example/globex")
	b := h.as(access.Admin)
	b.get("/breakers").post("/breakers/force", url.Values{"host": {"https://shared.example:443"}})
	b.want(http.StatusConflict, "pause your endpoints instead")
}

func TestADeliveryShowsItsBytesAndAttemptsAndIsSentAgain(t *testing.T) {
	h := open(t)
	h.hook("acme", "https://hooks.example/in")
	e := h.event("acme")
	h.sent("https://hooks.example:443", webhook.Failed, webhook.ServerError, 503)
	d := h.deliveries("acme")[0]
	path := "/deliveries/" + d.ID
	b := h.as(access.Senior)
	b.get(path).want(http.StatusOK, html.EscapeString(string(e.Body)), "server error", "503", "37 ms", "k_used",
		"192.0.2.1:443", "&lt;i&gt;down&lt;/i&gt;", fmt.Sprint(len(e.Body))+" bytes")
	b.post(path+"/redeliver", nil)
	b.follow().want(http.StatusOK, "due again", "1 of 11")
	if d := h.deliveries("acme")[0]; d.State != webhook.Pending || d.EventID != e.ID {
		t.Errorf("%+v", d)
	}
	h.change(func(tx *store.Tx) error {
		_, err := tx.ClaimDeliveries(t.Context(), d.Host, "lease", tx.Now.Add(time.Minute), 1)
		return err
	})
	b.get(path).post(path+"/redeliver", nil).want(http.StatusConflict, "under way")
}

func TestASelectionIsSentAgain(t *testing.T) {
	h := open(t)
	made := h.hook("acme", "https://hooks.example/in")
	for range 3 {
		h.event("acme")
	}
	h.sent("https://hooks.example:443", webhook.Failed, webhook.Timeout, 0)
	b := h.as(access.Senior)
	all := h.deliveries("acme")
	b.get("/deliveries").post("/deliveries/redeliver", url.Values{
		"here":     {"/deliveries?state=failed"},
		"delivery": {all[0].ID, all[1].ID},
	})
	b.follow().want(http.StatusOK, "2 due again", "Failed deliveries")
	b.get("/deliveries").post("/deliveries/redeliver", url.Values{
		"here":     {"https://evil.example"},
		"delivery": {all[2].ID},
	})
	if to := b.answer.Header.Get("Location"); to != "/deliveries?state=failed&again=1" {
		t.Errorf("leads to %s", to)
	}
	b.get("/deliveries").post("/deliveries/redeliver", nil).want(http.StatusBadRequest,
		"Choose between 1 and 500 deliveries")
	h.change(func(tx *store.Tx) error { return tx.DeleteEndpoint(t.Context(), "acme", made.ID) })
	b.get("/deliveries/"+all[0].ID).want(http.StatusOK, "removed endpoint")
	b.post("/deliveries/"+all[0].ID+"/redeliver", nil).want(http.StatusConflict, "was removed")
}

func TestABreakersPageShowsWhatWasAnsweredAndWhatWaits(t *testing.T) {
	h := open(t)
	h.hook("acme", "https://hooks.example/in")
	h.hook("globex", "https://hooks.globex.example/in")
	for range 3 {
		h.event("acme")
	}
	h.sent("https://hooks.example:443", webhook.Failed, webhook.ServerError, 503)
	h.event("acme")
	h.sent("https://hooks.example:443", webhook.Delivered, webhook.Success, 204)
	e := h.event("acme")
	b := h.as(access.Senior)
	b.get("/breakers").want(http.StatusOK, `href="/breakers/hooks.example:443"`)
	b.get("/breakers/hooks.example:443").want(http.StatusOK, "server error", `aria-label="75 %"`, "the host", e.ID,
		"https://hooks.example/in", "It has never opened")
	for _, foreign := range []string{"hooks.globex.example:443", "nobody.example", "%25zz"} {
		b.get("/breakers/" + foreign).want(http.StatusNotFound)
	}
	a := h.as(access.Admin)
	a.get("/breakers").post("/breakers/force", url.Values{
		"host":   {"https://hooks.example:443"},
		"reason": {strings.Repeat("x", 201)},
	})
	a.want(http.StatusBadRequest,
		`id="hold-problem">The reason may have at most 200`, strings.Repeat("x", 201), "aria-invalid")
}

func TestASpanOfTimeIsSentAgainAfterAPreview(t *testing.T) {
	h := open(t)
	kept, gone := h.hook("acme", "https://hooks.example/in"), h.hook("acme", "https://gone.example/in")
	for range 3 {
		h.event("acme")
	}
	h.sent("https://hooks.example:443", webhook.Failed, webhook.ServerError, 503)
	h.sent("https://gone.example:443", webhook.Failed, webhook.ServerError, 503)
	h.change(func(tx *store.Tx) error { return tx.DeleteEndpoint(t.Context(), "acme", gone.ID) })
	span := url.Values{
		"state":    {"failed"},
		"endpoint": {""},
		"from":     {"2026-11-20T11:00"},
		"until":    {"2026-11-20T13:00"},
	}
	b := h.as(access.Senior)
	b.get("/deliveries").want(http.StatusOK, "/deliveries/span?")
	b.get("/deliveries/span").want(http.StatusOK, "None yet")
	b.get("/deliveries/span?"+span.Encode()).want(http.StatusOK, "Redeliver 3 deliveries",
		"3, whose endpoint was removed", "2026-11-20 12:00:00", "hooks.example/in")
	span.Set("seen", "2")
	b.post("/deliveries/span", span).want(http.StatusConflict, "Other deliveries lie in this span")
	span.Set("seen", "3")
	b.post("/deliveries/span", span)
	b.follow().want(http.StatusOK, "It has begun", "running", "0 of 3", `hx-trigger="every 2s"`)
	if err := h.console.Endpoints.StepRedeliveries(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.get("/deliveries/span").want(http.StatusOK, "done", "3 of 3", "The senior")
	if strings.Contains(b.body, "hx-trigger") {
		t.Error("a page on which nothing runs asks again")
	}
	for _, d := range h.deliveries("acme") {
		if again := d.State == webhook.Pending; again != (d.EndpointID == kept.ID) {
			t.Errorf("%s at %s", d.State, d.EndpointID)
		}
	}
	span.Set("from", "2026-11-20T14:00")
	b.get("/deliveries/span?"+span.Encode()).want(http.StatusBadRequest, `id="until-problem">The end has to be after`,
		"autofocus")
	b.get("/deliveries/span?from=yesterday").want(http.StatusBadRequest, `value="yesterday"`)
	actions, err := h.store.AuditActions(t.Context(), "acme")
	if err != nil || !strings.Contains(strings.Join(actions, " "), "redelivery.done redelivery.start") {
		t.Error(actions, err)
	}
	h.as(access.Auditor).get("/deliveries/span").want(http.StatusForbidden)
}

func TestAnAttemptIsCopiedAsACommandThatAShellReadsBack(t *testing.T) {
	h := open(t)
	h.hook("acme", "https://hooks.example/in")
	h.event("acme")
	h.sent("https://hooks.example:443", webhook.Failed, webhook.ServerError, 503)
	b := h.as(access.Senior)
	b.get("/deliveries/"+h.deliveries("acme")[0].ID).want(http.StatusOK, "Copy as curl",
		html.EscapeString("curl -i 'https://hooks.example/in'"), html.EscapeString("-H 'X-Service-Signature: t=1'"),
		"--data-binary")
}
