package migrations_test

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"proofdesk/migrations"
)

// read returns the migrations as an engine reads them, by name.
func read(t *testing.T, engine string) map[string]string {
	t.Helper()
	names, err := fs.Glob(migrations.Files(engine), "*.sql")
	if err != nil || len(names) < 8 {
		t.Fatal(names, err)
	}
	texts := map[string]string{}
	for _, name := range names {
		b, err := fs.ReadFile(migrations.Files(engine), name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(b)
	}
	return texts
}

func TestTheEnginesDifferInNamesOfTypesAndMarkedPartsAlone(t *testing.T) {
	toPostgres := strings.NewReplacer("INTEGER", "BIGINT", "BLOB", "BYTEA", "REAL", "DOUBLE PRECISION")
	lite := read(t, "sqlite")
	for name, text := range read(t, "postgres") {
		shared, own := parts(t, text)
		sharedLite, ownLite := parts(t, lite[name])
		if toPostgres.Replace(sharedLite) != shared {
			t.Errorf("%s is not the same on both engines", name)
		}
		if own["sqlite"] != "" || ownLite["postgres"] != "" || (own["postgres"] == "") != (ownLite["sqlite"] == "") {
			t.Errorf("%s has on PostgreSQL the parts %q and on SQLite %q", name, own, ownLite)
		}
		if word := regexp.MustCompile(`BIGINT|BYTEA|DOUBLE`).FindString(lite[name]); word != "" {
			t.Errorf("%s keeps the type %s on SQLite", name, word)
		}
	}
}

// parts returns the lines of a migration that are for both engines, and those for one alone by engine.
func parts(t *testing.T, text string) (shared string, own map[string]string) {
	t.Helper()
	own = map[string]string{}
	of := "any"
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, "-- engine: "); ok {
			of = strings.TrimSpace(name)
		} else if of != "any" {
			own[of] += line
			continue
		}
		if !slices.Contains([]string{"any", "sqlite", "postgres"}, of) {
			t.Fatalf("there is no engine %q", of)
		}
		shared += line
	}
	if of != "any" {
		t.Errorf("a part for %s has no end", of)
	}
	return shared, own
}

func TestEveryMigrationDeclaresWhatTheRulesRequire(t *testing.T) {
	for name, text := range read(t, "postgres") {
		number, err := strconv.Atoi(name[:5])
		if err != nil {
			t.Fatal(err)
		}
		for _, complaint := range complaints(text, number >= migrations.FirstStrict) {
			t.Errorf("%s: %s", name, complaint)
		}
	}
}

var (
	createTable = regexp.MustCompile(`(?s)((?:-- [^\n]*\n)*)CREATE TABLE (\w+) \((.*?)\n\);`)
	addColumn   = regexp.MustCompile(`ALTER TABLE (\w+) ADD COLUMN ([^;]*);`)
	comment     = regexp.MustCompile(`--[^\n]*`)
	definition  = regexp.MustCompile(`^([a-z_0-9]+) (TEXT|BIGINT|BYTEA|DOUBLE PRECISION)\b`)
	foreignKey  = regexp.MustCompile(`FOREIGN KEY \((\w+)[^)]*\) REFERENCES \w+ \((\w+)`)
	checked     = regexp.MustCompile(`CHECK \((.*)\)$`)
)

// enumerated are the names of columns that hold one of a few words.
var enumerated = []string{"state", "stage", "status", "phase", "kind", "role"}

// complaints returns what is wrong with a migration. The types of its columns are always looked at, its keys and checks
// only where it is strict.
func complaints(text string, strict bool) []string {
	var all []string
	for _, found := range createTable.FindAllStringSubmatch(text, -1) {
		table := table{name: found[2], parts: split(comment.ReplaceAllString(found[3], ""))}
		all = append(all, table.columns(strict)...)
		if strict && !strings.Contains(found[1], "-- shared: ") {
			all = append(all, table.keys()...)
		}
	}
	for _, found := range addColumn.FindAllStringSubmatch(text, -1) {
		all = append(all, table{name: found[1], parts: []string{strings.TrimSpace(found[2])}}.columns(strict)...)
	}
	return all
}

// table is the definition of a table: its columns and constraints.
type table struct {
	name  string
	parts []string
}

// columns returns what is wrong with the types and checks of a table's columns.
func (t table) columns(strict bool) []string {
	var all []string
	for _, part := range t.parts {
		if upper := strings.Fields(part)[0]; strings.ToUpper(upper) == upper {
			continue // a constraint of the table
		}
		found := definition.FindStringSubmatch(part)
		switch {
		case found == nil:
			all = append(all, fmt.Sprintf("%s: %q has no type that both engines know", t.name, part))
		case !strict || t.checks(found[1]):
		case slices.Contains(enumerated, found[1]):
			all = append(all, fmt.Sprintf("%s.%s has no CHECK that lists its values", t.name, found[1]))
		case found[2] == "BIGINT" || found[2] == "DOUBLE PRECISION":
			all = append(all, fmt.Sprintf("%s.%s has no CHECK of what it may be", t.name, found[1]))
		}
	}
	return all
}

// checks reports whether a CHECK of the table names a column.
func (t table) checks(column string) bool {
	word := regexp.MustCompile(`\b` + column + `\b`)
	return slices.ContainsFunc(t.parts, func(part string) bool {
		found := checked.FindStringSubmatch(part)
		return found != nil && word.MatchString(found[1])
	})
}

