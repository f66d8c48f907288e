package storetest

import (
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/pressly/goose/v3"

	"proofdesk/app/clock"
	"proofdesk/app/store"
	"proofdesk/migrations"
)

// EachAfter runs a test once per engine on a store that this program opens after an older one: the database had only
// the migrations before version when the statements ran on it.
func EachAfter(t *testing.T, version int64, statements []string, test func(t *testing.T, st *store.Store)) {
	for _, engine := range Engines() {
		t.Run(engine, func(t *testing.T) {
			source := filepath.Join(t.TempDir(), "test.db")
			url := "sqlite:" + source
			if engine == "postgres" {
				url = BarePostgresURL(t)
				source = url
			}
			Before(t, engine, source, version, statements...)
			test(t, open(t, store.Options{URL: url, Clock: clock.System{}}))
		})
	}
}

// Before makes a database as the program had it before a version, with statements run on it.
func Before(t *testing.T, engine, source string, version int64, statements ...string) {
	t.Helper()
	driver, dialect := "sqlite3", goose.DialectSQLite3
	if engine == "postgres" {
		driver, dialect = "pgx", goose.DialectPostgres
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	provider, err := goose.NewProvider(dialect, db, migrations.Files(engine))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(t.Context(), version-1); err != nil {
		t.Fatal(err)
	}
	for _, s := range statements {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%v\n%s", err, s)
		}
	}
}
