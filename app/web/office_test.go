package web_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"proofdesk/app/access"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine"
	"proofdesk/engine/barcode"
)

var (
	keyLine  = regexp.MustCompile(`<dd class="data">([A-Z2-7 ]{39})`)
	codeLine = regexp.MustCompile(`<li>([0-9a-z-]{24})</li>`)
)

// enrol turns the second factor of a signed-in browser's agent on and returns its key and recovery codes.
func (b *browser) enrol() (secret string, codes []string) {
	b.t.Helper()
	b.get("/me").want(200, "Set up an authenticator")
	b.post("/me/totp", nil).follow().want(200, `src="data:image/png;base64,`, "Turn on")
	b.scans()
	key := keyLine.FindStringSubmatch(b.body)
	if key == nil {
		b.t.Fatalf("no key on the page: %s", b.body)
	}
	secret = strings.ReplaceAll(key[1], " ", "")
	b.post("/me/totp/confirm", url.Values{"code": {"000000"}}).want(http.StatusBadRequest,
		"not the one that the authenticator shows")
	b.post("/me/totp/confirm", url.Values{"code": {b.shows(secret)}}).want(200, "Your recovery codes")
	for _, m := range codeLine.FindAllStringSubmatch(b.body, -1) {
		codes = append(codes, m[1])
	}
	return secret, codes
}

// scans reads the QR code of the page as an authenticator does.
func (b *browser) scans() {
	b.t.Helper()
	_, rest, _ := strings.Cut(b.body, `src="data:image/png;base64,`)
	text, _, _ := strings.Cut(rest, `"`)
	picture, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		b.t.Fatal(err)
	}
	symbol, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		b.t.Fatal(err)
	}
	gray, ok := symbol.(*image.Gray)
	if !ok {
		b.t.Fatalf("the QR code is a %T", symbol)
	}
	for _, found := range barcode.Read(gray, barcode.Options{}) {
		if strings.HasPrefix(found.Text, "otpauth://totp/Proofdesk:") {
			return
		}
	}
	b.t.Error("the QR code does not read")
}

// shows is what an authenticator shows now.
func (b *browser) shows(secret string) string {
	b.t.Helper()
	code, err := totp.GenerateCode(secret, b.clock.Now())
	if err != nil {
		b.t.Fatal(err)
	}
	return code
}

func TestASecondFactorIsSetUpAndAskedForAtTheSignIn(t *testing.T) {
	h := open(t)
	job, _ := h.job("acme", "DOE, JANE")
	here := h.as(access.Agent)
	secret, codes := here.enrol()
	if len(codes) != 10 {
		t.Fatalf("%d recovery codes", len(codes))
	}
	here.get("/me").want(200, "10 left", "Turn off")
	here.get("/me/totp").want(http.StatusSeeOther)

	b := h.browser()
	b.get("/login/totp").want(http.StatusSeeOther)
	used := b.shows(secret)
	b.signIn("agent@acme.test", password, url.Values{"next": {"/jobs/" + job}, "kept.note": {"half a word"}})
	b.want(200, "One more step", `name="kept.note" value="half a word"`)
	b.send("POST", "/login/totp", url.Values{"code": {used}, "next": {"/jobs/" + job}}).want(http.StatusUnauthorized,
		"used already")
	b.get("/queue").want(http.StatusSeeOther)
	h.clock.Advance(time.Minute)
	b.send("POST", "/login/totp", url.Values{
		"code": {b.shows(secret)},
		"next": {"/jobs/" + job},
	}).want(http.StatusSeeOther)
	if to := b.answer.Header.Get("Location"); to != "/jobs/"+job {
		t.Errorf("leads to %s", to)
	}
	b.get("/queue").want(200)

	lost := h.browser()
	lost.signIn("agent@acme.test", password, nil)
	lost.send("POST", "/login/totp", url.Values{"code": {codes[0]}}).want(http.StatusSeeOther)
	lost.get("/me").want(200, "9 left")
	late := h.browser()
	late.signIn("agent@acme.test", password, nil)
	h.clock.Advance(5 * time.Minute)
	late.send("POST", "/login/totp", url.Values{"code": {late.shows(secret)}}).want(http.StatusSeeOther)
	if to := late.answer.Header.Get("Location"); to != "/login" {
		t.Errorf("a ticket that has run out leads to %s", to)
	}
}

