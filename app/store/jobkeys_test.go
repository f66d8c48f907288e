package store_test

import (
	"database/sql"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// parents are the columns that name a job, a row that belongs to one, or a customer, with the table that they refer to.
var parents = map[string]string{
	"job_id":      "jobs",
	"delivery_id": "deliveries",
	"link_id":     "capture_links",
	"customer_id": "customers",
}

// keyless are such columns that no foreign key guards, with the reason.
var keyless = map[string]string{
	"idempotency_keys.job_id":  "the key is claimed before its job is there, in the same transaction",
	"customers.job_id":         "a customer outlives the job that enrolled them",
	"capture_handovers.job_id": "its link has a key to the job",
	"viewers.job_id":           "it may name a preset too, and is removed within a minute of the next viewer",
}

// keysOf returns, for each engine, the query for the foreign keys: table.column, the table that it refers to and what
// happens where a row of that is removed.
var keysOf = map[string]string{
	"sqlite": `
		SELECT m.name || '.' || k."from" || ' ' || k."table" || ' ' || k.on_delete
		FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) k
		WHERE m.type = 'table'`,
	"postgres": `
		SELECT k.conrelid::regclass || '.' || a.attname || ' ' || k.confrelid::regclass || ' ' ||
			CASE k.confdeltype WHEN 'a' THEN 'NO ACTION' ELSE 'OTHER' END
		FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)
		WHERE k.contype = 'f' AND k.convalidated`,
}

func TestEveryColumnThatNamesAJobOrACustomerHasAForeignKey(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		var columns map[string][]string
		var keys []string
		write(t, st, func(tx *store.Tx) (err error) {
			if columns, err = tenantColumns(st.Dialect(), store.Bare(tx)); err != nil {
				return err
			}
			keys, err = texts(tx, keysOf[st.Dialect()])
			return err
		})
		found := 0
		for table, names := range columns {
			for _, column := range names {
				parent, ok := parents[column]
				if !ok {
					continue
				}
				found++
				name := table + "." + column
				keyed := slices.Contains(keys, name+" "+parent+" NO ACTION")
				if _, excused := keyless[name]; keyed == excused {
					t.Errorf("%s: has a foreign key %v, has a reason for none %v", name, keyed, excused)
				}
			}
		}
		if found < len(keyless)+16 {
			t.Errorf("only %d columns name a job or a customer", found)
		}
	})
}

// Without such an index each removal of a job or a customer reads the whole table.
func TestEveryForeignKeyOfAJobOrACustomerFindsItsRowsByAnIndex(t *testing.T) {
	st := storetest.SQLite(t, clock.System{})
	write(t, st, func(tx *store.Tx) error {
		keys, err := texts(tx, keysOf["sqlite"])
		if err != nil {
			return err
		}
		indexed, err := texts(tx, `
			SELECT m.name || '.' || c.name
			FROM sqlite_master m JOIN pragma_index_list(m.name) i JOIN pragma_index_info(i.name) f
				JOIN pragma_index_info(i.name) c
			WHERE m.type = 'table' AND i.partial = 0 AND f.seqno = 0 AND f.name = 'company' AND c.seqno = 1`)
		if err != nil {
			return err
		}
		for _, key := range keys {
			name, _, _ := strings.Cut(key, " ")
			if _, column, _ := strings.Cut(name, "."); parents[column] != "" && !slices.Contains(indexed, name) {
				t.Errorf("no index begins with company and %s", name)
			}
		}
		return nil
	})
}

// Whoever adds a row of a job that was removed meanwhile hears that it is gone; a removal that forgets a table fails.
func TestARowOfARemovedJobIsRefusedAndARemovalThatForgetsOneFails(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		err := st.Write(ctx, func(tx *store.Tx) error {
			return tx.PutJobDoc(ctx, "acme", ids.UUID(), store.DocReport, []byte("{}"))
		})
		missing(t, "a document of a job that is gone", err)
		job := addJob(t, st, "acme")
		write(t, st, func(tx *store.Tx) error {
			return tx.PutJobDoc(ctx, "acme", job.ID, store.DocReport, []byte("{}"))
		})
		err = st.Write(ctx, func(tx *store.Tx) error {
			return store.Run(tx, ctx, "DELETE FROM jobs WHERE company = ? AND id = ?", "acme", job.ID)
		})
		if !fault.Is(err, fault.Internal) {
			t.Errorf("a job is removed without its document: %v, want an internal error", err)
		}
		_, err = st.Job(ctx, "acme", job.ID)
		fine(t, err)
	})
}

func TestSQLiteChecksForeignKeys(t *testing.T) {
	st := storetest.SQLite(t, clock.System{})
	write(t, st, func(tx *store.Tx) error {
		same(t, "foreign_keys", must(texts(tx, "PRAGMA foreign_keys"))(t), []string{"1"})
		return nil
	})
	lax, err := sql.Open("sqlite3", filepath.Join(t.TempDir(), "lax.db")+"?_journal_mode=WAL&_synchronous=FULL")
	fine(t, err)
	defer lax.Close()
	if store.AssertKeys(t.Context(), lax) == nil {
		t.Error("a connection that checks no foreign keys is accepted")
	}
}

