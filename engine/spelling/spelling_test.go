package spelling_test

import (
	"fmt"
	"strings"
	"testing"

	"proofdesk/engine/golden"
	"proofdesk/engine/spelling"
)

func TestDistanceIsCountedUpToItsLimit(t *testing.T) {
	for _, c := range []struct {
		a, b        string
		limit, want int
	}{
		{"", "", 2, 0},
		{"anna", "anna", 0, 0},
		{"anna", "hanna", 2, 1},
		{"müller", "muller", 2, 1},
		{"kitten", "sitting", 5, 3},
		{"kitten", "sitting", 1, 2},
		{"a", "abcdef", 2, 3},
	} {
		for range 2 {
			if got := spelling.Distance(c.a, c.b, c.limit); got != c.want {
				t.Errorf("%q to %q: %d, not %d", c.a, c.b, got, c.want)
			}
			c.a, c.b = c.b, c.a
		}
	}
}

// Labels and names as recognisers misread them, and how far these are from what is printed.
func TestMisreadWordsLieAsFarAsTheyAlwaysDid(t *testing.T) {
	var out strings.Builder
	for _, c := range [][2]string{
		{"SURNAME", "SUR NAME"},
		{"SURNAME", "5URNAME"},
		{"GIVEN NAMES", "GIVEN NARNES"},
		{"DATE OF BIRTH", "DATE 0F B1RTH"},
		{"GEBURTSDATUM", "GEBURTSOATUM"},
		{"APELLIDOS", "APELLI0OS"},
		{"ERIKSSON", "ERICSON"},
		{"MÜLLER", "MUELLER"},
		{"ŁUKASZ", "LUKASZ"},
		{"ЩУКИНА", "ШУКИНА"},
		{"O'BRIEN", "OBRIEN"},
		{"", "NOM"},
		{"ISSUED", "EXPIRES"},
	} {
		fmt.Fprintf(&out, "%q %q", c[0], c[1])
		for limit := range 5 {
			fmt.Fprintf(&out, " %d", spelling.Distance(c[0], c[1], limit))
		}
		out.WriteByte('\n')
	}
	golden.Check(t, "misread.golden", out.String())
}

func FuzzDistance(f *testing.F) {
	f.Add("anna", "hanna", "johanna", 3)
	f.Add("müller", "mueller", "", 1)
	f.Add("ab", "ba", "abab", 0)
	f.Fuzz(func(t *testing.T, a, b, c string, limit int) {
		if len(a)+len(b)+len(c) > 300 || limit < 0 || limit > 300 {
			return
		}
		const all = 300
		ab := spelling.Distance(a, b, all)
		n, m := len([]rune(a)), len([]rune(b))
		switch {
		case ab != spelling.Distance(b, a, all):
			t.Error("the way back is another one")
		case (ab == 0) != (string([]rune(a)) == string([]rune(b))):
			t.Errorf("%q and %q are %d apart", a, b, ab)
		case ab > max(n, m) || ab < max(n, m)-min(n, m):
			t.Errorf("%d letters of %d and %d", ab, n, m)
		case spelling.Distance(a, b, limit) != min(ab, limit+1):
			t.Errorf("%d up to %d, not %d", spelling.Distance(a, b, limit), limit, ab)
		case spelling.Distance(a, c, all) > ab+spelling.Distance(b, c, all):
			t.Errorf("a detour by %q is shorter", b)
		}
	})
}

func BenchmarkDistance(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		spelling.Distance("DATE OF BIRTH", "DATE 0F B1RTH", 3)
	}
}
