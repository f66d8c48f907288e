package store_test

import (
	"database/sql"
	"errors"
	"maps"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"proofdesk/app/clock"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

const (
	sqliteColumns = `SELECT m.name || '.' || p.name, CASE WHEN p."notnull" = 1
		OR p.pk > 0 THEN 'required' ELSE 'optional' END
		FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'`
	postgresColumns = `SELECT table_name || '.' || column_name, CASE
		WHEN is_nullable = 'NO' THEN 'required' ELSE 'optional' END
		FROM information_schema.columns WHERE table_schema = 'public'`
	sqliteIndexes   = `SELECT 'index ' || name, tbl_name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL`
	postgresIndexes = `SELECT 'index ' || indexname, tablename FROM pg_indexes WHERE schemaname = 'public'
		AND indexname NOT LIKE '%_pkey'`
)

// shape returns a schema's columns with whether they are required, and its indexes with their tables.
func shape(t *testing.T, engine string) map[string]string {
	t.Helper()
	queries := []string{sqliteColumns, sqliteIndexes}
	if engine == "postgres" {
		queries = []string{postgresColumns, postgresIndexes}
	}
	db, found := opened(t, engine), map[string]string{}
	for _, query := range queries {
		rows, err := db.Query(query)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var name, what string
			if err := rows.Scan(&name, &what); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(name, "goose") && !strings.HasPrefix(name, "sqlite_") {
				found[name] = what
			}
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

func TestBothEnginesHaveTheSameSchema(t *testing.T) {
	lite, post := shape(t, "sqlite"), shape(t, "postgres")
	if len(lite) < 200 {
		t.Fatalf("only %d columns and indexes were found", len(lite))
	}
	if maps.Equal(lite, post) {
		return
	}
	for name, what := range lite {
		if post[name] != what {
			t.Errorf("%s is %q on SQLite, %q on PostgreSQL", name, what, post[name])
		}
	}
	for name, what := range post {
		if _, ok := lite[name]; !ok {
			t.Errorf("%s is %q on PostgreSQL alone", name, what)
		}
	}
}

func TestNodesThatStartTogetherAllMigrate(t *testing.T) {
	address := storetest.BarePostgresURL(t)
	const nodes = 4
	var wg sync.WaitGroup
	var results [nodes]error
	for i := range nodes {
		wg.Go(func() {
			st, err := store.Open(t.Context(), store.Options{URL: address, Node: uint8(i)})
			if err == nil {
				err = st.Close()
			}
			results[i] = err
		})
	}
	wg.Wait()
	for i, err := range results {
		if err != nil {
			t.Errorf("node %d: %v", i, err)
		}
	}
}

func TestAFolderBelongsToOneProcess(t *testing.T) {
	dir := t.TempDir()
	st, err := store.Open(t.Context(), store.Options{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	_, err = store.Open(t.Context(), store.Options{DataDir: dir})
	if !errors.Is(err, store.ErrLocked) || !strings.Contains(err.Error(), "another process holds the data folder") {
		t.Errorf("got %v, want that another process holds the folder", err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	if st, err = store.Open(t.Context(), store.Options{DataDir: dir}); err != nil {
		t.Fatalf("after it was given up: %v", err)
	}
	if err := st.Close(); err != nil {
		t.Error(err)
	}
}

func TestAnOlderProgramRefusesANewerSchema(t *testing.T) {
	file := filepath.Join(t.TempDir(), "test.db")
	for engine, o := range map[string]store.Options{
		"sqlite3": {URL: "sqlite:" + file},
		"pgx":     {URL: storetest.PostgresURL(t)},
	} {
		st, err := store.Open(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if err := st.Close(); err != nil {
			t.Fatal(err)
		}
		db, err := sql.Open(engine, strings.TrimPrefix(o.URL, "sqlite:"))
		if err != nil {
			t.Fatal(err)
		}
		insert := "INSERT INTO goose_db_version (version_id, is_applied) VALUES (90001, true)"
		if _, err := db.Exec(insert); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := store.Open(t.Context(), o); err == nil || !strings.Contains(err.Error(), "run the newer program") {
			t.Errorf("%s: got %v, want that the newer program is to be run", engine, err)
		}
	}
}

func TestACopyContainsEverythingCommitted(t *testing.T) {
	st := storetest.SQLite(t, clock.System{})
	job := addJob(t, st, "acme")
	file := filepath.Join(t.TempDir(), "it's a copy.db")
	if err := st.CopyTo(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	copied, err := store.Open(t.Context(), store.Options{URL: "sqlite:" + file})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = copied.Close() }()
	if got, err := copied.Job(t.Context(), "acme", job.ID); err != nil || got.Seq != job.Seq {
		t.Errorf("the copy has %+v, %v", got, err)
	}
}