func TestATicketIsNoSession(t *testing.T) {
	h := open(t)
	h.as(access.Agent).enrol()
	b := h.browser()
	b.signIn("agent@acme.test", password, nil)
	b.want(200, "One more step")
	for _, path := range []string{"/queue", "/me", "/jobs"} {
		b.get(path).want(http.StatusSeeOther)
	}
	b.cookies["proofdesk_step"] = "x" + b.cookies["proofdesk_step"]
	b.send("POST", "/login/totp", url.Values{"code": {"000000"}}).want(http.StatusSeeOther)
}

func TestAnAdminResetsALostSecondFactorAndEndsSessions(t *testing.T) {
	h := open(t)
	lost := h.as(access.Agent)
	lost.enrol()
	admin := h.as(access.Admin)
	admin.get("/users").want(200, "authenticator", "Reset second factor")
	agent, _ := h.store.AgentByEmail(t.Context(), "agent@acme.test")
	admin.post("/users/"+agent.ID+"/totp", nil).follow().want(200, "signed out everywhere")
	lost.get("/queue").want(http.StatusSeeOther)
	again := h.as(access.Agent)
	admin.get("/users")
	admin.post("/users/"+agent.ID+"/sessions", nil).follow().want(200, "Signed out everywhere")
	again.get("/queue").want(http.StatusSeeOther)
	self, _ := h.store.AgentByEmail(t.Context(), "admin@acme.test")
	admin.get("/users")
	admin.post("/users/"+self.ID+"/role", url.Values{"role": {"agent"}}).want(http.StatusConflict,
		"last active administrator")
	foreign, _ := h.store.AgentByEmail(t.Context(), "agent@globex.test")
	admin.get("/users")
	admin.post("/users/"+foreign.ID+"/password", nil).want(http.StatusNotFound)
}

func TestAnAdminSeesAndEndsSessions(t *testing.T) {
	h := open(t)
	other, admin := h.as(access.Agent), h.as(access.Admin)
	admin.get("/sessions").want(200, "The agent", "The admin", "this browser")
	agent, session := admin.field("agent"), admin.field("session")
	admin.post("/sessions/end", url.Values{"agent": {agent}, "session": {session}}).follow().want(200,
		"The session has ended")
	other.get("/queue").want(http.StatusSeeOther)
	admin.post("/sessions/end", url.Values{"agent": {agent}, "session": {session}}).want(http.StatusNotFound)
	other.as(access.Agent).get("/sessions").want(http.StatusForbidden)
	h.clock.Advance(20 * time.Minute)
	h.as(access.Admin).get("/sessions").want(200, "this browser")
}

func TestPreferencesShapeEveryPage(t *testing.T) {
	h := open(t)
	b := h.as(access.Agent)
	b.get("/me").want(200, `data-theme="auto"`)
	form := url.Values{
		"name":     {"Ann Other"},
		"theme":    {"dark"},
		"density":  {"compact"},
		"timeZone": {"Mars"},
		"grey":     {"1"},
		"blur":     {"1"},
		"keysOff":  {"1"},
	}
	b.post("/me", form).want(http.StatusBadRequest, "There is no such time zone", `value="Mars"`, `value="Ann Other"`,
		`aria-invalid="true"`)
	form.Set("timeZone", "America/Mexico_City")
	form.Del("csrf")
	b.post("/me", form).follow().want(200, "Saved.", "2026-11-20 06:00:00")
	b.get("/queue").want(200, `data-theme="dark"`, `data-density="compact"`, "data-blur", "data-grey",
		"data-keys-off", "Ann Other")
	fresh := h.as(access.Agent)
	fresh.get("/queue").want(200, `data-theme="dark"`)
}

func TestTrustInAClientsDevicesIsExplainedAndSet(t *testing.T) {
	h := open(t)
	b := h.as(access.Admin)
	b.get("/clients").post("/clients", url.Values{"name": {"App"}}).want(200, "client_secret")
	id := b.secrets()[0]
	b.get("/clients/"+id).want(200, "How far its devices are trusted", "laboratory", "OCR of the front")
	form := url.Values{}
	for _, c := range onboarding.Capabilities() {
		form.Set("trust."+string(c), "0")
	}
	form.Set("trust.liveness_detect", "9")
	form.Set("version", "{}")
	b.post("/clients/"+id+"/trust", form).want(http.StatusBadRequest, "An assurance is 0 to 4")
	form.Set("trust.liveness_detect", "3")
	form.Del("csrf")
	b.post("/clients/"+id+"/trust", form).follow().want(200, "Saved.")
	b.get("/clients").want(200, "liveness 3")
	client, _ := h.store.Client(t.Context(), "acme", id)
	if len(client.Trust) != 1 || client.Trust[onboarding.LivenessDetect] != 3 {
		t.Errorf("kept as %v", client.Trust)
	}
	b.get("/clients/none").want(http.StatusNotFound)
}

