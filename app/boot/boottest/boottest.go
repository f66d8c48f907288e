// Package boottest starts the real program for tests: on free ports, in a temporary folder, with one company and
// everything that an integrator and an agent need.
package boottest

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"path/filepath"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/accounts"
	"proofdesk/app/apiclient"
	"proofdesk/app/boot"
	"proofdesk/app/config"
	"proofdesk/app/onboarding"
	"proofdesk/app/vault"
)

// Company is the slug of the company that New creates.
const Company = "acme"

// World is the running program with its company.
type World struct {
	*boot.Program
	Trusted *apiclient.App // whose devices' liveness is trusted at 3
	Weak    *apiclient.App // whose devices are not trusted
	Users   map[access.Role]accounts.NewUser
}

// Settings returns a configuration with free ports and new master keys, which keeps its files in a folder.
func Settings(t testing.TB, dir string) config.Config {
	t.Helper()
	c, err := settings(dir)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func settings(dir string) (config.Config, error) {
	c, err := config.Parse(map[string]string{
		"PROOFDESK_LISTEN":      "127.0.0.1:0",
		"PROOFDESK_OPS_LISTEN":  "127.0.0.1:0",
		"PROOFDESK_DATA_DIR":    dir,
		"PROOFDESK_ENVIRONMENT": "test",
	})
	if err != nil {
		return c, err
	}
	c.AllowCIDRs = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	c.EngineTimeout = 5 * time.Minute // the machine may be busy with other work
	_, err = vault.Init(filepath.Join(dir, "master.keys"))
	return c, err
}

// New starts the program and creates the company. The program is stopped when the test ends. change may adapt the
// configuration.
func New(t testing.TB, change ...func(*config.Config)) *World {
	t.Helper()
	w, err := Open(t.TempDir(), change...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Stop(); err != nil {
			t.Errorf("stop: %v", err)
		}
	})
	return w
}

// Open does what New does, for a program that outlives a test: the caller stops it and removes the folder.
func Open(dir string, change ...func(*config.Config)) (*World, error) {
	c, err := settings(dir)
	if err != nil {
		return nil, err
	}
	for _, f := range change {
		f(&c)
	}
	p, err := boot.Start(context.Background(), c, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	// Tests create people and sign in all the time.
	p.Accounts.Hasher.Params = access.Params{Memory: 64, Passes: 1, Lanes: 1}
	w := &World{Program: p, Users: map[access.Role]accounts.NewUser{}}
	if err := w.createAccounts(); err != nil {
		return nil, errors.Join(err, p.Stop())
	}
	return w, nil
}

func (w *World) createAccounts() (err error) {
	ctx := context.Background()
	if _, err = w.Companies.CreateCompany(ctx, "test", Company, "Acme Bank"); err != nil {
		return err
	}
	for _, role := range access.Roles() {
		if w.Users[role], err = w.Accounts.CreateUser(ctx, "test", accounts.UserRequest{
			Company: Company,
			Email:   string(role) + "@acme.example",
			Role:    string(role),
		}); err != nil {
			return err
		}
	}
	user, err := w.Credentials.CreateIntegrationUser(ctx, "test", Company, "", "")
	if err != nil {
		return err
	}
	key, err := w.Credentials.CreateAPIKey(ctx, "test", Company, "test", time.Time{})
	if err != nil {
		return err
	}
	base := apiclient.Credentials{
		Username:  user.Username,
		Password:  user.Password,
		KeyID:     key.ID,
		KeySecret: key.Secret,
	}
	if w.Trusted, err = w.app(base, onboarding.Trust{onboarding.LivenessDetect: 3}); err != nil {
		return err
	}
	w.Weak, err = w.app(base, onboarding.Trust{})
	return err
}

// app creates a client whose devices have the given trust.
func (w *World) app(c apiclient.Credentials, trust onboarding.Trust) (*apiclient.App, error) {
	ctx := context.Background()
	client, err := w.Credentials.CreateClient(ctx, "test", Company, "", false)
	if err != nil {
		return nil, err
	}
	c.ClientID, c.ClientSecret = client.ClientID, client.ClientSecret
	app := &apiclient.App{Base: w.Config.Public.String(), HTTP: &http.Client{Timeout: 2 * time.Minute}, Credentials: c}
	return app, w.Credentials.TrustClient(ctx, "test", Company, client.ClientID, nil, trust)
}
