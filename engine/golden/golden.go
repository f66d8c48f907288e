// Package golden compares what the engine's parts find with what they are meant to find: text files of our own making
// in each package's testdata. What changes on purpose is taken over with go test ./engine/mrz -update (or whichever
// package it is), and read in the difference before it is committed. Only tests use it.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what is found as what is meant")

// Check compares a text with testdata/name and reports the first line that differs.
func Check(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	found, meant := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(found), len(meant)) {
		if a, b := at(found, i), at(meant, i); a != b {
			t.Fatalf("%s:%d\n got %s\nwant %s", path, i+1, a, b)
		}
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(nothing)"
}
