package specimen_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"proofdesk/engine/aamva"
	"proofdesk/engine/golden"
	"proofdesk/engine/mrz"
	"proofdesk/engine/specimen"
)

// The same seed gives the same person and the same document, in every release: what other tests draw rests on it.
func TestSeedsKeepTheirFacts(t *testing.T) {
	var out strings.Builder
	for i, kind := range kinds {
		for seed := range uint64(2) {
			d := issued(kind, 10*uint64(i)+seed, 0)
			fmt.Fprintf(&out, "%s %d: %s, %s\n", kind, seed, d.Number, strings.Join(d.Lines(), " "))
			if record := d.Record(); record != "" {
				fmt.Fprintf(&out, "%q\n", record)
			}
		}
	}
	golden.Check(t, "facts.golden", out.String())
}

// FuzzDocument issues documents to anyone: what is printed for machines is read back without a failed digit or a
// warning about its layout, and is the same each time.
func FuzzDocument(f *testing.F) {
	for i := range kinds {
		f.Add(uint64(i), uint64(i)*7, uint8(i), uint8(i))
	}
	f.Fuzz(func(t *testing.T, person, seed uint64, kind, version uint8) {
		d := specimen.NewDocument(kinds[int(kind)%len(kinds)], specimen.NewPerson(person, "", today), seed, today)
		if d.Kind == specimen.Licence {
			d.Version = 1 + int(version)%10
		}
		if again := specimen.NewDocument(d.Kind, specimen.NewPerson(person, "", today), seed,
			today); again.Number != d.Number || !slices.Equal(again.Lines(), d.Lines()) {
			t.Error("another document from the same seed")
		}
		if lines := d.Lines(); lines != nil {
			r, err := mrz.Parse(lines, today)
			if err != nil || len(r.Failed()) > 0 || len(r.Malformed) > 0 {
				t.Errorf("%q: %v, failed %v, malformed %v", lines, err, r.Failed(), r.Malformed)
			}
		}
		if record := d.Record(); record != "" {
			l, err := aamva.Parse(record)
			if err != nil || l.Version != d.Version || l.DocumentNumber != d.Number ||
				slices.ContainsFunc(l.Warnings, func(w string) bool { return strings.HasPrefix(w, "directory") }) {
				t.Errorf("%q: %+v, %v", record, l, err)
			}
		}
	})
}
