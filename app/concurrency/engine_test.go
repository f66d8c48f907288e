package concurrency_test

import (
	"database/sql"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the pgx driver
	_ "github.com/mattn/go-sqlite3"    // registers the sqlite3 driver

	"proofdesk/app/clock"
	"proofdesk/app/inspection"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

func TestMain(m *testing.M) {
	inspection.Child()
	storetest.Main(m)
}

// engine is one database with a second connection that reads its rows as they are.
type engine struct {
	name    string
	store   *store.Store
	raw     *sql.DB
	columns map[string][]string // by table, in order
}

// open makes an empty database of an engine.
func open(t *testing.T, name string, c clock.Clock) *engine {
	t.Helper()
	path := storetest.SQLiteFile(t)
	url, driver, source := "sqlite:"+path, "sqlite3", "file:"+path+"?_query_only=1&_busy_timeout=5000"
	if name == "postgres" {
		url = storetest.PostgresURL(t)
		driver, source = "pgx", url
	}
	st, err := store.Open(t.Context(), store.Options{URL: url, Clock: c})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	raw, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = raw.Close() })
	e := &engine{name: name, store: st, raw: raw, columns: map[string][]string{}}
	e.readSchema(t)
	return e
}

func (e *engine) readSchema(t *testing.T) {
	t.Helper()
	query := `SELECT m.name, p.name FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'
		AND m.name NOT LIKE 'sqlite_%' AND m.name NOT LIKE 'goose%' ORDER BY m.name, p.cid`
	if e.name == "postgres" {
		query = `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'
			AND table_name NOT LIKE 'goose%' ORDER BY table_name, ordinal_position`
	}
	rows, err := e.raw.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			t.Fatal(err)
		}
		e.columns[table] = append(e.columns[table], column)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

// dump returns every row of a company, and of the tables that no company owns, one text a row, with how often it is
// there.
func (e *engine) dump(t *testing.T, slug string, normalise func(column, value string) string) map[string]int {
	t.Helper()
	all := map[string]int{}
	for _, table := range slices.Sorted(maps.Keys(e.columns)) {
		query, args := "SELECT * FROM "+table, []any{}
		if slices.Contains(e.columns[table], "company") {
			query, args = query+" WHERE company = $1", []any{slug}
		}
		rows, err := e.raw.Query(query, args...)
		if err != nil {
			t.Fatal(err)
		}
		names, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		values, into := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		for rows.Next() {
			if err := rows.Scan(into...); err != nil {
				t.Fatal(err)
			}
			row := []string{table}
			for i, name := range names {
				row = append(row, name+"="+normalise(name, text(values[i])))
			}
			all[strings.Join(row, " ")]++
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		_ = rows.Close()
	}
	return all
}

func text(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case []byte:
		return string(v)
	default:
		return fmt.Sprint(v)
	}
}

// added returns what is in after more often than in before.
func added(before, after map[string]int) []string {
	var rows []string
	for row, n := range after {
		for range n - before[row] {
			rows = append(rows, row)
		}
	}
	slices.Sort(rows)
	return rows
}

// What differs between two runs of the same requests: times, sealed bytes, and everything that is minted.
var (
	timeColumn = regexp.MustCompile(`^(seq|at|until|hour|after|before|position)$|_(at|until|seq|before|after|day|step)$`)
	minted     = regexp.MustCompile(strings.Join([]string{
		`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`, // UUID
		`[0-9a-f]{32,}`,                           // hash
		`k_[0-9a-z]{12}`,                          // kid
		`\$argon2id\$[^" ]+`,                      // password hash
		`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z`, // time
		`\b[A-Z2-7]{26}\b`,                        // claim
		`COMPANY-[0-9a-z]{8}`,                     // generated name
		`192\.0\.\d+\.1`,                          // address of the company's people
	}, "|"))
	ulids     = regexp.MustCompile(`\b[0-9A-HJKMNP-TV-Z]{26}\b`) // before numbers: "R7" may stand in one by chance
	datedPath = regexp.MustCompile(`\d{4}/\d\d/\d\d/`)
	control   = regexp.MustCompile(`[\x00-\x08]`)
)

// normaliser makes texts of two runs comparable: the company's slug, what requests write by their number, and what is
// minted become marks.
func normaliser(slug string, also *regexp.Regexp) func(column, value string) string {
	times, texts := map[string]bool{}, map[string]string{} // the same ones come again and again
	return func(column, value string) string {
		isTime, known := times[column]
		if !known {
			isTime = timeColumn.MatchString(column)
			times[column] = isTime
		}
		switch {
		case value == "" || value == "0":
			return value
		case isTime:
			return "TIME"
		case column == "hint" || column == "kid":
			return "MINTED"
		}
		text, known := texts[value]
		if !known {
			text = normal(slug, also, value)
			texts[value] = text
		}
		return text
	}
}

func normal(slug string, also *regexp.Regexp, value string) string {
	if !utf8.ValidString(value) || control.MatchString(value) {
		return "BYTES"
	}
	value = strings.ReplaceAll(value, slug, "COMPANY")
	value = datedPath.ReplaceAllString(value, "DATE/")
	value = ulids.ReplaceAllString(value, "MINTED")
	value = minted.ReplaceAllString(value, "MINTED") // before words: a word may stand in one by chance
	value = numbered.ReplaceAllString(value, "NUMBERED")
	if also != nil {
		value = also.ReplaceAllString(value, "NUMBERED")
	}
	return value
}

func TestNoMintedTextIsTakenForTheWordOfARequest(t *testing.T) {
	normalise := normaliser("firm001", nil)
	claim := ("O" + strings.ToUpper(word(0)) + strings.Repeat("A", 26))[:26] // O: it is no ULID
	for text, want := range map[string]string{claim: "MINTED", "lease " + word(0): "lease NUMBERED"} {
		if got := normalise("text", text); got != want {
			t.Errorf("%s becomes %s, not %s", text, got, want)
		}
	}
}