func TestTheTrailIsSearchedVerifiedAndExported(t *testing.T) {
	h := open(t)
	b := h.as(access.Auditor)
	b.get("/audit?who=AUDITOR@acme.test&action=user.").want(200, "user.sign_in", "The auditor")
	if strings.Contains(b.body, ">company.create </td>") {
		t.Error("the filter lets another action through")
	}
	b.get("/audit?from=2026-11-21").want(200, "Nothing fits")
	b.get("/audit?from=2026-11-20&until=2026-11-20").want(200, "company.create")
	b.get("/audit?from=yesterday").want(http.StatusBadRequest, "YYYY-MM-DD", `value="yesterday"`,
		`id="field-from-problem"`, "autofocus")
	b.get("/audit")
	b.post("/audit/verify", nil).want(200, "whole", "Hash of the last one")
	b.get("/audit").want(200, "Last verified", "by The auditor", "verified the trail")
	b.get("/audit.csv?action=company.create").want(200, "id,at,actor", "company:acme")
	if strings.Count(b.body, "\n") != 2 || !strings.HasPrefix(b.answer.Header.Get("Content-Type"), "text/csv") {
		t.Errorf("the file is %s", b.body)
	}
	h.as(access.Senior).get("/audit").want(http.StatusForbidden)
}

