// Package boottest starts the real program for tests: on free ports, in a temporary folder, with one company and everything
// that an integrator and an agent need.
package boottest

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"path/filepath"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/admin"
	"proofdesk/app/boot"
	"proofdesk/app/config"
	"proofdesk/app/hostapp"
	"proofdesk/app/onboarding"
	"proofdesk/app/vault"
)

// Company is the slug of the company that New makes.
const Company = "acme"

// World is the running program with its company.
type World struct {
	*boot.Program
	Trusted *hostapp.App // whose devices' liveness is trusted at 3
	Weak    *hostapp.App // whose devices are not trusted
	Users   map[access.Role]admin.NewUser
}

// Settings gives a configuration on free ports in a folder, with new master keys there.
func Settings(t testing.TB, dir string) config.Config {
	t.Helper()
	c, err := config.Parse(map[string]string{
		"PROOFDESK_LISTEN": "127.0.0.1:0", "PROOFDESK_OPS_LISTEN": "127.0.0.1:0", "PROOFDESK_DATA_DIR": dir, "PROOFDESK_ENVIRONMENT": "test",
	})
	if err != nil {
		t.Fatal(err)
	}
	c.AllowCIDRs = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	if _, err := vault.Init(filepath.Join(dir, "master.keys")); err != nil {
		t.Fatal(err)
	}
	return c
}

// New starts the program and makes the company. The program is stopped with the test. change may adapt the configuration.
func New(t testing.TB, change ...func(*config.Config)) *World {
	t.Helper()
	c := Settings(t, t.TempDir())
	for _, f := range change {
		f(&c)
	}
	p, err := boot.Start(context.Background(), c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Stop(); err != nil {
			t.Errorf("stop: %v", err)
		}
	})
	w := &World{Program: p, Users: map[access.Role]admin.NewUser{}}
	w.furnish(t)
	return w
}

func (w *World) furnish(t testing.TB) {
	t.Helper()
	ctx, a := context.Background(), w.Accounts
	_, err := a.CreateCompany(ctx, "test", Company, "Acme Bank")
	must(t, err)
	for _, role := range access.Roles() {
		w.Users[role], err = a.CreateUser(ctx, "test", admin.UserRequest{Company: Company, Email: string(role) + "@acme.example", Role: string(role)})
		must(t, err)
	}
	user, err := a.CreateIntegrationUser(ctx, "test", Company, "", "")
	must(t, err)
	key, err := a.CreateAPIKey(ctx, "test", Company, "test", time.Time{})
	must(t, err)
	app := func(trust map[string]int) *hostapp.App {
		client, err := a.CreateClient(ctx, "test", Company, "test", false)
		must(t, err)
		must(t, a.TrustClient(ctx, "test", Company, client.ClientID, trust))
		return &hostapp.App{Base: w.Config.Public.String(), HTTP: &http.Client{Timeout: time.Minute}, Credentials: hostapp.Credentials{
			ClientID: client.ClientID, ClientSecret: client.ClientSecret, Username: user.Username, Password: user.Password, KeyID: key.ID, KeySecret: key.Secret,
		}}
	}
	w.Trusted = app(map[string]int{string(onboarding.LivenessDetect): 3})
	w.Weak = app(map[string]int{})
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
