package store_test

import (
	"regexp"
	"strings"
	"testing"

	"proofdesk/app/store"
)

// filter is a condition that keeps a statement to one company.
var filter = regexp.MustCompile(`(?:[a-z_]+\.)?\b(?:company|slug) = (\?|[a-z_]+\.company\b)`)

// mutants returns a statement without one of its filters, for each of them.
func mutants(text string) []string {
	var all []string
	for _, at := range filter.FindAllStringSubmatchIndex(text, -1) {
		anything := "1 = 1"
		if text[at[2]:at[3]] == "?" {
			anything = "? <> ''"
		}
		all = append(all, text[:at[0]]+anything+text[at[1]:])
	}
	return all
}

// foundBefore is why a statement that comes after another one needs no company of its own.
const foundBefore = "what it changes was found in the company before, and no two share an id"

// keyed is why the row that is added needs no company to find its job.
const keyed = "its key refers to the company's job, and no two jobs share an id"

// traceless are mutants that change nothing here, with the reason.
var traceless = []struct{ part, why string }{
	{"LIMIT 1 OFFSET ?", "it takes thousands of rows before a list ends early"},
	{"FROM capture_links l JOIN jobs j ON 1 = 1", "no two jobs share an id"},
	{
		"JOIN jobs j ON 1 = 1 AND j.id = r.job_id LEFT JOIN review_cases c ON c.company = r.company " +
			"AND c.job_id = r.job_id WHERE r.kind = 'DECISION' AND r.undone_at IS NULL AND r.folded = 1",
		"no two jobs share an id",
	},
	{"FROM captures c WHERE 1 = 1 AND c.job_id = r.job_id AND c.superseded_by", "no two jobs share an id"},
	{"FROM captures c JOIN jobs j ON 1 = 1 AND j.id = c.job_id WHERE c.company = ?", "no two jobs share an id"},
	{
		"j.unique_number NOT IN ('', ?) AND CASE WHEN j.sandbox <> '' OR EXISTS (SELECT 1 FROM clients k WHERE 1 = 1",
		"nor two clients",
	},
	{"FROM capture_links l WHERE 1 = 1 AND l.job_id = j.id AND l.asked_by = ''", "no two jobs share an id"},
	{"FROM capture_links l WHERE 1 = 1 AND l.job_id = j.id) AS linked", "no two jobs share an id"},
	{"FROM captures c WHERE 1 = 1 AND c.job_id = j.id AND c.created_at >= ?", "no two jobs share an id"},
	{"FROM capture_parts p WHERE 1 = 1 AND p.job_id = j.id) AS held", "no two jobs share an id"},
	{"FROM jobs j WHERE 1 = 1 AND j.id = deliveries.job_id AND j.held_until > ?", "no two jobs share an id"},
	{"WHERE 1 = 1 AND k.id = j.client_id AND k.sandbox = 1) THEN 1 ELSE 0 END = 0 AND j.created_at", "nor two clients"},
	{"WHERE 1 = 1 AND k.id = j.client_id AND k.sandbox = 1) THEN 1 ELSE 0 END = 0 AND c.quality", "nor two clients"},
	{"JOIN clients c ON 1 = 1 AND c.id = l.client_id", "nor two clients"},
	{"FROM jobs j WHERE ? <> '' AND j.id IN (", "the ids are the company's, and no two jobs share one"},
	{"SELECT j.client_id FROM jobs j WHERE ? <> '' AND j.id = ?), '')", keyed},
	{"SELECT j.document_type FROM jobs j WHERE ? <> '' AND j.id = ?), '')", keyed},
	{"FROM jobs j WHERE ? <> '' AND j.id = ?), 0)", keyed},
	{"SELECT id FROM quality_checks WHERE ? <> '' AND job_id = ?", "the row is only locked, and read afterwards"},
	{"SELECT h.job_id FROM quality_checks h WHERE ? <> ''", "it only hides jobs, and no two agents share an id"},
	{"FROM quality_checks o WHERE ? <> ''", "it only hides checks, and no two agents share an id"},
	{"FROM audit l WHERE 1 = 1 AND l.target = 'check:'", "it only hides checks, and no two agents share an id"},
	{"JOIN jobs j ON 1 = 1 AND j.id = p.job_id LEFT JOIN agents a", "no two jobs share an id"},
	{
		"FROM reviews r JOIN jobs j ON 1 = 1 AND j.id = r.job_id WHERE r.company = ? AND r.agent_id",
		"no two jobs share an id",
	},
	{"WHERE 1 = 1 AND k.id = j.client_id AND k.sandbox = 1) THEN 1 ELSE 0 END = 0 AND function", "nor two clients"},
	{"WHERE 1 = 1 AND k.id = j.client_id AND k.sandbox = 1) THEN 1 ELSE 0 END FROM jobs j", "nor two clients"},
	{
		"WHERE 1 = 1 AND k.id = j.client_id AND k.sandbox = 1) THEN 1 ELSE 0 END = 0 ORDER BY r.completed_at",
		"nor two clients",
	},
	{"SELECT job_id FROM review_cases WHERE ? <> '' AND job_id = ?", "the row is only locked"},
	{"SELECT id FROM deliveries WHERE ? <> '' AND job_id = ? ORDER BY id", "the rows are only locked"},
	{"DELETE FROM jobs WHERE ? <> '' AND id = ?", foundBefore},
	{"DELETE FROM capture_links WHERE ? <> '' AND job_id = ?", foundBefore},
	{"DELETE FROM capture_handovers WHERE ? <> '' AND job_id = ?", foundBefore},
	{"UPDATE jobs SET captures_removed_at = ? WHERE ? <> '' AND id = ?", foundBefore},
	{"SET state = ?, attempts = ?, due_at = ?, lease = '', last_class = ?, last_status = ?, last_error = ?, " +
		"finished_at = ? WHERE ? <> '' AND id = ? AND lease = ?", foundBefore},
	{"e.id = deliveries.endpoint_id), host) WHERE ? <> '' AND id = ? AND (lease = '' OR due_at <= ?)", foundBefore},
	{"SET state = 'VOID'", "a check's id is the one of a review, and the sampler reads its company with it"},
	{"FROM audit WHERE ? <> '' AND id < ? AND id >= ? AND company = ?", "the company is named twice"},
	{"FROM audit WHERE company = ? AND id < ? AND id >= ? AND ? <> ''", "the company is named twice"},
}

