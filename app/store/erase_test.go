package store_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"proofdesk/app/clock"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// ofPerson are the columns that name a job or a customer.
var ofPerson = []string{"job_id", "customer_id"}

// keptOfPerson are the tables in which an erased job or customer is still named: the trail, which is never changed, and
// the keys, which are marked as destroyed.
var keptOfPerson = []string{"audit", "applicant_keys"}

func TestAnErasureLeavesNoRowThatNamesWhatWasErased(t *testing.T) {
	storetest.EachAt(t, clock.NewManual(tenantNow), func(t *testing.T, st *store.Store) {
		ctx, s := t.Context(), seedTenants(t, st, owner, twin)
		erased := ownIDs(s.rows, "jobs", "customers", "deliveries", "events", "capture_links", "reviews", "captures")
		named := naming(s.rows, erased)
		var columns map[string][]string
		var left []string
		write(t, st, func(tx *store.Tx) (err error) {
			for _, id := range ownIDs(s.rows, "jobs") {
				if _, err := tx.EraseJob(ctx, owner, id); err != nil {
					return err
				}
			}
			for _, id := range ownIDs(s.rows, "customers") {
				if err := tx.EraseCustomer(ctx, owner, id); err != nil {
					return err
				}
			}
			if columns, err = tenantColumns(st.Dialect(), store.Bare(tx)); err != nil {
				return err
			}
			left, err = s.dumped(tx)
			return err
		})
		for table, has := range columns {
			names := slices.ContainsFunc(ofPerson, func(c string) bool { return slices.Contains(has, c) })
			if names && !slices.Contains(named, table) {
				t.Errorf("the table %s names jobs or customers, and the test has no row of it", table)
			}
		}
		for _, table := range naming(left, erased) {
			if !slices.Contains(keptOfPerson, table) {
				t.Errorf("%s names what was erased", table)
			}
		}
	})
}

// ownIDs returns the ids of the owner's rows of some tables.
func ownIDs(rows []string, tables ...string) (ids []string) {
	id := regexp.MustCompile(`^` + owner + ` (\w+) (?:.* )?id=(\S+)`)
	for _, row := range rows {
		if found := id.FindStringSubmatch(row); found != nil && slices.Contains(tables, found[1]) {
			ids = append(ids, found[2])
		}
	}
	return ids
}

// naming returns the tables in which a row of the owner has one of some ids in any column.
func naming(rows, ids []string) (tables []string) {
	for _, row := range rows {
		company, rest, _ := strings.Cut(row, " ")
		table, values, _ := strings.Cut(rest, " ")
		named := slices.ContainsFunc(strings.Fields(values), func(value string) bool {
			_, value, _ = strings.Cut(value, "=")
			return slices.Contains(ids, value)
		})
		if company == owner && named && !slices.Contains(tables, table) {
			tables = append(tables, table)
		}
	}
	return tables
}
