package store_test

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/engine/golden"
)

// onTx reports whether a method is one of Tx.
func onTx(method string) bool {
	_, ok := reflect.TypeFor[*store.Tx]().MethodByName(method)
	return ok
}

func TestEveryMethodIsCalledForATenant(t *testing.T) {
	known := slices.Clone(tenantSilent)
	for _, c := range tenantCalls {
		known = append(known, c.method)
	}
	for _, of := range []reflect.Type{reflect.TypeFor[*store.Tx](), reflect.TypeFor[*store.Store]()} {
		for i := range of.NumMethod() {
			if name := of.Method(i).Name; !slices.Contains(known, name) {
				t.Errorf("%s.%s is not called for a tenant: add it to tenantCalls", of, name)
			}
		}
	}
	for _, name := range known {
		if _, st := reflect.TypeFor[*store.Store]().MethodByName(name); !st && !onTx(name) {
			t.Errorf("%s is no method any more", name)
		}
	}
}

var numbered = regexp.MustCompile(`\$\d+`)

// statementsOf returns the statements that a call sends, as the source writes them. What a method of Tx writes is taken
// back.
func (s *tenants) statementsOf(t *testing.T, c call) []string {
	t.Helper()
	var all []string
	s.rewrite = func(query string) string {
		if text := numbered.ReplaceAllString(query, "?"); !slices.Contains(all, text) {
			all = append(all, text)
		}
		return query
	}
	defer func() { s.rewrite = unchanged }()
	if onTx(c.method) {
		s.try(t, c, owner)
	} else if _, err := c.run(reflect.ValueOf(s.st), owner); err != nil {
		t.Errorf("%s: %v", c.method, err)
	}
	return all
}

// sourcePatterns returns what matches each statement of the source, with where it is sent.
func sourcePatterns(t *testing.T) map[*regexp.Regexp]string {
	t.Helper()
	marks := []string{repeatBegin, "(?:", repeatEnd, ")*"}
	for name, mark := range fragments {
		marks = append(marks, mark, "(?:"+store.Fragments[name]+")?")
	}
	found := map[*regexp.Regexp]string{}
	for pattern, where := range readSource(t).patterns(t) {
		if !onlyForSQLite(pattern) && pattern != "SELECT 1" {
			found[regexp.MustCompile("^"+strings.NewReplacer(marks...).Replace(regexp.QuoteMeta(pattern))+"$")] = where
		}
	}
	return found
}

func TestEveryStatementOfTheSourceIsSentByACall(t *testing.T) {
	for _, engine := range storetest.Engines() {
		t.Run(engine, func(t *testing.T) {
			s := seedTenants(t, opener(t, engine), twin, owner)
			patterns := sourcePatterns(t)
			sent := map[*regexp.Regexp]bool{}
			for _, c := range tenantCalls {
				for _, text := range s.statementsOf(t, c) {
					known := false
					for pattern := range patterns {
						if pattern.MatchString(text) {
							known, sent[pattern] = true, true
						}
					}
					if !known {
						t.Errorf("%s sends a statement that was not found in the source:\n%s", c.method, text)
					}
				}
			}
			for pattern, where := range patterns {
				if !sent[pattern] {
					t.Errorf("%s: no call in tenantCalls sends %s", where, pattern)
				}
			}
		})
	}
}

// The statements that serve every company are listed in testdata, each under a call and its reason. Whatever is not
// listed there names its company for each table that it reads or writes.
func TestEveryStatementNamesItsCompanyOrIsListed(t *testing.T) {
	s := seedTenants(t, opener(t, "sqlite"), twin, owner)
	var list strings.Builder
	for _, c := range tenantCalls {
		for _, text := range s.statementsOf(t, c) {
			switch wrong := unguarded(text, s.tables); {
			case wrong == "":
			case c.spans == "":
				t.Errorf("%s: %s:\n%s", c.method, wrong, text)
			default:
				fmt.Fprintf(&list, "%s (%s)\n\t%s\n", c.method, c.spans, oneLine(text))
			}
		}
	}
	golden.Check(t, "spanning.golden", list.String())
}

