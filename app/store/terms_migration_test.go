package store_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/pressly/goose/v3"

	"proofdesk/app/clock"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/migrations"
)

// before makes a database as the program had it before a version, with statements run on it.
func before(t *testing.T, engine, source string, version int64, statements ...string) {
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

func TestWordsOfAnOlderProgramAreFoundBeforeTheyAreIndexedAnew(t *testing.T) {
	statements := []string{
		`INSERT INTO jobs (company, id, seq, function, flavor, line, sdk_version, status, created_at, decided_at)
			VALUES ('acme', 'j1', 7, 'ID_VALIDATION', '', '', '', 'REVIEW', 1, 1)`,
		`INSERT INTO customers (company, id, seq, unique_number, full_name, job_id, created_at, updated_at)
			VALUES ('acme', 'c1', 8, '4471', 'Małgorzata O''Donnell', 'j1', 1, 1)`,
	}
	for _, term := range []string{"małgorzata", "oestergaard", "jane", "ae1200", "groß"} {
		statements = append(statements,
			`INSERT INTO job_terms (company, term, seq, job_id) VALUES ('acme', '`+term+`', 7, 'j1')`)
	}
	for _, engine := range storetest.Engines() {
		t.Run(engine, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "test.db")
			url, source := "sqlite:"+path, path
			if engine == "postgres" {
				url = storetest.PostgresURL(t)
				source = url
			}
			before(t, engine, source, 8, statements...)
			st, err := store.Open(t.Context(), store.Options{URL: url, Clock: clock.System{}})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = st.Close() })
			for _, query := range []string{"malgorzata", "Østergård", "oestergaard", "jane", "AE-1200", "gross"} {
				if jobs, err := searched(t, st, store.JobFilter{Text: query}); err != nil || len(jobs) != 1 {
					t.Errorf("%q finds %d, %v", query, len(jobs), err)
				}
			}
			if jobs, err := st.UnindexedJobs(t.Context(), 10); err != nil || len(jobs) != 1 {
				t.Errorf("%d jobs wait to be indexed, %v", len(jobs), err)
			}
			n := 0
			err = st.Write(t.Context(),
				func(tx *store.Tx) error { n, err = tx.IndexCustomers(t.Context(), 10); return err })
			if found, wrong := st.FindCustomers(t.Context(), "acme", "malgorzata odonnell", 0, 10); err != nil ||
				wrong != nil || n != 1 || len(found) != 1 {
				t.Errorf("%d customers indexed and %d found, %v, %v", n, len(found), err, wrong)
			}
		})
	}
}