func leavesNoTrace(mutant string) bool {
	for _, known := range traceless {
		if strings.Contains(oneLine(mutant), known.part) {
			return true
		}
	}
	return false
}

// The other tests of tenants prove something only where a statement that has lost its company makes them fail.
func TestAStatementThatLosesItsCompanyIsNoticed(t *testing.T) {
	w := openWorld(t, func() *store.Store { return opener(t, "sqlite") })
	noticed := map[string]bool{} // by mutant, over all calls that send it
	for _, c := range tenantCalls {
		if c.spans != "" {
			continue
		}
		want := w.expect(t, c)
		for _, text := range w.two.statementsOf(t, c) {
			for _, mutant := range mutants(text) {
				noticed[mutant] = noticed[mutant] || leavesNoTrace(mutant) || w.notices(t, c, want, text, mutant)
			}
		}
	}
	if len(noticed) < fewestMutants {
		t.Errorf("only %d statements lost their company", len(noticed))
	}
	for mutant, ok := range noticed {
		if !ok {
			t.Errorf("this statement has lost a company and nothing is amiss:\n%s", oneLine(mutant))
		}
	}
}

const fewestMutants = 300 // fewer would mean that the search for filters is broken

// notices reports whether a call differs where a statement of it is another.
func (w world) notices(t *testing.T, c call, want expected, text, mutant string) bool {
	t.Helper()
	defer func() { w.two.rewrite = unchanged }()
	w.two.rewrite = func(query string) string {
		if query == text {
			return mutant
		}
		return query
	}
	return w.leak(t, c, want) != ""
}
