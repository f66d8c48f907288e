package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// tenants is a store with the rows of some companies.
type tenants struct {
	st      *store.Store
	tables  []string                  // those that have rows of companies
	dump    string                    // the query that returns every company's rows as text
	rows    []string                  // what it returned before any call
	rewrite func(query string) string // changes each statement of a call
}

// seedTenants fills an empty store with the rows of companies.
func seedTenants(t *testing.T, st *store.Store, companies ...string) *tenants {
	t.Helper()
	s := &tenants{st: st, rewrite: unchanged}
	store.Rewrite(st, func(query string) string { return s.rewrite(query) })
	write(t, st, func(tx *store.Tx) error {
		if err := withoutKeys(st.Dialect(), tx, func() error { return seedAll(tx, companies) }); err != nil {
			return err
		}
		columns, err := tenantColumns(st.Dialect(), store.Bare(tx))
		if err != nil {
			return err
		}
		s.tables, s.dump = slices.Sorted(maps.Keys(columns)), dumpQuery(columns)
		s.rows, err = s.dumped(tx)
		return err
	})
	return s
}

// withoutKeys runs fn while the engine checks no foreign key: the companies' rows name jobs of each other. SQLite can't
// change that in a transaction, so there another one begins.
func withoutKeys(engine string, tx *store.Tx, fn func() error) error {
	off := []string{"SET LOCAL session_replication_role = replica"}
	on := []string{"SET LOCAL session_replication_role = origin"}
	if engine == "sqlite" {
		off = []string{"COMMIT", "PRAGMA foreign_keys = OFF", "BEGIN IMMEDIATE"}
		on = []string{"COMMIT", "PRAGMA foreign_keys = ON", "BEGIN IMMEDIATE"}
	}
	run := func(statements []string) (err error) {
		for _, statement := range statements {
			_, failed := store.Bare(tx).ExecContext(context.Background(), statement)
			err = errors.Join(err, failed)
		}
		return err
	}
	if err := run(off); err != nil {
		return err
	}
	return errors.Join(fn(), run(on))
}

func unchanged(query string) string { return query }

// tenantColumns returns the columns of every table that has rows of companies.
func tenantColumns(engine string, on querier) (map[string][]string, error) {
	query := sqliteColumns
	if engine == "postgres" {
		query = postgresColumns
	}
	rows, err := textsOn(on, query)
	all := map[string][]string{}
	for _, row := range rows {
		table, column, _ := strings.Cut(row, ".")
		all[table] = append(all[table], column)
	}
	maps.DeleteFunc(all, func(table string, columns []string) bool {
		return !slices.Contains(columns, companyColumn(table))
	})
	return all, err
}

// companyColumn returns the column that names the company of a row.
func companyColumn(table string) string {
	if table == "companies" {
		return "slug"
	}
	return "company"
}

// dumpQuery returns the query for all rows of some tables, each as a text that begins with its company.
func dumpQuery(columns map[string][]string) string {
	var selects []string
	for _, table := range slices.Sorted(maps.Keys(columns)) {
		text := companyColumn(table) + " || ' " + table + "'"
		for _, column := range slices.Sorted(slices.Values(columns[table])) {
			text += " || ' " + column + "=' || COALESCE(CAST(" + column + " AS TEXT), '')"
		}
		selects = append(selects, "SELECT "+text+" FROM "+table)
	}
	return strings.Join(selects, " UNION ALL ")
}

func (s *tenants) dumped(tx *store.Tx) ([]string, error) {
	rows, err := texts(tx, s.dump)
	slices.Sort(rows)
	return rows, err
}

// querier is a transaction's connection, or a database.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// texts returns the first column that a query selects.
func texts(tx *store.Tx, query string) ([]string, error) { return textsOn(store.Bare(tx), query) }

