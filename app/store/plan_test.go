package store_test

import (
	"database/sql"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// small are the tables that do not grow with jobs: reading one from end to end costs little.
var small = []string{
	"companies", "agents", "sessions", "clients", "integration_users", "signing_keys", "revoked_tokens", "api_keys",
	"api_key_secrets", "throttles", "sdk_versions", "sdk_files", "repository_tokens",
	"endpoints", "endpoint_keys", "breakers", "singletons", "saved_views", "start_views", "viewers", "redeliveries",
	"retention_rules", "removed_objects", "preset_holds", "CONSTANT",
}

// scan is a step that reads a whole table, or a whole index of it.
var scan = regexp.MustCompile(`^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?`)

// plan returns the steps by which SQLite answers a text.
func plan(t *testing.T, db *sql.DB, text string) []string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+text, make([]any, strings.Count(text, "?"))...)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	defer rows.Close()
	var steps []string
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, step)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return steps
}

// bounded are what a step may read to its end: subqueries that are answered step by step and indexes of few rows.
func bounded(t *testing.T, db *sql.DB, steps []string) []string {
	t.Helper()
	names := slices.Clone(small)
	for _, step := range steps {
		for _, begin := range []string{"CO-ROUTINE ", "MATERIALIZE "} {
			if name, ok := strings.CutPrefix(step, begin); ok {
				names = append(names, name)
			}
		}
	}
	rows, err := db.QueryContext(t.Context(),
		`SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

func TestNoStatementReadsATableThatGrowsWithJobsFromEndToEnd(t *testing.T) {
	db := opened(t, "sqlite")
	for text, where := range readSource(t).texts(t) {
		text = dressed("sqlite", text)
		if onlyForSQLite(text) {
			continue
		}
		steps := plan(t, db, text)
		few := bounded(t, db, steps)
		for _, step := range steps {
			found := scan.FindStringSubmatch(step)
			if found != nil && !slices.Contains(few, found[1]) && !slices.Contains(few, found[2]) {
				t.Errorf("%s: %s\n%s", where, step, text)
			}
		}
	}
}

func TestTheQueueIsReadInItsOrderAndChecksByTheirJobs(t *testing.T) {
	db := opened(t, "sqlite")
	lists, checks, byStakes := 0, 0, 0
	for text, where := range readSource(t).texts(t) {
		if text = oneLine(dressed("sqlite", text)); strings.Contains(text, "WHERE c.company = ? AND c.state = ? AND") &&
			strings.Contains(text, "LIMIT ?") {
			lists++
			if steps := plan(t, db, text); slices.Contains(steps, "USE TEMP B-TREE FOR ORDER BY") {
				t.Errorf("%s sorts: %q\n%s", where, steps, text)
			}
			if strings.Contains(text, "ORDER BY c.sandbox") {
				byStakes++
				if steps := strings.Join(plan(t, db, text), "\n"); !strings.Contains(steps, "review_cases_next") {
					t.Errorf("%s is not read by its index: %q\n%s", where, steps, text)
				}
			}
		}
		if strings.Contains(text, "FROM audit l WHERE") {
			checks++
			if steps := strings.Join(plan(t, db, text), "\n"); strings.Contains(steps,
				"reviews_agent (company=? AND agent_id=?)") ||
				strings.Contains(steps, "audit_actor") || strings.Contains(steps, "audit_action") {
				t.Errorf("%s reads all that an agent did: %q\n%s", where, steps, text)
			}
		}
	}
	if lists < 3 || checks < 3 || byStakes == 0 {
		t.Errorf("%d lists of the queue and %d of checks were found: the test proves nothing", lists, checks)
	}
}

// removal is a statement that removes the rows of a job.
var removal = regexp.MustCompile(`^DELETE FROM (\w+) WHERE company = \? AND job_id = \?$`)

// Without such an index each removal of a job reads all rows of its company.
func TestTheRemovalOfAJobFindsItsRowsByAnIndex(t *testing.T) {
	db := opened(t, "sqlite")
	found := 0
	for text, where := range readSource(t).texts(t) {
		text = oneLine(dressed("sqlite", text))
		of := removal.FindStringSubmatch(text)
		if of == nil || slices.Contains(small, of[1]) {
			continue
		}
		found++
		if steps := strings.Join(plan(t, db, text), "\n"); !strings.Contains(steps, "company=? AND job_id=?") {
			t.Errorf("%s: %s\n%s", where, steps, text)
		}
	}
	if found < 12 {
		t.Errorf("only %d statements remove rows of a job: the test proves nothing", found)
	}
}