// enrolled makes a customer of acme under a number.
func (h *house) enrolled(number, job string) {
	h.t.Helper()
	row, _, err := h.keys.NewApplicantKey(h.t.Context(), "acme", "c-"+number)
	if err != nil {
		h.t.Fatal(err)
	}
	err = h.store.Write(h.t.Context(), func(tx *store.Tx) error {
		c := onboarding.Customer{
			ID:             "c-" + number,
			Seq:            tx.NextSeq(),
			Company:        "acme",
			UniqueNumber:   number,
			FullName:       "JANE DOE",
			DateOfBirth:    "1987-03-18",
			DocumentNumber: "G09",
			IssuingCountry: "MEX",
			JobID:          job,
			CreatedAt:      tx.Now,
			UpdatedAt:      tx.Now,
		}
		if err := tx.InsertApplicantKey(h.t.Context(), row); err != nil {
			return err
		}
		if err := tx.PutCustomer(h.t.Context(), c); err != nil {
			return err
		}
		return tx.PutTemplate(h.t.Context(), store.SealedTemplate{
			Company:     "acme",
			CustomerID:  c.ID,
			Kind:        "face",
			ModelSHA256: strings.Repeat("ab", 32),
			Sealed:      []byte("s"),
		})
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

func TestACustomerIsShownAndErasedAfterADryRun(t *testing.T) {
	h := open(t)
	h.enrolled("A/7 1", ids.UUID())
	h.clock.Advance(48 * time.Hour)
	senior := h.as(access.Senior)
	senior.get("/customers").want(200, "A/7 1", "JANE DOE", "1 enrolled person.")
	senior.get("/customers?q=G09").want(200, "JANE DOE")
	senior.get("/customers?q=nobody").want(200, "Nobody is enrolled under this number")
	path := "/customers/A%2F7%201"
	senior.get(path).want(200, "1987-03-18", "face", "2 d 0 h")
	auditor := h.as(access.Auditor)
	for _, page := range []string{"/customers", path} {
		if auditor.get(page).want(200, "1987-••-••"); strings.Contains(auditor.body, "G09") ||
			strings.Contains(auditor.body, "03-18") {
			t.Errorf("%s shows an auditor all values", page)
		}
	}
	if strings.Contains(senior.body, "Show what would go") {
		t.Error("a senior is offered to erase")
	}
	senior.get(path + "/erase").want(http.StatusForbidden)
	admin := h.as(access.Admin)
	admin.get(path+"/erase").want(200, "Nothing is removed yet", "1, with 1 template")
	digest := admin.field("digest")
	admin.post(path+"/erase", url.Values{"digest": {digest}, "number": {"other"}}).want(http.StatusBadRequest,
		"not the unique number")
	admin.post(path+"/erase", url.Values{"digest": {digest}, "number": {"A/7 1"}}).follow().want(200,
		"Proof of erasure", "Nothing is kept", "The admin", "the customer, 1 template", "0, 0 B in all", "data-print")
	admin.get("/customers?q=A/7+1").want(200, "Proof of erasure")
	admin.get("/customers").want(200, "Nobody is enrolled yet")
	admin.get("/customers/unknown").want(http.StatusNotFound)
	h.as(access.Agent).get("/customers").want(http.StatusForbidden)
}

func TestACustomerWhoseJobIsInReviewIsNotErased(t *testing.T) {
	h := open(t)
	job, _ := h.job("acme", "DOE, JANE")
	h.enrolled("4471", job)
	admin := h.as(access.Admin)
	admin.get("/customers/4471/erase").want(200, "Not now: 1 job is still being decided")
	if strings.Contains(admin.body, "Erase for good") {
		t.Error("the button is there")
	}
	admin.post("/customers/4471/erase", url.Values{"number": {"4471"}, "digest": {"x"}}).want(http.StatusConflict)
}

func TestSettingsAreSavedCheckedAndReadOnlyForAuditors(t *testing.T) {
	h := open(t)
	b := h.as(access.Admin)
	b.get("/settings").want(200, "PROOFDESK_REVIEW_DEADLINE", "What declines without a review")
	form := url.Values{
		"version":    {b.field("version")},
		"name":       {"Acme Bank"},
		"minimumAge": {"old"},
		"declineOn":  {engine.CodeExpiry},
	}
	b.post("/settings", form).want(http.StatusBadRequest,
		`id="field-minimumAge-problem">Give the age in whole years`, "Nothing was saved", "autofocus",
		`value="Acme Bank"`)
	form.Set("minimumAge", "21")
	form.Del("csrf")
	b.post("/settings", form).want(http.StatusSeeOther)
	b.get("/settings").want(200, `value="Acme Bank"`, `value="21"`, "Rules, version 2")
	form.Del("csrf")
	b.post("/settings", form).want(http.StatusConflict, "Somebody else changed the settings")
	auditor := h.as(access.Auditor)
	auditor.get("/settings").want(200, "Minimum age")
	if strings.Contains(auditor.body, `action="/settings"`) {
		t.Error("an auditor is offered to save")
	}
	auditor.post("/settings", form).want(http.StatusForbidden)
	h.as(access.Senior).get("/settings").want(http.StatusForbidden)
}

func TestASandboxJobIsMadeThroughIntake(t *testing.T) {
	h := open(t)
	b := h.as(access.Admin)
	b.get("/sandbox").want(200, "Add a sandbox client")
	b.post("/clients", url.Values{"name": {"Sandbox"}, "sandbox": {"1"}}).want(200)
	id := b.secrets()[0]
	b.get("/sandbox").want(200, "EXISTING_CUSTOMER", id)
	b.post("/sandbox", url.Values{"client": {id}, "outcome": {"SUSPICIOUS"}}).want(http.StatusBadRequest,
		"Sandbox.outcome must be")
	b.post("/sandbox", url.Values{"client": {"none"}, "outcome": {"DECLINED"}}).want(http.StatusBadRequest,
		"Choose a sandbox client")
	b.post("/sandbox", url.Values{"client": {id}, "outcome": {"DECLINED"}, "number": {strings.Repeat("9", 65)}}).want(
		http.StatusBadRequest, "at most 64 characters")
	b.post("/sandbox", url.Values{"client": {id}, "outcome": {"DECLINED"}}).follow().want(200, "is under way",
		"queued", "DECLINED")
	jobs, err := h.store.SandboxJobs(t.Context(), "acme", 10)
	if err != nil || len(jobs) != 1 || !jobs[0].Status.Is(onboarding.Queued) || jobs[0].Sandbox != onboarding.Declined {
		t.Errorf("%+v, %v", jobs, err)
	}
	h.as(access.Auditor).get("/sandbox").want(http.StatusForbidden)
}

func TestPagesOfAdministrationKeepTheContentPolicyAndLeadSomewhere(t *testing.T) {
	h := open(t)
	b := h.as(access.Admin)
	links := regexp.MustCompile(`href="(/[^"#]*)"`)
	for _, path := range []string{
		"/users", "/sessions", "/clients", "/keys", "/roles", "/sandbox", "/settings", "/settings/reasons",
		"/retention", "/audit", "/customers", "/me",
	} {
		b.get(path).want(200)
		if found := inline.FindString(b.body); found != "" {
			t.Errorf("%s: inline %q", path, found)
		}
		for _, m := range links.FindAllStringSubmatch(b.body, -1) {
			to := strings.ReplaceAll(m[1], "&amp;", "&")
			visit := h.browser()
			visit.cookies = b.cookies
			if visit.get(to); visit.status >= 400 {
				t.Errorf("%s leads to %s: %d", path, to, visit.status)
			}
		}
	}
}
