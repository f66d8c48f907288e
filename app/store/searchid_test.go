package store_test

import (
	"testing"

	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

func TestJobsAreFoundByTheBeginningAndTheEndOfTheirIDs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		ids := []string{
			"01a1f9aa-3184-7000-8000-00000000a7cc", "01a1f9aa-3185-7000-8000-00000000b8dd",
			"01a2f9aa-3184-7000-8000-00000000a7cc",
		}
		err := st.Write(t.Context(), func(tx *store.Tx) error {
			for _, company := range []string{"acme", "globex"} {
				for i, id := range ids {
					if company == "globex" {
						id = "01a1f9aa-3184-7000-8000-0000000ca7cc"
					}
					if company == "globex" && i > 0 {
						break
					}
					if err := tx.InsertJob(t.Context(), onboarding.Job{
						ID:        id,
						Seq:       tx.NextSeq(),
						Company:   company,
						Function:  onboarding.IDValidation,
						Status:    onboarding.Review,
						CreatedAt: tx.Now,
					}); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			begin, end string
			want       []string
		}{
			{"01a1f9aa-3184", "", ids[:1]},
			{"01A1F9AA-3184", "", ids[:1]},
			{"01a1", "a7cc", ids[:1]},
			{"01a1f9aa", "", []string{ids[1], ids[0]}},
			{"01a3", "", nil},
			{"01a", "a7cc", nil},
			{"01a1%", "", nil},
			{"01a1", "_7cc", nil},
		} {
			found, err := st.JobsByID(t.Context(), "acme", "", c.begin, c.end, 10)
			if err != nil {
				t.Fatal(err)
			}
			if len(found) != len(c.want) {
				t.Errorf("%s…%s: %d jobs, want %d", c.begin, c.end, len(found), len(c.want))
				continue
			}
			for i, job := range found {
				if job.ID != c.want[i] {
					t.Errorf("%s…%s: %s, want %s", c.begin, c.end, job.ID, c.want[i])
				}
			}
		}
	})
}
