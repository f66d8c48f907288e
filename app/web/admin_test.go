package web_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"proofdesk/app/access"
)

var (
	secretLine = regexp.MustCompile(`<code class="data" data-copy="([^"]+)"`)
	actionPath = regexp.MustCompile(`action="(/(?:users|clients|keys)/[^"]+/(?:state|role|secret|revoke|password))"`)
)

func (b *browser) secrets() []string {
	var all []string
	for _, m := range secretLine.FindAllStringSubmatch(b.body, -1) {
		all = append(all, m[1])
	}
	return all
}

func TestAnAdminMakesAUserWhoMustChooseAPassword(t *testing.T) {
	h := open(t)
	admin := h.as(access.Admin)
	admin.get("/users").want(200, "agent@acme.test", "The senior")
	admin.post("/users", url.Values{"email": {"new@acme.test"}, "name": {"Nia New"}, "role": {"agent"}}).want(200,
		"It is not shown again", "Nia New")
	made := admin.secrets()
	admin.get("/users")
	if strings.Contains(admin.body, made[1]) {
		t.Error("the password is shown again")
	}
	admin.post("/users", url.Values{"email": {"new@acme.test"}, "role": {"agent"}}).want(http.StatusConflict,
		`id="field-email-problem">There is a user with this address already.`,
		`aria-describedby="field-email-problem"`, `value="new@acme.test"`)
	b := h.browser()
	b.signIn(made[0], made[1], nil)
	b.follow().follow().want(200, "Choose a password of your own")
	b.post("/me/password", url.Values{"current": {made[1]}, "password": {"short"}}).want(http.StatusBadRequest,
		"at least 12 characters")
	b.post("/me/password", url.Values{"current": {made[1]}, "password": {"a lamp on 3 wet stones"}}).follow().want(
		200, "Your password is changed", "this browser")
	b.get("/queue").want(200)
}

func TestClientsKeysAndIntegrationUsersAreMadeAndEnded(t *testing.T) {
	h := open(t)
	b := h.as(access.Admin)
	b.get("/clients").want(200, "No client yet")
	b.post("/clients", url.Values{"name": {"App"}, "sandbox": {"1"}}).want(200, "client_secret", "sandbox")
	b.post("/integration-users", nil).want(200, "password")
	b.get("/keys").want(200, "No key yet")
	b.post("/keys", url.Values{"name": {"Server"}, "expires": {"2026-02-30"}}).want(http.StatusBadRequest, "YYYY-MM-DD")
	b.post("/keys", url.Values{"name": {"Server"}, "expires": {"2027-12-31"}}).want(200, "X-Api-Key-Secret",
		"2027-12-31")
	for _, page := range []string{"/clients", "/keys"} {
		b.get(page)
		for _, m := range actionPath.FindAllStringSubmatch(b.body, -1) {
			if strings.HasSuffix(m[1], "/state") {
				b.post(m[1], url.Values{"state": {"DISABLED"}}).want(http.StatusSeeOther)
				b.get(page).want(200, "disabled")
			}
		}
	}
	b.get("/audit").want(200, "client.create", "apikey.create", "The admin")
}

func TestAdministrationIsForAdmins(t *testing.T) {
	h := open(t)
	for _, role := range []access.Role{access.Agent, access.Senior, access.Auditor} {
		b := h.as(role)
		for _, path := range []string{"/users", "/clients", "/keys"} {
			b.get(path).want(http.StatusForbidden)
		}
		b.get("/queue")
		if role != access.Auditor && strings.Contains(b.body, `>Administration<`) ||
			strings.Contains(b.body, `href="/users"`) {
			t.Errorf("%s is led to the users", role)
		}
	}
	h.as(access.Auditor).get("/audit").want(200)
}

func TestASessionCanBeEndedFromAnotherBrowser(t *testing.T) {
	h := open(t)
	lost, here := h.as(access.Agent), h.as(access.Agent)
	here.get("/me").want(200, "this browser")
	hash := here.field("session")
	here.post("/me/sessions", url.Values{"session": {hash}}).want(http.StatusSeeOther)
	lost.get("/queue").want(http.StatusSeeOther)
	here.get("/queue").want(200)
	other := h.as(access.Senior)
	other.get("/me")
	other.post("/me/sessions", url.Values{"session": {hash}}).want(http.StatusNotFound)
}

func TestRolesShowWhatTheProgramEnforces(t *testing.T) {
	h := open(t)
	b := h.as(access.Auditor)
	b.get("/roles").want(200, "Claim, decide, skip, escalate and note jobs", "jobs.review")
	for _, role := range access.Roles() {
		for _, p := range role.Permissions() {
			if !strings.Contains(b.body, ">"+string(p)+"<") || strings.Contains(b.body, ">"+string(p)+" <") {
				t.Errorf("%s is missing, or told by its code alone", p)
			}
		}
	}
	h.as(access.Agent).get("/roles").want(http.StatusForbidden)
}

func TestReasonsAreManagedByAdmins(t *testing.T) {
	h := open(t)
	b := h.as(access.Admin)
	b.get("/settings/reasons").want(200, "fraud.document_altered", "data.mismatch", "quality.unreadable", ">9 ")
	b.post("/settings/reasons/add", url.Values{"band": {"DATA"}, "text": {""}}).want(http.StatusBadRequest,
		`id="new-data-problem">Enter the text`)
	if n := strings.Count(b.body, "-problem\">"); n != 1 {
		t.Errorf("%d fields are marked", n)
	}
	b.post("/settings/reasons/add", url.Values{"band": {"DATA"}, "text": {"Name misspelt"}}).follow().want(200,
		"data.name_misspelt")
	b.post("/settings/reasons/rename", url.Values{
		"code": {"data.name_misspelt"},
		"text": {"Name differs"},
	}).follow().want(
		200, "Name differs")
	b.post("/settings/reasons/rename", url.Values{
		"code": {"data.name_misspelt"},
		"text": {"Person is under age"},
	}).want(
		http.StatusBadRequest, "Another reason has this text", "<details class=\"sure\" name=\"sure\" open>")
	b.post("/settings/reasons/retire", url.Values{"code": {"data.name_misspelt"}}).follow().want(200,
		"No longer offered")
	b.post("/settings/reasons/restore", url.Values{"code": {"data.name_misspelt"}}).follow().want(200, "Name differs")
	b.post("/settings/reasons/move",
		url.Values{"code": {"data.name_misspelt"}, "way": {"up"}}).want(http.StatusSeeOther)
	h.as(access.Auditor).get("/settings/reasons").want(200, "Name differs")
	if strings.Contains(h.as(access.Auditor).get("/settings/reasons").body, "Retire") {
		t.Error("an auditor is offered to change reasons")
	}
}

func TestALockedUserIsUnlockedByAnAdmin(t *testing.T) {
	h := open(t)
	wrong := h.browser()
	for range 10 {
		wrong.signIn("agent@acme.test", "not it", nil)
	}
	b := h.as(access.Admin)
	b.get("/users").want(200, "locked", "Unlock")
	agent, _ := h.store.AgentByEmail(t.Context(), "agent@acme.test")
	b.post("/users/"+agent.ID+"/unlock", nil).follow().want(200, "The change counts from now on")
	if strings.Contains(b.body, "Unlock") {
		t.Error("still locked")
	}
}
