// Package storetest runs tests against both engines of package store: SQLite in a temporary folder and a PostgreSQL
// cluster of its own, started in a private folder as a user who is not root. A package that uses Each calls Main from
// TestMain.
package storetest

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"sync/atomic"
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
	return open(t, store.Options{URL: "sqlite:" + filepath.Join(t.TempDir(), "test.db"), Clock: c})
}

var databases atomic.Int64

// Postgres opens an empty PostgreSQL store; its database is dropped with the test.
func Postgres(t testing.TB, c clock.Clock) *store.Store {
	t.Helper()
	return open(t, store.Options{URL: PostgresURL(t), Clock: c})
}

// PostgresURL makes an empty PostgreSQL database for a test and returns its address.
func PostgresURL(t testing.TB) string {
	t.Helper()
	if cluster == nil {
		t.Fatal("storetest.Main was not called from TestMain")
	}
	name := fmt.Sprintf("test_%d", databases.Add(1))
	admin := adminConnection(t)
	if _, err := admin.Exec("CREATE DATABASE " + name); err != nil {
		t.Fatalf("create database: %v", err)
	}
	t.Cleanup(func() {
		if _, err := adminConnection(t).Exec("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Errorf("drop database: %v", err)
		}
	})
	return cluster.url(name)
}

func adminConnection(t testing.TB) *sql.DB {
	t.Helper()
	db, err := sql.Open("pgx", cluster.url("postgres"))
	if err != nil {
		t.Fatalf("connect: %v", err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
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