func textsOn(on querier, query string) ([]string, error) {
	rows, err := on.QueryContext(context.Background(), query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	var all []string
	for rows.Next() {
		values := make([]any, len(columns))
		values[0] = new(string)
		for i := 1; i < len(values); i++ {
			values[i] = new(any)
		}
		if err := rows.Scan(values...); err != nil {
			return nil, err
		}
		all = append(all, *values[0].(*string))
	}
	return all, rows.Err()
}

// outcome is what a call did.
type outcome struct {
	result  string   // what it returned
	own     []string // rows of the company that asked: removed ones after -, added ones after +
	foreign []string // rows of other companies
	err     error
}

// failed reports whether a call went wrong, which is neither that it found nothing nor that a row stands in its way.
func (o outcome) failed() bool {
	return o.err != nil && !fault.Is(o.err, fault.NotFound) && !fault.Is(o.err, fault.Conflict)
}

func (o outcome) String() string {
	return fmt.Sprintf("returned %s\n\town rows %q\n\tforeign rows %q", o.result, o.own, o.foreign)
}

// minted are identifiers, and addresses in memory, that differ from call to call.
var minted = regexp.MustCompile(`\b([0-9A-HJKMNP-TV-Z]{26}|\d{18}|0x[0-9a-f]{8,})\b`)

// try runs a call for a company and takes back what it wrote.
func (s *tenants) try(t *testing.T, c call, asking string) outcome {
	t.Helper()
	back := errors.New("taken back")
	var o outcome
	err := s.st.Write(t.Context(), func(tx *store.Tx) error {
		o = outcome{}
		o.result, o.err = c.run(reflect.ValueOf(tx), asking)
		if !store.Wrote(tx) || o.failed() {
			return back
		}
		rows, err := s.dumped(tx)
		switch {
		case err == nil:
			o.compare(asking, s.rows, rows)
		case o.err == nil: // else PostgreSQL answers nothing more in this transaction, all of which is taken back
			return err
		}
		return back
	})
	if !errors.Is(err, back) {
		t.Fatalf("%s: %v", c.method, err)
	}
	return o
}

// compare notes which rows differ between two dumps.
func (o *outcome) compare(asking string, before, after []string) {
	note := func(sign string, rows, others []string) {
		for _, row := range rows {
			if _, same := slices.BinarySearch(others, row); same {
				continue
			}
			to := &o.foreign
			if strings.HasPrefix(row, asking+" ") {
				to = &o.own
			}
			*to = append(*to, sign+minted.ReplaceAllString(row, "minted"))
		}
	}
	note("-", before, after)
	note("+", after, before)
	slices.Sort(o.own)
}

// run calls the method on a transaction or a store for a company, and returns what it returned as text.
func (c call) run(on reflect.Value, asking string) (result string, err error) {
	method := on.MethodByName(c.method)
	in := []reflect.Value{reflect.ValueOf(context.Background())}
	for i, arg := range c.args {
		in = append(in, argument(method.Type(), i+1, arg, asking))
	}
	var parts []string
	for _, out := range method.Call(in) {
		if e, ok := out.Interface().(error); ok {
			err = e
		}
		parts = append(parts, minted.ReplaceAllString(fmt.Sprintf("%+v", out.Interface()), "minted"))
	}
	return strings.Join(parts, ", "), err
}

// argument returns an argument as a method takes it, with the company that asks put in.
func argument(method reflect.Type, at int, arg any, asking string) reflect.Value {
	of := method.In(min(at, method.NumIn()-1))
	if method.IsVariadic() && at >= method.NumIn()-1 {
		of = of.Elem()
	}
	if arg == co {
		arg = asking
	}
	value := reflect.New(of).Elem()
	value.Set(reflect.ValueOf(arg).Convert(of))
	fillCompany(value, asking)
	return value
}

// fillCompany sets the fields named Company of a struct, of what it embeds or holds, and of the structs of a list.
func fillCompany(value reflect.Value, asking string) {
	switch value.Kind() {
	case reflect.Struct:
		for i := range value.NumField() {
			switch field := value.Field(i); {
			case value.Type().Field(i).Name == "Company":
				field.SetString(asking)
			case field.CanSet():
				fillCompany(field, asking)
			}
		}
	case reflect.Slice:
		if value.Type().Elem().Kind() == reflect.Struct {
			list := reflect.MakeSlice(value.Type(), value.Len(), value.Len())
			reflect.Copy(list, value)
			value.Set(list)
			for i := range list.Len() {
				fillCompany(list.Index(i), asking)
			}
		}
	}
}

// world is what calls are compared in: stores with the rows of no company, of one and of two.
type world struct{ none, one, two *tenants }

func openWorld(t *testing.T, open func() *store.Store) world {
	t.Helper()
	return world{
		none: seedTenants(t, open()),
		one:  seedTenants(t, open(), owner),
		two:  seedTenants(t, open(), twin, owner),
	}
}

// expected is what a call does where no row of another company exists.
type expected struct{ stranger, owner outcome }

func (w world) expect(t *testing.T, c call) expected {
	t.Helper()
	return expected{stranger: w.none.try(t, c, stranger), owner: w.one.try(t, c, owner)}
}

// leak returns how a call differs where other companies have rows too; empty where it does not.
func (w world) leak(t *testing.T, c call, want expected) string {
	t.Helper()
	if got := w.two.try(t, c, stranger); got.String() != want.stranger.String() {
		return fmt.Sprintf("a stranger sees or changes the rows of others:\n\t%s\nwant\n\t%s", got, want.stranger)
	}
	if got := w.two.try(t, c, owner); got.String() != want.owner.String() {
		return fmt.Sprintf("a company sees or changes the rows of another:\n\t%s\nwant\n\t%s", got, want.owner)
	}
	return ""
}

// orphaned reports whether rows were refused because the stranger has no row that they belong to: it is no company.
func (o outcome) orphaned() bool { return strings.Contains(strings.ToLower(o.result), "foreign key") }

func (c call) String() string { return c.method + fmt.Sprintf("%+v", c.args) }

func TestNoCallReachesTheRowsOfAnotherCompany(t *testing.T) {
	for _, engine := range storetest.Engines() {
		t.Run(engine, func(t *testing.T) {
			w := openWorld(t, func() *store.Store { return opener(t, engine) })
			for _, c := range tenantCalls {
				if c.spans != "" {
					continue
				}
				want := w.expect(t, c)
				if want.owner.failed() || want.stranger.failed() && !want.stranger.orphaned() {
					t.Errorf("%s fails: %s, %s", c, want.owner.result, want.stranger.result)
				}
				if want.owner.result == want.stranger.result && len(want.owner.own) == 0 {
					t.Errorf("%s does nothing for the owner of the rows: %s", c, want.owner)
				}
				if leak := w.leak(t, c, want); leak != "" {
					t.Errorf("%s: %s", c, leak)
				}
			}
		})
	}
}

func opener(t *testing.T, engine string) *store.Store {
	if engine == "postgres" {
		return storetest.Postgres(t, clock.NewManual(tenantNow))
	}
	return storetest.SQLite(t, clock.NewManual(tenantNow))
}
