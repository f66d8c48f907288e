package format_test

import (
	"testing"
	"time"

	"proofdesk/app/web/shell/format"
	"proofdesk/views/words"
)

func TestADeadlineIsWrittenAsTheCountdownOfTheScriptsWritesIt(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		left time.Duration
		want string
	}{
		{5*time.Minute - time.Second, "04:59"},
		{10*time.Hour + 20*time.Minute + 30*time.Second, "10:20:30"},
		{24*time.Hour - time.Second, "23:59:59"},
		{24 * time.Hour, "1 d"},
		{9*24*time.Hour + 6*time.Hour, "9 d 6 h"},
		{-61 * time.Second, "-01:01"},
		{-222 * time.Hour, "-9 d 6 h"},
	} {
		if got := format.Countdown(words.English, now.Add(test.left), now).Text; got != test.want {
			t.Errorf("%v is written %q, not %q", test.left, got, test.want)
		}
		if got := format.Deadline(words.English, now.Add(-time.Hour), now.Add(test.left), now).Text; got != test.want {
			t.Errorf("a deadline in %v is written %q, not %q", test.left, got, test.want)
		}
	}
}
