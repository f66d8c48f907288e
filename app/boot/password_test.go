package boot_test

import (
	"log/slog"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/accounts"
	"proofdesk/app/boot"
	"proofdesk/app/boot/boottest"
)

// The programs of other tests hash cheaply, so that only this one shows what a password costs in production.
func TestAPasswordIsHashedAtTheFullCost(t *testing.T) {
	p, err := boot.Start(t.Context(), boottest.Settings(t, t.TempDir()), slog.New(slog.DiscardHandler))
	must(t, err)
	t.Cleanup(func() { must(t, p.Stop()) })
	_, err = p.Companies.CreateCompany(t.Context(), "test", boottest.Company, "Acme Bank")
	must(t, err)
	_, err = p.Accounts.CreateUser(t.Context(), "test", accounts.UserRequest{
		Company: boottest.Company,
		Email:   "pat@acme.example",
		Role:    string(access.Agent),
	})
	must(t, err)
	agent, err := p.Store.AgentByEmail(t.Context(), "pat@acme.example")
	must(t, err)
	if cost := "$argon2id$v=19$m=19456,t=2,p=1$"; !strings.HasPrefix(agent.PasswordHash, cost) {
		t.Errorf("the hash %q does not begin with %s", agent.PasswordHash, cost)
	}
	if p.Credentials.Hasher != p.Accounts.Hasher {
		t.Error("the passwords of integration users are hashed otherwise")
	}
}
