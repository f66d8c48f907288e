package integration_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

var revokeToken = regexp.MustCompile(`action="(/repository-tokens/[^"]+/revoke)"`)

func TestARepositoryTokenIsShownOnceAndRevoked(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Admin)
	b.Get("/repository-tokens").Want(200, "No repository tokens yet", "Private-Token")
	b.Post("/repository-tokens", url.Values{"name": {"Build"}, "days": {"90"}}).Want(200, "pdr_", "The admin", "Build")
	token := b.Secrets()[0]
	if b.Get("/repository-tokens").Want(200, token[len(token)-4:]); strings.Contains(b.Body, token) {
		t.Error("the token is shown again")
	}
	b.Post("/repository-tokens", url.Values{"name": {"build"}, "days": {"90"}}).Want(http.StatusConflict,
		"This name is already in use.")
	b.Post("/repository-tokens", url.Values{"name": {"Long"}, "days": {"367"}}).Want(http.StatusBadRequest, "one year")
	b.Post("/repository-tokens", url.Values{"name": {"None"}, "days": {"x"}}).Want(http.StatusBadRequest,
		"Choose how long")
	b.Get("/repository-tokens")
	path := revokeToken.FindStringSubmatch(b.Body)[1]
	csrf := b.Field("csrf")
	stranger := h.Browser()
	stranger.SignIn("admin@globex.test", webtest.Password, nil)
	stranger.Get("/repository-tokens").Want(200, "No repository tokens yet")
	stranger.Post(path, nil).Want(http.StatusNotFound)
	b.Post(path, url.Values{"csrf": {csrf}}).Follow().Want(200, "revoked")
	if strings.Contains(b.Body, path) {
		t.Error("a token that was revoked can be revoked")
	}
	b.Post(path, url.Values{"csrf": {csrf}, "again": {"1"}}).Want(http.StatusNotFound, "already revoked")
	b.Get("/audit").Want(200, "repository_token.create", "repository_token.revoke")
}

func TestOnlyAdminsSeeRepositoryTokens(t *testing.T) {
	h := webtest.Open(t)
	for _, role := range access.Roles() {
		b := h.As(role).Get("/repository-tokens")
		if may := role.Can(access.ManageClients); may != (b.Status == 200) || !may && b.Status != http.StatusForbidden {
			t.Errorf("%s: %d", role, b.Status)
		}
	}
}
