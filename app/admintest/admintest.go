// Package admintest builds the administrative use cases on a store of either engine, with cheap password hashes, for
// tests.
package admintest

import (
	"log/slog"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/accounts"
	"proofdesk/app/audittrail"
	"proofdesk/app/clock"
	"proofdesk/app/companies"
	"proofdesk/app/credentials"
	"proofdesk/app/endpoints"
	"proofdesk/app/keyring"
	"proofdesk/app/presets"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/vault"
)

// Company is the slug of the company that New creates.
const Company = "acme"

// Office holds the administrative use cases on one store.
type Office struct {
	Store       *store.Store
	Clock       clock.Clock
	Keys        *keyring.Keys
	Accounts    *accounts.Registry
	Credentials *credentials.Registry
	Endpoints   *endpoints.Registry
	Companies   *companies.Registry
	Presets     *presets.Registry
	Trail       *audittrail.Trail
}

// New builds the use cases on a store and creates a company.
func New(t testing.TB, st *store.Store, c clock.Clock) Office {
	t.Helper()
	o := On(st, c, vault.Ephemeral())
	if _, err := o.Companies.CreateCompany(t.Context(), "cli", Company, "Acme"); err != nil {
		t.Fatal(err)
	}
	return o
}

// On builds the use cases on a store with a master key, without a company.
func On(st *store.Store, c clock.Clock, master *vault.Master) Office {
	keys := &keyring.Keys{Store: st, Master: master}
	hasher := access.NewHasher(2, 50, access.Params{Memory: 64, Passes: 1, Lanes: 1})
	log := slog.New(slog.DiscardHandler)
	return Office{
		Store:   st,
		Clock:   c,
		Keys:    keys,
		Presets: &presets.Registry{Store: st},
		Accounts: &accounts.Registry{
			Store:  st,
			Clock:  c,
			Keys:   keys,
			Hasher: hasher,
			Limits: accounts.DefaultLimits,
			Log:    log,
		},
		Credentials: &credentials.Registry{
			Store:       st,
			Clock:       c,
			Keys:        keys,
			Hasher:      hasher,
			Environment: "test",
			Region:      "local",
		},
		Endpoints: &endpoints.Registry{Store: st, Clock: c, Keys: keys, Log: log},
		Companies: &companies.Registry{Store: st, Keys: keys},
		Trail:     &audittrail.Trail{Store: st, Log: log},
	}
}

// Each runs a test once per engine on a new office with a manual clock.
func Each(t *testing.T, test func(t *testing.T, o Office, now *clock.Manual)) {
	t.Helper()
	for _, engine := range storetest.Engines() {
		t.Run(engine, func(t *testing.T) {
			now := clock.NewManual(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
			open := storetest.SQLite
			if engine == "postgres" {
				open = storetest.Postgres
			}
			test(t, New(t, open(t, now), now), now)
		})
	}
}
