package clock_test

import (
	"testing"
	"testing/synctest"
	"time"

	"proofdesk/app/clock"
)

func TestAClockThatIsBehindRunsAndIsOnlySetForwardUpToThePresent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := clock.System{}.Now()
		behind := clock.NewBehind(start.Add(-time.Hour))
		shows := func(when string, want time.Time) {
			t.Helper()
			if got := behind.Now(); !got.Equal(want) {
				t.Errorf("%s it shows %s, want %s", when, got, want)
			}
		}
		shows("at first", start.Add(-time.Hour))
		<-time.After(time.Minute)
		shows("after a minute", start.Add(-59*time.Minute))
		behind.Forward(start.Add(-30 * time.Minute))
		shows("set forward", start.Add(-30*time.Minute))
		behind.Forward(start.Add(-time.Hour))
		shows("set to an earlier time", start.Add(-30*time.Minute))
		behind.Forward(start.Add(time.Hour))
		shows("set to the future", start.Add(time.Minute))
		if future := clock.NewBehind(start.Add(time.Hour)); !future.Now().Equal(start.Add(time.Minute)) {
			t.Errorf("a clock that begins in the future shows %s", future.Now())
		}
	})
}
