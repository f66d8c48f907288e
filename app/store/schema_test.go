package store_test

import (
	"database/sql"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/engine/golden"
)

// schemaQueries return what makes up a schema, one text a row.
var schemaQueries = map[string][]string{
	"sqlite": {
		`SELECT m.name || '.' || p.name || ' #' || (p.cid + 1) || ' ' || p.type ||
			CASE p."notnull" WHEN 1 THEN ' NOT NULL' ELSE '' END || COALESCE(' DEFAULT ' || p.dflt_value, '') ||
			CASE p.pk WHEN 0 THEN '' ELSE ' KEY ' || p.pk END
		FROM sqlite_master m JOIN pragma_table_info(m.name) p
		WHERE m.type = 'table'`,
		`SELECT sql FROM sqlite_master WHERE type IN ('index', 'trigger', 'view') AND sql IS NOT NULL`,
	},
	"postgres": {
		`SELECT table_name || '.' || column_name || ' #' || ordinal_position || ' ' || data_type ||
			CASE is_nullable WHEN 'NO' THEN ' NOT NULL' ELSE '' END || COALESCE(' DEFAULT ' || column_default, '')
		FROM information_schema.columns
		WHERE table_schema = 'public'`,
		`SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'`,
		`SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
		WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f')`,
	},
}

// Databases that were made by the migrations before they had one text for both engines have to be as new ones are.
func TestTheFirstMigrationsMakeTheSchemaThatTheyAlwaysMade(t *testing.T) {
	for _, engine := range storetest.Engines() {
		t.Run(engine, func(t *testing.T) {
			driver, source := "sqlite3", filepath.Join(t.TempDir(), "test.db")
			if engine == "postgres" {
				driver, source = "pgx", storetest.BarePostgresURL(t)
			}
			storetest.Before(t, engine, source, 9)
			db, err := sql.Open(driver, source)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			var parts []string
			for _, query := range schemaQueries[engine] {
				parts = append(parts, column(t, db, query)...)
			}
			slices.Sort(parts)
			golden.Check(t, "schema_"+engine+".golden", strings.Join(parts, "\n")+"\n")
		})
	}
}

// column returns the texts that a query selects, each on one line, without what the migrations themselves keep.
func column(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text, "goose") && !strings.HasPrefix(text, "sqlite_") {
			all = append(all, oneLine(text))
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// The rules of package migrations ask for keys and checks of new tables; this is such a table.
const strictTable = `CREATE TABLE notes (
	company TEXT NOT NULL,
	id TEXT NOT NULL,
	job_id TEXT NOT NULL,
	state TEXT NOT NULL CHECK (state IN ('OPEN', 'DONE')),
	attempts BIGINT NOT NULL CHECK (attempts >= 0),
	PRIMARY KEY (company, id),
	FOREIGN KEY (company, job_id) REFERENCES jobs (company, id)
)`

func TestBothEnginesEnforceTheKeysAndChecksOfATable(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		ctx, job := t.Context(), addJob(t, st, "acme")
		run := func(query string) error {
			return st.Write(ctx, func(tx *store.Tx) error { return store.Run(tx, ctx, query) })
		}
		fine(t, run(strictTable))
		fine(t, run(`INSERT INTO notes VALUES ('acme', 'n', '`+job.ID+`', 'OPEN', 0)`))
		for name, query := range map[string]string{
			"a note of another company's job":  `INSERT INTO notes VALUES ('globex', 'n', '` + job.ID + `', 'OPEN', 0)`,
			"a note of no job":                 `UPDATE notes SET job_id = 'none'`,
			"a state that does not exist":      `UPDATE notes SET state = 'GONE'`,
			"fewer than no attempts":           `UPDATE notes SET attempts = -1`,
			"a job is removed before its note": `DELETE FROM jobs`,
		} {
			if run(query) == nil {
				t.Errorf("%s is accepted", name)
			}
		}
	})
}
