package administration_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

func TestAnAdminMakesAUserWhoMustChooseAPassword(t *testing.T) {
	h := webtest.Open(t)
	admin := h.As(access.Admin)
	admin.Get("/users").Want(200, "agent@acme.test", "The senior")
	admin.Post("/users", url.Values{"email": {"new@acme.test"}, "name": {"Nia New"}, "role": {"agent"}}).Want(200,
		"It is not shown again", "Nia New")
	made := admin.Secrets()
	admin.Get("/users")
	if strings.Contains(admin.Body, made[1]) {
		t.Error("the password is shown again")
	}
	admin.Post("/users", url.Values{"email": {"new@acme.test"}, "role": {"agent"}}).Want(http.StatusConflict,
		`id="field-email-problem">A user with this address already exists.`,
		`aria-describedby="field-email-problem"`, `value="new@acme.test"`)
	b := h.Browser()
	b.SignIn(made[0], made[1], nil)
	b.Follow().Follow().Want(200, "Choose your own password")
	b.Post("/me/password", url.Values{"current": {made[1]}, "password": {"short"}}).Want(http.StatusBadRequest,
		"at least 12 characters")
	b.Post("/me/password", url.Values{"current": {made[1]}, "password": {"a lamp on 3 wet stones"}}).Follow().Want(
		200, "Your password is changed", "this browser")
	b.Get("/queue").Want(200)
}

func TestAdministrationIsForAdmins(t *testing.T) {
	h := webtest.Open(t)
	for _, role := range []access.Role{access.Agent, access.Senior, access.Auditor} {
		b := h.As(role)
		for _, path := range []string{"/users", "/clients", "/keys"} {
			b.Get(path).Want(http.StatusForbidden)
		}
		b.Get("/queue")
		if role != access.Auditor && strings.Contains(b.Body, `>Administration<`) ||
			strings.Contains(b.Body, `href="/users"`) {
			t.Errorf("%s is led to the users", role)
		}
	}
	h.As(access.Auditor).Get("/audit").Want(200)
}

func TestRolesShowWhatTheProgramEnforces(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Auditor)
	b.Get("/roles").Want(200, "Claim, decide, skip, escalate and note jobs")
	for _, role := range access.Roles() {
		for _, p := range role.Permissions() {
			b.Lacks(string(p))
		}
	}
	h.As(access.Agent).Get("/roles").Want(http.StatusForbidden)
}

func TestALockedUserIsUnlockedByAnAdmin(t *testing.T) {
	h := webtest.Open(t)
	wrong := h.Browser()
	for range 10 {
		wrong.SignIn("agent@acme.test", "not it", nil)
	}
	b := h.As(access.Admin)
	b.Get("/users").Want(200, "locked", "Unlock")
	agent, _ := h.Store.AgentByEmail(t.Context(), "agent@acme.test")
	b.Post("/users/"+agent.ID+"/unlock", nil).Follow().Want(200, "The change applies from now on")
	if strings.Contains(b.Body, "Unlock") {
		t.Error("still locked")
	}
}

func TestAnAdminSeesAndEndsSessions(t *testing.T) {
	h := webtest.Open(t)
	other, admin := h.As(access.Agent), h.As(access.Admin)
	admin.Get("/sessions").Want(200, "The agent", "The admin", "this browser")
	agent, session := admin.Field("agent"), admin.Field("session")
	admin.Post("/sessions/end", url.Values{"agent": {agent}, "session": {session}}).Follow().Want(200,
		"The session has ended")
	other.Get("/queue").Want(http.StatusSeeOther)
	admin.Post("/sessions/end", url.Values{"agent": {agent}, "session": {session}}).Want(http.StatusNotFound)
	other.As(access.Agent).Get("/sessions").Want(http.StatusForbidden)
	h.Clock.Advance(20 * time.Minute)
	h.As(access.Admin).Get("/sessions").Want(200, "this browser")
}
