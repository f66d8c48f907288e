package demo

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/config"
)

// found starts a demo without a past and without applicants.
func found(ctx context.Context, t *testing.T, c config.Config) (*Demo, error) {
	t.Helper()
	public := *c.Public // a start puts its port there
	c.Public = &public
	return Start(ctx, c, slog.New(slog.NewTextHandler(t.Output(), nil)), Options{Most: -1, Say: io.Discard})
}

// forget removes fields from the file of accounts, as where a start was killed before it could store them.
func forget(t *testing.T, c config.Config, fields ...string) {
	t.Helper()
	path := filepath.Join(c.DataDir, "demo.json")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	stored := map[string]json.RawMessage{}
	if err := json.Unmarshal(b, &stored); err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(stored, func(field string, _ json.RawMessage) bool { return slices.Contains(fields, field) })
	if b, err = json.Marshal(stored); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// everythingOnce checks that the company has each account once, and that the demo's passwords and secrets are good.
func everythingOnce(t *testing.T, d *Demo) {
	t.Helper()
	ctx, p, a := t.Context(), d.Program, d.Accounts
	agents, err := p.Store.Agents(ctx, company)
	if err != nil || len(agents) != len(people) {
		t.Errorf("%d users, error %v", len(agents), err)
	}
	for _, u := range a.Users {
		if _, err := p.Accounts.SignIn(ctx, u.Email, u.Password, "127.0.0.1"); err != nil {
			t.Errorf("%s can't sign in: %v", u.Email, err)
		}
	}
	clients, err := p.Store.Clients(ctx, company)
	if err != nil || len(clients) != 2 {
		t.Errorf("%d clients, error %v", len(clients), err)
	}
	f := newFeeder(p, a, studio{}, io.Discard, d.count)
	if _, err := f.trusted.Token(ctx); err != nil {
		t.Errorf("the trusted client gets no token: %v", err)
	}
	if _, err := f.weak.Token(ctx); err != nil {
		t.Errorf("the other client gets no token: %v", err)
	}
	keys, err := p.Store.APIKeys(ctx, company)
	if err != nil || len(keys) != 1 {
		t.Errorf("%d API keys, error %v", len(keys), err)
	}
	if _, err := p.APIKeys.Verify(ctx, a.Key.ID, a.Key.Secret, "127.0.0.1"); err != nil {
		t.Errorf("the API key is refused: %v", err)
	}
	endpoints, err := p.Store.Endpoints(ctx, company)
	if err != nil || len(endpoints) != len(d.Receivers.all) {
		t.Errorf("%d endpoints, error %v", len(endpoints), err)
	}
	for _, e := range endpoints {
		if e.ID != a.Endpoints[0].ID && e.ID != a.Endpoints[1].ID && e.ID != a.Endpoints[2].ID {
			t.Errorf("the key of the endpoint that %s is not stored", e.Description)
		}
	}
}

func TestAStartThatWasKilledWhileItCreatedAccountsIsContinued(t *testing.T) {
	c, err := Adapt(boottest.Settings(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if d, err := found(ended, t, c); err == nil {
		t.Fatal("a start that was ended went on", d.Stop())
	}
	for _, lost := range [][]string{nil, {"endpoints"}, {"endpoints", "client", "weak", "key"}} {
		if lost != nil {
			forget(t, c, lost...)
		}
		d, err := found(t.Context(), t, c)
		if err != nil {
			t.Fatalf("after a kill that lost %v: %v", lost, err)
		}
		everythingOnce(t, d)
		if err := d.Stop(); err != nil {
			t.Error(err)
		}
	}
}
