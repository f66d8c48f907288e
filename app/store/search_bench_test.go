package store_test

import (
	"fmt"
	"strings"
	"testing"

	"proofdesk/app/clock"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// benchJobs is how many jobs a benchmark searches; tens of thousands hold the same word.
const benchJobs = 120_000

// BenchmarkSearch looks for what agents type among many jobs.
func BenchmarkSearch(b *testing.B) {
	st := storetest.SQLite(b, clock.System{})
	last := []string{
		"Müller", "García", "O'Donnell", "Østergård", "Małgorzewska", "Saint-Rémy", "Doe", "Baek", "Nguyễn", "Иванова",
		"van der Berg",
	}
	first := []string{"Jane", "Wesley", "Ana María", "Jørgen", "Joel", "Michael", "Chloé"}
	for from := 0; from < benchJobs; from += 5000 {
		err := st.Write(b.Context(), func(tx *store.Tx) error {
			for i := from; i < from+5000; i++ {
				j := onboarding.Job{
					ID:        ids.UUID(),
					Seq:       tx.NextSeq(),
					Company:   "acme",
					Function:  onboarding.IDValidation,
					Status:    onboarding.Review,
					CreatedAt: tx.Now,
				}
				name := first[i/5%len(first)] + " " + last[i%len(last)]
				if err := tx.InsertJob(b.Context(), j); err != nil {
					return err
				}
				if err := tx.IndexJob(b.Context(), j, name, fmt.Sprintf("G%08d", i),
					fmt.Sprintf("N%07d", i)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	for _, text := range []string{
		"doe", "jane doe", "garcia ana maria", "wesley o'donnell", "van der berg", "g 0004 2000", "jane nobody",
		"nobody",
	} {
		b.Run(strings.ReplaceAll(text, " ", "_"), func(b *testing.B) {
			for b.Loop() {
				if _, err := st.FindJobs(b.Context(), "acme", store.JobFilter{Text: text}, 0, 51); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
