package e2e_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// full leaves a test to `make test-full` where the gate has another that is like it: a browser test, one of another
// package, or one of the scripts, which is named by its title.
func full(t *testing.T, other string) {
	t.Helper()
	if testing.Short() {
		t.Skip("left to make test-full; like it is " + other)
	}
}

var (
	function = regexp.MustCompile(`(?ms)^func (Test\w+)\(.*?^}`)
	left     = regexp.MustCompile(`\tfull\(t, "([^"]+)"\)`)
	scripted = regexp.MustCompile(`(?m)^test\('([^']+)'`)
)

// elsewhere returns the tests outside of this package, all of which the gate runs.
func elsewhere(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for end, pattern := range map[string]*regexp.Regexp{"_test.go": function, ".test.ts": scripted} {
		for _, folder := range []string{"../app", "../engine", "../static"} {
			check(t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
				if err == nil && entry.Name() == "node_modules" {
					return fs.SkipDir
				}
				if err != nil || !strings.HasSuffix(path, end) {
					return err
				}
				b, err := os.ReadFile(path)
				for _, found := range pattern.FindAllSubmatch(b, -1) {
					all[string(found[1])] = ""
				}
				return err
			}))
		}
	}
	return all
}

func TestWhatTheGateLeavesOutIsLikeSomethingThatItRuns(t *testing.T) {
	files, err := filepath.Glob("*_test.go")
	check(t, err)
	like := elsewhere(t) // by test, empty where the gate runs it
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
