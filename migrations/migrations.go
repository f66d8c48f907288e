// Package migrations holds the migrations of the schema, each as one text for both engines.
//
// The text is PostgreSQL's. SQLite has other names for three types, which Files puts in: INTEGER for BIGINT, BLOB for
// BYTEA and REAL for DOUBLE PRECISION. Everything else has to mean the same on both engines. Where there is no such
// text, because SQLite can't add a constraint to a table, the lines after "-- engine: postgres" and "-- engine: sqlite"
// are for one engine, and those after "-- engine: any" for both again. A migration that has run anywhere keeps its
// number and its effect: a database remembers which numbers have run, not their texts.
//
// Migrations from number FirstStrict on also follow these rules, which a test of this package checks:
//
//   - A table has a column company, which comes first in its primary key and in each of its foreign keys. It refers to
//     the row that its rows belong to, such as FOREIGN KEY (company, job_id) REFERENCES jobs (company, id), or else to
//     companies (slug).
//   - A table whose rows belong to no company says why on the line before it: -- shared: the receivers' hosts.
//   - A column for a state, a stage, a status, a phase, a kind or a role lists its values: CHECK (state IN ('OPEN',
//     'DONE')).
//   - A column for a number says what it may be: CHECK (attempts >= 0). Times are numbers too.
//
// A column that is added brings its check along: ALTER TABLE jobs ADD COLUMN retries BIGINT NOT NULL DEFAULT 0 CHECK
// (retries >= 0).
package migrations

import (
	"embed"
	"io"
	"io/fs"
	"path"
	"strings"
)

// FirstStrict is the number of the first migration that has to declare keys and checks.
const FirstStrict = 9

//go:embed *.sql
var written embed.FS

// sqliteTypes replaces PostgreSQL's names of types by SQLite's.
var sqliteTypes = strings.NewReplacer("BIGINT", "INTEGER", "BYTEA", "BLOB", "DOUBLE PRECISION", "REAL")

// Files returns the migrations as an engine reads them: "sqlite" or "postgres".
func Files(engine string) fs.FS { return edition{written, engine} }

// edition holds the migrations as one engine reads them.
type edition struct {
	fs.FS
	engine string
}

// Open implements fs.FS.
func (e edition) Open(name string) (fs.File, error) {
	f, err := e.FS.Open(name)
	if err != nil || path.Ext(name) != ".sql" {
		return f, err
	}
	b, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	text := only(e.engine, string(b))
	if e.engine == "sqlite" {
		text = sqliteTypes.Replace(text)
	}
	return file{File: f, text: strings.NewReader(text)}, nil
}

// only returns a migration without the lines that are for other engines.
func only(engine, text string) string {
	var b strings.Builder
	of := "any"
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, "-- engine: "); ok {
			of = strings.TrimSpace(name)
		} else if of != "any" && of != engine {
			continue
		}
		b.WriteString(line)
	}
	return b.String()
}

// file is a migration with the text of an edition.
type file struct {
	fs.File
	text io.Reader
}

// Read implements fs.File.
func (f file) Read(b []byte) (int, error) { return f.text.Read(b) }
