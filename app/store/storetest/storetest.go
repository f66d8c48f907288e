// Package storetest runs tests against both engines of package store: SQLite in a temporary folder and a PostgreSQL
// cluster of its own, started in a private folder as a user who is not root. A package that uses Each calls Main from
// TestMain.
package storetest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the pgx driver

	"proofdesk/app/audit"
	"proofdesk/app/clock"
	"proofdesk/app/company"
	"proofdesk/app/store"
)

// Engines lists the engines that Each runs on.
func Engines() []string { return []string{"sqlite", "postgres"} }

// Each runs a test once per engine on an empty store with the system clock.
func Each(t *testing.T, test func(t *testing.T, st *store.Store)) {
	EachAt(t, clock.System{}, test)
}

// EachAt runs a test once per engine on an empty store with a clock.
func EachAt(t *testing.T, c clock.Clock, test func(t *testing.T, st *store.Store)) {
	t.Run("sqlite", func(t *testing.T) { test(t, SQLite(t, c)) })
	t.Run("postgres", func(t *testing.T) { test(t, Postgres(t, c)) })
}

// SQLite opens an empty SQLite store in a temporary folder; it is closed with the test.
func SQLite(t testing.TB, c clock.Clock) *store.Store {
	t.Helper()
	return SQLiteOn(t, SQLiteFile(t), c)
}

// SQLiteOn opens the SQLite store of a file; it is closed with the test.
func SQLiteOn(t testing.TB, path string, c clock.Clock) *store.Store {
	t.Helper()
	return open(t, store.Options{URL: "sqlite:" + path, Clock: c})
}

// SQLiteFile makes an SQLite database for a test, with its tables, and returns its path.
func SQLiteFile(t testing.TB) string {
	t.Helper()
	schema, err := migrated()
	if err != nil {
		t.Fatalf("migrate: %v", err)
	}
	path := filepath.Join(t.TempDir(), "test.db")
	if err := os.WriteFile(path, schema, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// migrated returns the file of an SQLite database with its tables. It is made once, because forty migrations take
// longer than most tests.
var migrated = sync.OnceValues(func() (schema []byte, err error) {
	dir, err := os.MkdirTemp("", "proofdesk-schema-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, "schema.db")
	if err := migrate("sqlite:" + path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// migrate makes the tables of a database, which nobody has open afterwards.
func migrate(url string) error {
	st, err := store.Open(context.Background(), store.Options{URL: url, Clock: clock.System{}})
	if err != nil {
		return err
	}
	return st.Close()
}

func open(t testing.TB, o store.Options) *store.Store {
	t.Helper()
	st, err := store.Open(context.Background(), o)
	if err != nil {
		t.Fatalf("open store: %v", err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Errorf("close store: %v", err)
		}
	})
	return st
}

// ChangeSettings edits a company's settings.
func ChangeSettings(t testing.TB, st *store.Store, slug string, change func(*company.Settings)) {
	t.Helper()
	err := st.Write(t.Context(), func(tx *store.Tx) error {
		return tx.ChangeCompany(t.Context(), slug, func(c *company.Company) (audit.Entry, error) {
			change(&c.Settings)
			return audit.NewEntry(slug, "test", "company.settings", "company:"+slug, nil), nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
}
