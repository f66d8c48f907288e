package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"proofdesk/app/fault"
)

// conn runs statements: a pool of connections, or a transaction.
type conn interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// queries has every read as a method. Store and Tx embed it.
type queries struct {
	db      conn
	dialect *dialect
}

// dialect holds everything in which the engines differ.
type dialect struct {
	name       string
	skipLocked string // appended to the SELECT of a claim, so that claims take different rows
	forUpdate  string // appended to the SELECT of a row that is read to decide a write
	forShare   string // the same where several transactions may read the row at once, and none may change it
	forKey     string // the same where others may change the row, and none may remove it
	forRemoval string // the same before the row is removed: it waits for all of these
	numbered   bool   // whether ? becomes $n
	classify   func(error) fault.Code
	rebound    sync.Map
}

// rebind replaces each ? with $1, $2 and so on for PostgreSQL. Query texts have no other question marks.
func (d *dialect) rebind(query string) string {
	if !d.numbered {
		return query
	}
	if text, ok := d.rebound.Load(query); ok {
		return text.(string)
	}
	var b strings.Builder
	n := 0
	for _, part := range strings.SplitAfter(query, "?") {
		if text, ok := strings.CutSuffix(part, "?"); ok {
			n++
			b.WriteString(text + "$" + strconv.Itoa(n))
			continue
		}
		b.WriteString(part)
	}
	d.rebound.Store(query, b.String())
	return b.String()
}

// fault wraps a driver's error in one with a code and a message that is safe to show.
func (d *dialect) fault(err error) error {
	var known *fault.Error
	if err == nil || errors.As(err, &known) {
		return err
	}
	switch code := d.classify(err); code {
	case fault.Conflict:
		return fault.Wrap(err, code, "this was already saved, perhaps by somebody else: reload the page")
	case fault.NotFound: // what the row would belong to was removed: only jobs are, and what belongs to them
		return fault.Wrap(err, code, noJob)
	case fault.Unavailable:
		return fault.Wrap(err, code, "the database is busy: try again in a minute")
	case fault.StorageFull:
		return fault.Wrap(err, code, "the server's disk is full, so nothing was saved: tell whoever runs the server")
	default:
		return fault.Wrap(err, fault.Internal, refused)
	}
}

const refused = "the database refused a statement"

// unfit returns a fault where an argument is a text with U+0000 or with bytes that are not UTF-8. PostgreSQL can't
// store these and SQLite would, so both refuse them.
func unfit(args []any) error {
	for _, arg := range args {
		if arg == nil || reflect.TypeOf(arg).Kind() != reflect.String {
			continue
		}
		text := reflect.ValueOf(arg).String()
		if strings.IndexByte(text, 0) >= 0 || !utf8.ValidString(text) {
			return fault.New(fault.Invalid,
				"the text contains characters that can't be stored: delete them, or type the text instead of pasting")
		}
	}
	return nil
}

// row is one row to scan; a missing one is a NotFound.
type row struct {
	row     *sql.Row
	dialect *dialect
	missing string
	unfit   error // why the query was not run
}

func (q queries) row(ctx context.Context, query string, args ...any) *row {
	if err := unfit(args); err != nil {
		return &row{unfit: err}
	}
	return &row{
		row:     q.db.QueryRowContext(ctx, q.dialect.rebind(query), args...),
		dialect: q.dialect,
		missing: "not found",
	}
}

// or sets the message of the error for a missing row.
func (r *row) or(message string) *row {
	r.missing = message
	return r
}

func (r *row) scan(dest ...any) error {
	if r.unfit != nil {
		return r.unfit
	}
	err := r.row.Scan(dest...)
	if errors.Is(err, sql.ErrNoRows) {
		return fault.New(fault.NotFound, "%s", r.missing)
	}
	return r.dialect.fault(err)
}

// list runs a query and returns the result of scan for each row.
func list[T any](
	ctx context.Context, q queries, scan func(scanner) (T, error), query string, args ...any,
) ([]T, error) {
	if err := unfit(args); err != nil {
		return nil, err
	}
	rows, err := q.db.QueryContext(ctx, q.dialect.rebind(query), args...)
	if err != nil {
		return nil, q.dialect.fault(err)
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		one, err := scan(rows.Scan)
		if err != nil {
			return nil, q.dialect.fault(err)
		}
		all = append(all, one)
	}
	return all, q.dialect.fault(rows.Err())
}

// scanner is the Scan of a row.
type scanner func(dest ...any) error

// millis returns a time as Unix milliseconds, as columns store it; the zero time is 0.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// instant scans Unix milliseconds into a time; 0 and NULL become the zero time.
type instant struct{ to *time.Time }

// Scan implements sql.Scanner.
func (i instant) Scan(value any) error {
	*i.to = time.Time{}
	if ms, ok := value.(int64); ok && ms != 0 {
		*i.to = time.UnixMilli(ms).UTC()
	}
	return nil
}

// flag returns a boolean as 0 or 1, as columns store it.
func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// jsonText returns a list as JSON; nil becomes an empty list.
func jsonText(value any) string {
	b, err := json.Marshal(value)
	if err != nil || string(b) == "null" {
		return "[]"
	}
	return string(b)
}

// jsonObject returns a struct or a map as JSON; nil becomes an empty object.
func jsonObject(value any) string {
	b, err := json.Marshal(value)
	if err != nil || string(b) == "null" {
		return "{}"
	}
	return string(b)
}
