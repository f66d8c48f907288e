package demo

import (
	"strings"
	"testing"
)

func TestTheTableOfSignInsKeepsItsColumnsWithLongAddresses(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(signIns([]User{
		{Email: "ada@acme.example", Password: "short", Role: "agent"},
		{Email: "bartholomew.longfellow@acme.example", Password: "a-password-longer-than-others", Role: "admin"},
	}), "\n"), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d lines, want a head and two users", len(lines))
	}
	for _, column := range [][]string{{"with the", "short", "a-password"}, {"in the role", "agent", "admin"}} {
		at := strings.Index(lines[0], column[0])
		for i, line := range lines {
			if found := strings.LastIndex(line, column[i]); found != at || at < 0 {
				t.Errorf("%q is in column %d of line %d, want %d", column[i], found, i, at)
			}
		}
	}
}
