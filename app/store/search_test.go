package store_test

import (
	"slices"
	"strings"
	"testing"

	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

func searched(t *testing.T, st *store.Store, f store.JobFilter) ([]onboarding.Job, error) {
	t.Helper()
	found, err := st.FindJobs(t.Context(), "acme", f, 0, 10)
	return found.Jobs, err
}

// spellings are names and numbers as they may be stored, and what of them is typed. Each query finds each of its line's
// forms.
var spellings = []struct{ stored, queries []string }{
	{
		[]string{"Wesley O'Donnell", "ODONNELL, WESLEY", "O DONNELL WESLEY", "Wesley O’Donnell", "WESLEY OʼDONNELL"},
		[]string{"O'Donnell", "o’donnell", "odonnell", "o donnell", "wesley O'Donnell", "O-DONNELL"},
	},
	{
		[]string{"Małgorzata Wójcik", "MALGORZATA WOJCIK"},
		[]string{"malgorzata", "Małgorzata", "wojcik małgorzata", "WÓJCIK"},
	},
	{
		[]string{"Jørgen Østergård", "JOERGEN OESTERGAARD", "JORGEN OSTERGARD", "Jörgen Östergaard"},
		[]string{"Jørgen", "Østergård", "ostergard", "oestergaard", "joergen ostergaard", "jorgen"},
	},
	{
		[]string{"Jürgen Müller", "JUERGEN MUELLER", "JURGEN MULLER", "JUXXRGEN MUXXLLER"},
		[]string{"Müller", "muller", "mueller", "MÜLLER jürgen", "Mu\u0308ller"},
	},
	{
		[]string{"Anne SAINT-RÉMY", "ANNE SAINT REMY", "Anne Saint Rémy"},
		[]string{"SAINT-REMY", "saint remy", "Saint-Rémy anne", "remy"},
	},
	{[]string{"Hans Groß", "HANS GROSS"}, []string{"groß", "gross", "GROSS hans"}},
	{[]string{"Søren Kjær", "SOEREN KJAER", "SOREN KJAR"}, []string{"kjær", "kjaer", "Søren", "soren kjaer"}},
	{[]string{"Þór Guðmundsson", "THOR GUDMUNDSSON"}, []string{"þór", "thor", "guðmundsson", "gudmundsson"}},
	{[]string{"Iñaki Peña", "INXXAKI PENXXA", "INAKI PENA"}, []string{"peña", "pena", "iñaki"}},
	{[]string{"Đặng Thị Hồng", "DANG THI HONG"}, []string{"đặng", "dang thi hong", "Hồng"}},
	{[]string{"Işıl Yıldız", "ISIL YILDIZ", "IŞIL YILDIZ"}, []string{"yıldız", "yildiz", "ışıl"}},
	{
		[]string{"María de la Cruz", "MARIA DELACRUZ", "DE LA CRUZ MARIA"},
		[]string{"de la cruz", "delacruz", "María de la Cruz"},
	},
	{[]string{"Jan van Dĳk", "JAN VAN DIJK", "VANDIJK JAN"}, []string{"van dijk", "vandijk", "van Dĳk"}},
	{[]string{"Γιώργος Παπαδόπουλος"}, []string{"γιώργος", "ΓΙΩΡΓΟΣ", "παπαδοπουλος"}},
	{[]string{"Анна Иванова-Петрова"}, []string{"иванова", "ПЕТРОВА", "иванова-петрова", "анна"}},
	{[]string{"مُحَمَّد علي", "محمد علي"}, []string{"محمد", "مُحَمَّد", "علي"}},
	{[]string{"王小明"}, []string{"王小明"}},
	{[]string{"김민수"}, []string{"김민수"}},
	{[]string{"मोहित शर्मा"}, []string{"मोहित", "शर्मा"}},
	{
		[]string{"G09988123", "G0998-8123", "G 0998 8123"},
		[]string{"G09988123", "g0998 8123", "G.0998.8123", "g-09988123", "G 0998-8123"},
	},
	{
		[]string{"12345678-Z", "12345678Z", "12345678 Z"},
		[]string{"12345678z", "12345678 Z", "12345678-z", "12345678.z"},
	},
}

// strangers are found by none of the queries: no name or number that only looks like another is taken for it.
var strangers = []string{
	"DONNELLY, WESLEYAN", "MULLERSON", "REMYNGTON", "GROS", "DANGER", "PENAL", "G19988123", "小明", "민수", "मोहन", "Анны",
}

// stored adds a job and a customer with a name, and returns the ids of both.
func stored(t *testing.T, st *store.Store, name string) (job, customer string) {
	t.Helper()
	write(t, st, func(tx *store.Tx) error {
		j := onboarding.Job{
			ID:        ids.UUID(),
			Seq:       tx.NextSeq(),
			Company:   "acme",
			Function:  onboarding.IDValidation,
			Status:    onboarding.Review,
			CreatedAt: tx.Now,
		}
		c := onboarding.Customer{
			Company:      "acme",
			ID:           ids.UUID(),
			Seq:          tx.NextSeq(),
			UniqueNumber: "u/" + j.ID,
			FullName:     name,
			JobID:        j.ID,
		}
		job, customer = j.ID, c.ID
		return joined(tx.InsertJob(t.Context(), j), tx.PutCustomer(t.Context(), c), tx.IndexJob(t.Context(), j, name))
	})
	return job, customer
}

func TestANameIsFoundInWhicheverFormItWasStored(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		names := map[string]string{} // by the ids of what has them
		keep := func(name string) {
			job, customer := stored(t, st, name)
			names[job], names[customer] = name, name
		}
		for _, name := range strangers {
			keep(name)
		}
		for _, s := range spellings {
			for _, name := range s.stored {
				keep(name)
			}
		}
		for _, s := range spellings {
			want := slices.Sorted(slices.Values(s.stored))
			for _, query := range s.queries {
				jobs, people := namesFound(t, st, query, names)
				same(t, query+" finds jobs", jobs, want)
				same(t, query+" finds customers", people, want)
				n, more, err := st.CountJobs(t.Context(), "acme", store.JobFilter{Text: query}, 100)
				if n != len(want) || more || err != nil {
					t.Errorf("%q counts %d, %v, %v", query, n, more, err)
				}
			}
		}
	})
}

