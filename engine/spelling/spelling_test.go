package spelling_test

import (
	"testing"

	"proofdesk/engine/spelling"
)

func TestDistanceIsCountedUpToItsLimit(t *testing.T) {
	for _, c := range []struct {
		a, b        string
		limit, want int
	}{
		{"", "", 2, 0}, {"anna", "anna", 0, 0}, {"anna", "hanna", 2, 1}, {"müller", "muller", 2, 1}, {"kitten", "sitting", 5, 3}, {"kitten", "sitting", 1, 2}, {"a", "abcdef", 2, 3},
	} {
		for range 2 {
			if got := spelling.Distance(c.a, c.b, c.limit); got != c.want {
				t.Errorf("%q to %q: %d, not %d", c.a, c.b, got, c.want)
			}
			c.a, c.b = c.b, c.a
		}
	}
}
