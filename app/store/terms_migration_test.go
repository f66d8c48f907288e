package store_test

import (
	"testing"

	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

func TestWordsOfAnOlderProgramAreFoundBeforeTheyAreIndexedAnew(t *testing.T) {
	statements := []string{
		`INSERT INTO jobs (company, id, seq, function, flavor, line, sdk_version, status, created_at, decided_at)
			VALUES ('acme', 'j1', 7, 'ID_VALIDATION', '', '', '', 'REVIEW', 1, 1)`,
		`INSERT INTO customers (company, id, seq, unique_number, full_name, job_id, created_at, updated_at)
			VALUES ('acme', 'c1', 8, '4471', 'Małgorzata O''Donnell', 'j1', 1, 1)`,
	}
	for _, term := range []string{"małgorzata", "oestergaard", "jane", "ae1200", "groß"} {
		statements = append(statements,
			`INSERT INTO job_terms (company, term, seq, job_id) VALUES ('acme', '`+term+`', 7, 'j1')`)
	}
	storetest.EachAfter(t, 8, statements, func(t *testing.T, st *store.Store) {
		for _, query := range []string{"malgorzata", "Østergård", "oestergaard", "jane", "AE-1200", "gross"} {
			if jobs, err := searched(t, st, store.JobFilter{Text: query}); err != nil || len(jobs) != 1 {
				t.Errorf("%q finds %d, %v", query, len(jobs), err)
			}
		}
		if jobs, err := st.UnindexedJobs(t.Context(), 10); err != nil || len(jobs) != 1 {
			t.Errorf("%d jobs wait to be indexed, %v", len(jobs), err)
		}
		n := 0
		err := st.Write(t.Context(), func(tx *store.Tx) (err error) {
			n, err = tx.IndexCustomers(t.Context(), 10)
			return err
		})
		if found, wrong := st.FindCustomers(t.Context(), "acme", "malgorzata odonnell", 0, 10); err != nil ||
			wrong != nil || n != 1 || len(found) != 1 {
			t.Errorf("%d customers indexed and %d found, %v, %v", n, len(found), err, wrong)
		}
	})
}
