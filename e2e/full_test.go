package e2e_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// full leaves a test to `make test-full` where the gate has another that is like it.
func full(t *testing.T, other string) {
	t.Helper()
	if testing.Short() {
		t.Skip("left to make test-full; like it is " + other)
	}
}

var (
	function = regexp.MustCompile(`(?ms)^func (Test\w+)\(.*?^}`)
	left     = regexp.MustCompile(`\tfull\(t, "(\w+)"\)`)
)

func TestWhatTheGateLeavesOutIsLikeSomethingThatItRuns(t *testing.T) {
	files, err := filepath.Glob("*_test.go")
	check(t, err)
	like := map[string]string{} // by test, empty where the gate runs it
	for _, file := range files {
		b, err := os.ReadFile(file)
		check(t, err)
		for _, f := range function.FindAllSubmatch(b, -1) {
			like[string(f[1])] = ""
			if other := left.FindSubmatch(f[0]); other != nil {
				like[string(f[1])] = string(other[1])
			}
		}
	}
	for name, other := range like {
		if other == "" {
			continue
		}
		if others, ok := like[other]; !ok || others != "" {
			t.Errorf("%s is left out for %s, which the gate does not run", name, other)
		}
	}
}