// namesFound returns the names of the jobs and of the customers that a query finds, in order.
func namesFound(t *testing.T, st *store.Store, query string, names map[string]string) (jobs, people []string) {
	t.Helper()
	for _, j := range must(searched(t, st, store.JobFilter{Text: query}))(t) {
		jobs = append(jobs, names[j.ID])
	}
	for _, c := range must(st.FindCustomers(t.Context(), "acme", query, 0, 10))(t) {
		people = append(people, names[c.ID])
	}
	slices.Sort(jobs)
	slices.Sort(people)
	return jobs, people
}

func TestABeginningFindsNamesInEveryForm(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		err := st.Write(t.Context(), func(tx *store.Tx) error {
			for i, name := range []string{"MUELLER, ANNA", "Wesley O'Donnell", "王小明"} {
				j := onboarding.Job{
					ID:        strings.Repeat(string(rune('a'+i)), 8),
					Seq:       tx.NextSeq(),
					Company:   "acme",
					Function:  onboarding.IDValidation,
					Status:    onboarding.Review,
					CreatedAt: tx.Now,
				}
				c := onboarding.Customer{
					Company:      "acme",
					ID:           j.ID,
					Seq:          tx.NextSeq(),
					UniqueNumber: "n",
					FullName:     name,
					JobID:        j.ID,
				}
				c.UniqueNumber += j.ID
				if err := tx.InsertJob(t.Context(), j); err != nil {
					return err
				}
				if err := tx.IndexJob(t.Context(), j, name); err != nil {
					return err
				}
				if err := tx.PutCustomer(t.Context(), c); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string]string{
			"Mül":   "aaaaaaaa",
			"muel":  "aaaaaaaa",
			"o'don": "bbbbbbbb",
			"王":     "cccccccc",
			"wi":    "",
			"x":     "",
			"--":    "",
		} {
			jobs, err := searched(t, st, store.JobFilter{Text: query, Begin: true})
			if err != nil {
				t.Fatal(err)
			}
			customers, err := st.FindCustomersBeginning(t.Context(), "acme", query, 0, 10)
			if err != nil {
				t.Fatal(err)
			}
			got, people := "", ""
			for _, j := range jobs {
				got += j.ID
			}
			for _, c := range customers {
				people += c.ID
			}
			if got != want || people != want {
				t.Errorf("%q finds job %q and customer %q, want %q", query, got, people, want)
			}
		}
	})
}

func TestARenewedOrErasedCustomerIsNoLongerFoundByTheOldName(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		write := func(f func(tx *store.Tx) error) {
			t.Helper()
			if err := st.Write(t.Context(), f); err != nil {
				t.Fatal(err)
			}
		}
		find := func(text, want string) {
			t.Helper()
			got := ""
			found, err := st.FindCustomers(t.Context(), "acme", text, 0, 10)
			for _, c := range found {
				got += c.ID
			}
			if got != want || err != nil {
				t.Errorf("%q finds %q, %v, want %q", text, got, err, want)
			}
		}
		put := func(name string) {
			t.Helper()
			write(func(tx *store.Tx) error {
				return tx.PutCustomer(t.Context(), onboarding.Customer{
					Company:      "acme",
					ID:           "c1",
					Seq:          tx.NextSeq(),
					UniqueNumber: "4471",
					FullName:     name,
					JobID:        "j",
				})
			})
		}
		put("Jane Doe")
		find("doe", "c1")
		put("Jane Roe")
		find("doe", "")
		find("jane roe", "c1")
		find("4471", "c1")
		if found, err := st.FindCustomers(t.Context(), "globex", "jane", 0, 10); len(found) != 0 || err != nil {
			t.Errorf("another company finds %v, %v", found, err)
		}
		write(func(tx *store.Tx) error {
			return tx.InsertApplicantKey(t.Context(), store.ApplicantKey{
				Company:    "acme",
				ID:         "c1",
				WrappedKey: []byte("w"),
				CreatedAt:  tx.Now,
			})
		})
		write(func(tx *store.Tx) error { return tx.EraseCustomer(t.Context(), "acme", "c1") })
		find("jane", "")
	})
}
