package words_test

import (
	"testing"

	"proofdesk/views/words"
)

func TestADateIsReadAsTheConsoleWritesItInAnyLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"2026-01-31":       "2026-01-31",
		"31 Jan 2026":      "2026-01-31",
		" 1 january, 2026": "2026-01-01",
		"Jan 31 2026":      "2026-01-31",
		"31 ene 2026":      "2026-01-31",
		"31 de ene":        "31 de ene",
		"30 Feb 2026":      "30 Feb 2026",
		"0 Jan 2026":       "0 Jan 2026",
		"31.01.2026":       "31.01.2026", // is it day or month first?
		"yesterday":        "yesterday",
		"":                 "",
	} {
		if got := words.ISODate(text); got != want {
			t.Errorf("%q is read as %q, not %q", text, got, want)
		}
	}
	for _, l := range words.Languages() {
		for _, day := range []string{"2026-01-02", "2026-05-31", "2026-12-15"} {
			if got := words.ISODate(l.Calendar(day)); got != day {
				t.Errorf("%s in %s is read as %q", day, l, got)
			}
			if got := words.ISOMinute(l.Minute(day + "T09:30")); got != day+"T09:30" {
				t.Errorf("%s at half past nine in %s is read as %q", day, l, got)
			}
		}
	}
}