// brackets takes away the space inside brackets that stand on lines of their own.
var brackets = strings.NewReplacer("( ", "(", " )", ")")

// oneLine returns a statement on one line, however it is broken into lines.
func oneLine(text string) string { return brackets.Replace(strings.Join(strings.Fields(text), " ")) }

var (
	reference = regexp.MustCompile(`\b(FROM|JOIN|UPDATE|INTO)\s+([a-z_]+)(?:\s+(?:AS\s+)?([a-z_]+))?`)
	condition = regexp.MustCompile(`(?:\b([a-z_]+)\.)?\b(?:company|slug)\s+=\s+(?:\?|([a-z_]+)\.(?:company|slug)\b)`)
)

// unguarded names a table that a statement reads or writes without a condition on the company; empty where there is
// none. A table is guarded where its company has to be a parameter, or that of another table which is guarded.
func unguarded(text string, tables []string) string {
	plain, aliased := 0, map[string]int{} // how many tables are open: under their own names, and by alias
	for _, r := range reference.FindAllStringSubmatchIndex(text, -1) {
		switch table := text[r[4]:r[5]]; {
		case !slices.Contains(tables, table):
		case text[r[2]:r[3]] == "INTO":
			if !strings.Contains(text[r[5]:strings.Index(text, ")")], companyColumn(table)) {
				return table + " is given a row without its company"
			}
		case r[6] >= 0:
			aliased[text[r[6]:r[7]]]++
		default:
			plain++
		}
	}
	plain = closeGuarded(condition.FindAllStringSubmatch(text, -1), plain, aliased)
	for alias, open := range aliased {
		if open > 0 {
			return alias + " has no condition on its company"
		}
	}
	if plain > 0 {
		return "a table has no condition on its company"
	}
	return ""
}

// closeGuarded takes away the tables that conditions guard, and returns how many stay open under their own names.
func closeGuarded(conditions [][]string, plain int, aliased map[string]int) int {
	for range conditions { // a table may be guarded by one that a later condition guards
		conditions = slices.DeleteFunc(conditions, func(c []string) bool {
			name, other := c[1], c[2]
			if aliased[other] > 0 {
				return false
			}
			if _, ok := aliased[name]; ok {
				aliased[name]--
			} else {
				plain--
			}
			return true
		})
	}
	return plain
}

func TestAStatementWithoutItsCompanyIsSeen(t *testing.T) {
	tables := []string{"jobs", "reviews", "companies"}
	for text, guarded := range map[string]bool{
		"SELECT id FROM jobs WHERE company = ? AND id = ?":                                            true,
		"SELECT id FROM jobs WHERE id = ?":                                                            false,
		"SELECT name FROM companies WHERE slug = ?":                                                   true,
		"SELECT name FROM companies":                                                                  false,
		"SELECT kid FROM signing_keys":                                                                true,
		"UPDATE jobs SET status = ? WHERE id = ?":                                                     false,
		"DELETE FROM jobs\n\tWHERE company = ?":                                                       true,
		"INSERT INTO jobs (company, id) VALUES (?, ?)":                                                true,
		"INSERT INTO jobs (id) VALUES (?)":                                                            false,
		"SELECT 1 FROM jobs j JOIN reviews r ON r.company = j.company WHERE j.company = ?":            true,
		"SELECT 1 FROM jobs j JOIN reviews r ON r.job_id = j.id WHERE j.company = ?":                  false,
		"SELECT 1 FROM jobs j JOIN reviews r ON r.company = j.company":                                false,
		"DELETE FROM reviews WHERE company = ? AND job_id IN (SELECT id FROM jobs)":                   false,
		"DELETE FROM reviews WHERE company = ? AND job_id IN (SELECT id FROM jobs WHERE company = ?)": true,
	} {
		if wrong := unguarded(text, tables); (wrong == "") != guarded {
			t.Errorf("guarded should be %v: %q\n%s", guarded, wrong, text)
		}
	}
}