// olderRows are further rows of a database before the keys.
const olderRows = `
job_docs job_id=bbbb-new kind=request body=b updated_at=1
attempts delivery_id={co}-d1 n=2 started_at={past} latency_ms=1 class=timeout
`

// What older versions left behind after a removal goes with the upgrade, and nothing else changes.
func TestAnUpgradeRemovesTheRowsWhoseJobOrCustomerIsGone(t *testing.T) {
	for _, engine := range storetest.Engines() {
		t.Run(engine, func(t *testing.T) {
			source := filepath.Join(t.TempDir(), "test.db")
			url, driver := "sqlite:"+source, "sqlite3"
			if engine == "postgres" {
				url, driver = storetest.BarePostgresURL(t), "pgx"
				source = url
			}
			storetest.Before(t, engine, source, firstKeyed)
			before := seedOlder(t, engine, driver, source)
			st := must(store.Open(t.Context(), store.Options{URL: url}))(t)
			var after []string
			write(t, st, func(tx *store.Tx) error {
				columns, err := tenantColumns(engine, store.Bare(tx))
				after = must(texts(tx, dumpQuery(columns)))(t)
				if engine == "sqlite" {
					same(t, "integrity", must(texts(tx, "PRAGMA integrity_check"))(t), []string{"ok"})
					same(t, "rows without parent", len(must(texts(tx, "PRAGMA foreign_key_check"))(t)), 0)
				}
				return err
			})
			fine(t, st.Close())
			for i, row := range after { // what later upgrades add is empty
				row = strings.Replace(row, " virtual_camera= ", " ", 1)
				row = strings.Replace(row, " gps=0 ", " ", 1)
				after[i] = strings.Replace(row, " timed_at=0 timings= ", " ", 1)
			}
			want, orphans := withoutOrphans(before)
			same(t, "tables with rows of those that are gone", len(orphans), 14)
			slices.Sort(want)
			slices.Sort(after)
			for _, row := range want {
				if _, found := slices.BinarySearch(after, row); !found {
					t.Errorf("is gone: %s", row)
				}
			}
			for _, row := range after {
				if _, found := slices.BinarySearch(want, row); !found {
					t.Errorf("should be gone, or as it was: %s", row)
				}
			}
			same(t, "the number of rows", len(after), len(want))
		})
	}
}

// firstKeyed is the migration that adds the keys.
const firstKeyed = 43

// unknownYet are rows of tables that came later.
var unknownYet = regexp.MustCompile(`(?m)^film_frames .*\n`)

// seedOlder fills a database that has no keys yet with the rows of the tenant tests, and returns all its rows as text.
// Each company has rows that name jobs of the other, which are therefore nobody's.
func seedOlder(t *testing.T, engine, driver, source string) []string {
	t.Helper()
	db, err := sql.Open(driver, source)
	fine(t, err)
	defer db.Close()
	run := func(query string, args ...any) error {
		if engine == "postgres" {
			query = store.Rebind(query)
		}
		_, err := db.ExecContext(t.Context(), query, args...)
		return err
	}
	for company, further := range map[string]string{owner: ownerRows, twin: twinRows} {
		for _, rows := range []string{tenantRows, olderRows, further} {
			fine(t, seedRows(run, unknownYet.ReplaceAllString(rows, ""), company))
		}
	}
	columns, err := tenantColumns(engine, db)
	fine(t, err)
	return must(textsOn(db, dumpQuery(columns)))(t)
}

// withoutOrphans returns the rows that an upgrade leaves, and the tables that lose some: those that name a job or a
// customer whom their company doesn't have, and the attempts of deliveries that go. Objects of such captures are listed
// as removed.
func withoutOrphans(rows []string) (left []string, orphans map[string]int) {
	value := func(row, column string) string {
		found := regexp.MustCompile(` ` + column + `=(\S*)`).FindStringSubmatch(row)
		if found == nil {
			return ""
		}
		return found[1]
	}
	known := map[string]bool{}
	orphans = map[string]int{}
	for _, row := range rows {
		company, rest, _ := strings.Cut(row, " ")
		if table, _, _ := strings.Cut(rest, " "); table == "jobs" || table == "customers" {
			known[company+" "+value(row, "id")] = true
		}
	}
	gone := func(row, table string) bool {
		named := value(row, "customer_id")
		if _, excused := keyless[table+".job_id"]; named == "" && !excused {
			named = value(row, "job_id")
		}
		return named != "" && !known[value(row, "company")+" "+named]
	}
	sent := map[string]bool{}
	for _, row := range rows {
		if table := strings.Fields(row)[1]; table == "deliveries" && !gone(row, table) {
			sent[value(row, "company")+" "+value(row, "id")] = true
		}
	}
	for _, row := range rows {
		company, table := value(row, "company"), strings.Fields(row)[1]
		if !gone(row, table) && (table != "attempts" || sent[company+" "+value(row, "delivery_id")]) {
			left = append(left, row)
			continue
		}
		orphans[table]++
		if object := value(row, "object"); table == "captures" && object != "" {
			left = append(left, company+" removed_objects company="+company+" object="+object+" removed_at=1")
		}
	}
	return left, orphans
}
