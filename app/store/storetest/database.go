package storetest

import (
	"database/sql"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"proofdesk/app/clock"
	"proofdesk/app/store"
)

// databases is how many PostgreSQL databases were made.
var databases atomic.Int64

// emptied are databases that a test has used and that are as new again. To empty one takes a tenth of the time in which
// the server makes one.
var emptied struct {
	mu    sync.Mutex
	names []string
}

// empty removes all rows, whatever they refer to.
const empty = `SET session_replication_role = replica;
DO $$ DECLARE name text; BEGIN
	FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'goose%'
	LOOP EXECUTE 'DELETE FROM ' || quote_ident(name); END LOOP;
END $$`

// Postgres opens an empty PostgreSQL store, which is closed with the test.
func Postgres(t testing.TB, c clock.Clock) *store.Store {
	t.Helper()
	requireCluster(t)
	name := vacant()
	if name == "" {
		name = create(t, true)
	}
	t.Cleanup(func() {
		execute(t, name, empty)
		emptied.mu.Lock()
		defer emptied.mu.Unlock()
		emptied.names = append(emptied.names, name)
	})
	return open(t, store.Options{URL: cluster.url(name), Clock: c})
}

// vacant takes a database that was emptied, if there is one.
func vacant() string {
	emptied.mu.Lock()
	defer emptied.mu.Unlock()
	n := len(emptied.names)
	if n == 0 {
		return ""
	}
	name := emptied.names[n-1]
	emptied.names = emptied.names[:n-1]
	return name
}

// PostgresURL makes a PostgreSQL database for a test, with its tables, and returns its address. It is dropped with the
// test.
func PostgresURL(t testing.TB) string {
	t.Helper()
	return exclusive(t, true)
}

// BarePostgresURL makes a PostgreSQL database without tables and returns its address. It is dropped with the test.
func BarePostgresURL(t testing.TB) string {
	t.Helper()
	return exclusive(t, false)
}

func exclusive(t testing.TB, tables bool) string {
	t.Helper()
	requireCluster(t)
	name := create(t, tables)
	t.Cleanup(func() { execute(t, "postgres", "DROP DATABASE "+name+" WITH (FORCE)") })
	return cluster.url(name)
}

// create makes a database. One with tables is a copy of the first, because forty migrations take longer.
func create(t testing.TB, tables bool) string {
	t.Helper()
	name := fmt.Sprintf("test_%d", databases.Add(1))
	statement := "CREATE DATABASE " + name
	if tables {
		statement += " TEMPLATE " + template
	}
	execute(t, "postgres", statement)
	return name
}

func requireCluster(t testing.TB) {
	t.Helper()
	if cluster == nil {
		t.Fatal("storetest.Main was not called from TestMain")
	}
}

// execute runs statements on a database.
func execute(t testing.TB, database, statements string) {
	t.Helper()
	db, err := sql.Open("pgx", cluster.url(database))
	if err != nil {
		t.Fatalf("connect: %v", err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.Exec(statements); err != nil {
		t.Fatalf("%s: %v", database, err)
	}
}