// keys returns what is wrong with a table's keys.
func (t table) keys() []string {
	var all []string
	if !slices.Contains(t.parts, "company TEXT NOT NULL") {
		all = append(all, t.name+" has no column company TEXT NOT NULL")
	}
	primary := func(part string) bool { return strings.HasPrefix(part, "PRIMARY KEY (company") }
	if !slices.ContainsFunc(t.parts, primary) {
		all = append(all, t.name+" has no PRIMARY KEY that begins with company")
	}
	foreign := 0
	for _, part := range t.parts {
		if !strings.HasPrefix(part, "FOREIGN KEY") {
			continue
		}
		foreign++
		found := foreignKey.FindStringSubmatch(part)
		if found == nil || found[1] != "company" || found[2] != "company" && found[2] != "slug" {
			all = append(all, fmt.Sprintf("%s: %q does not begin with company on both sides", t.name, part))
		}
	}
	if foreign == 0 {
		all = append(all, t.name+" has no FOREIGN KEY")
	}
	return all
}

// split returns the parts of a definition, which commas outside brackets divide.
func split(body string) []string {
	var parts []string
	depth, start := 0, 0
	for i, r := range body + "," {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			parts = append(parts, strings.Join(strings.Fields(body[start:i]), " "))
			start = i + 1
		}
	}
	return parts
}

func TestAMigrationWithoutKeysOrChecksIsRefused(t *testing.T) {
	const keys = "PRIMARY KEY (company, id),\n\tFOREIGN KEY (company, job_id) REFERENCES jobs (company, id)"
	for name, tt := range map[string]struct {
		text string
		want string // what the one complaint says; empty for none
	}{
		"all is there": {
			"CREATE TABLE notes (\n\tcompany TEXT NOT NULL,\n\tid TEXT NOT NULL, -- a ULID\n\tjob_id TEXT NOT NULL,\n" +
				"\tstate TEXT NOT NULL CHECK (state IN ('OPEN', 'DONE')),\n\tcreated_at BIGINT NOT NULL,\n\t" + keys +
				",\n\tCHECK (created_at >= 0)\n);", "",
		},
		"no company": {
			"CREATE TABLE notes (\n\tid TEXT NOT NULL,\n\tjob_id TEXT NOT NULL,\n\t" + keys + "\n);",
			"notes has no column company TEXT NOT NULL",
		},
		"a table of no company": {"-- shared: hosts\nCREATE TABLE hosts (\n\tname TEXT PRIMARY KEY\n);", ""},
		"no foreign key": {
			"CREATE TABLE notes (\n\tcompany TEXT NOT NULL,\n\tPRIMARY KEY (company)\n);", "notes has no FOREIGN KEY",
		},
		"a primary key without the company": {
			"CREATE TABLE notes (\n\tcompany TEXT NOT NULL,\n\tid TEXT NOT NULL,\n\tPRIMARY KEY (id),\n" +
				"\tFOREIGN KEY (company) REFERENCES companies (slug)\n);",
			"notes has no PRIMARY KEY that begins with company",
		},
		"a foreign key without the company": {
			"CREATE TABLE notes (\n\tcompany TEXT NOT NULL,\n\tid TEXT NOT NULL,\n\tPRIMARY KEY (company, id),\n" +
				"\tFOREIGN KEY (id) REFERENCES jobs (id)\n);", "does not begin with company on both sides",
		},
		"a state without its values": {
			"CREATE TABLE notes (\n\tcompany TEXT NOT NULL,\n\tstate TEXT NOT NULL,\n\t" + keys + "\n);",
			"notes.state has no CHECK that lists its values",
		},
		"a number without bounds": {
			"CREATE TABLE notes (\n\tcompany TEXT NOT NULL,\n\tattempts BIGINT NOT NULL,\n\t" + keys + "\n);",
			"notes.attempts has no CHECK of what it may be",
		},
		"a type of one engine": {
			"CREATE TABLE notes (\n\tcompany TEXT NOT NULL,\n\tdone BOOLEAN NOT NULL,\n\t" + keys + "\n);",
			"has no type that both engines know",
		},
		"an added number without bounds": {
			"ALTER TABLE jobs ADD COLUMN retries BIGINT NOT NULL DEFAULT 0;",
			"jobs.retries has no CHECK of what it may be",
		},
		"an added number with bounds": {
			"ALTER TABLE jobs ADD COLUMN retries BIGINT NOT NULL DEFAULT 0 CHECK (retries >= 0);", "",
		},
	} {
		got := complaints(tt.text, true)
		if tt.want == "" && len(got) != 0 || tt.want != "" && (len(got) != 1 || !strings.Contains(got[0], tt.want)) {
			t.Errorf("%s: complaints %q, want %q", name, got, tt.want)
		}
	}
}

func TestOlderMigrationsNeedNoKeys(t *testing.T) {
	text := "CREATE TABLE notes (\n\tid TEXT PRIMARY KEY,\n\tstate TEXT NOT NULL,\n\tat BIGINT NOT NULL\n);"
	if got := complaints(text, false); len(got) != 0 {
		t.Errorf("complaints %q about a migration before the rules", got)
	}
}
