package webhook_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"proofdesk/app/webhook"
)

// fail records failures, one a second.
func fail(b *webhook.Breaker, now time.Time, times int) time.Time {
	for range times {
		b.Record(now, true, "status 503")
		now = now.Add(time.Second)
	}
	return now
}

func TestBreakerOpensAtFiveFailuresInARow(t *testing.T) {
	b := webhook.NewBreaker()
	now := fail(&b, noon, 4)
	b.Record(now, false, "")
	now = fail(&b, now.Add(2*time.Minute), 4) // the window is empty again
	if b.State != webhook.Closed || !b.Ready(now) {
		t.Fatalf("open after four in a row: %+v", b)
	}
	if changed := b.Record(now, true, "status 503"); !changed || b.State != webhook.Open {
		t.Fatalf("not open after five in a row: %+v", b)
	}
	if b.OpenFor != 30*time.Second || !b.ProbeAt.Equal(now.Add(30*time.Second)) ||
		!strings.Contains(b.Reason, "5 failures in a row, last: status 503") {
		t.Errorf("%+v", b)
	}
}

func TestBreakerOpensWhenHalfOfTenInAMinuteFail(t *testing.T) {
	alternate := func(gap time.Duration) webhook.Breaker {
		b := webhook.NewBreaker()
		for i := range 10 {
			b.Record(noon.Add(time.Duration(i)*gap), i%2 == 0, "timeout")
		}
		return b
	}
	if b := alternate(5 * time.Second); b.State != webhook.Closed {
		t.Errorf("opened before a failure was the tenth: %s", b.Reason)
	}
	b := alternate(5 * time.Second)
	if b.Record(noon.Add(50*time.Second), true, "timeout"); b.State != webhook.Open ||
		!strings.Contains(b.Reason, "6 of 11 failed within a minute") {
		t.Errorf("half of eleven failed and it is %s: %s", b.State, b.Reason)
	}
	b = alternate(7 * time.Second)
	if b.Record(noon.Add(70*time.Second), true, "timeout"); b.State != webhook.Closed {
		t.Errorf("counts what is older than a minute: %s", b.Reason)
	}
	exact := webhook.NewBreaker()
	for i := range 10 {
		exact.Record(noon.Add(time.Duration(i)*time.Second), i%2 == 1, "timeout")
	}
	if exact.State != webhook.Open || !strings.Contains(exact.Reason, "5 of 10 failed within a minute") {
		t.Errorf("5 of exactly 10 failed and it is %s: %s", exact.State, exact.Reason)
	}
	few := webhook.NewBreaker()
	for i := range 9 {
		few.Record(noon.Add(time.Duration(i)*time.Second), i%2 == 0, "timeout")
	}
	if few.State != webhook.Closed {
		t.Errorf("opened on nine requests: %s", few.Reason)
	}
}

func TestASecondOfAnEarlierMinuteIsNotCountedAgain(t *testing.T) {
	b := webhook.NewBreaker()
	for i := range 9 {
		b.Record(noon, i%2 == 0, "timeout")
	}
	if b.Record(noon.Add(time.Minute), true, "timeout"); b.State != webhook.Closed {
		t.Errorf("one failure a minute after nine requests opened it: %s", b.Reason)
	}
}

func TestOpeningsDoubleToFifteenMinutes(t *testing.T) {
	b := webhook.NewBreaker()
	fail(&b, noon, 5)
	for _, want := range []time.Duration{
		30 * time.Second, time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute, 15 * time.Minute,
		15 * time.Minute,
	} {
		if b.OpenFor != want {
			t.Fatalf("open for %s, want %s", b.OpenFor, want)
		}
		now := b.ProbeAt
		if !b.Probe(now) {
			t.Fatal("no probe when its time has come")
		}
		b.Record(now, true, "timeout")
	}
	now := b.ProbeAt
	if !b.Probe(now) {
		t.Fatal("no probe")
	}
	b.Record(now, false, "")
	b.Record(now, false, "")
	if fail(&b, now, 5); b.OpenFor != 30*time.Second {
		t.Errorf("after it was closed it opens for %s", b.OpenFor)
	}
}

func TestHalfOpenSendsExactlyOneProbe(t *testing.T) {
	b := webhook.NewBreaker()
	fail(&b, noon, 5)
	if at := b.ProbeAt.Add(-time.Millisecond); b.Ready(at) || b.Probe(at) {
		t.Fatal("a probe before its time")
	}
	now := b.ProbeAt
	if !b.Ready(now) || !b.Probe(now) || b.State != webhook.HalfOpen {
		t.Fatalf("no probe when its time has come: %+v", b)
	}
	for _, later := range []time.Duration{0, time.Second, 29 * time.Second} {
		if b.Ready(now.Add(later)) || b.Probe(now.Add(later)) {
			t.Fatalf("a second probe %s after the first", later)
		}
	}
	if lost := now.Add(2 * webhook.EndpointTimeout); !b.Probe(lost) {
		t.Error("a lost probe is never replaced")
	}
}

func TestBreakerClosesAfterTwoSuccessfulProbes(t *testing.T) {
	b := webhook.NewBreaker()
	fail(&b, noon, 5)
	now := b.ProbeAt
	b.Probe(now)
	if b.Reason != "open period ended" {
		t.Errorf("half-open because %q", b.Reason)
	}
	if b.Record(now, false, ""); b.State != webhook.HalfOpen || !b.Ready(now) {
		t.Fatalf("after one good probe: %+v", b)
	}
	b.Probe(now)
	if changed := b.Record(now, false, ""); !changed || b.State != webhook.Closed || b.InARow != 0 {
		t.Fatalf("after two good probes: %+v", b)
	}
	if b.Reason != "2 probes succeeded" {
		t.Errorf("closed because %q", b.Reason)
	}
	b2 := webhook.NewBreaker()
	fail(&b2, noon, 5)
	now = b2.ProbeAt
	b2.Probe(now)
	b2.Record(now, false, "")
	b2.Probe(now)
	if b2.Record(now, true, "timeout"); b2.State != webhook.Open || b2.OpenFor != time.Minute {
		t.Errorf("one good and one bad probe: %+v", b2)
	}
}

func TestLateResultsChangeNothingWhileOpen(t *testing.T) {
	b := webhook.NewBreaker()
	now := fail(&b, noon, 5)
	before := b
	if b.Record(now, false, ""); b.Record(now, true, "x") || b != before {
		t.Errorf("%+v became %+v", before, b)
	}
}

func TestForcedBreakerStaysOpenUntilReset(t *testing.T) {
	b := webhook.NewBreaker()
	b.ForceOpen(noon, "maintenance")
	if later := noon.Add(1000 * time.Hour); b.Ready(later) || b.Probe(later) {
		t.Error("a forced breaker lets a probe through")
	}
	b.Reset(noon, "resumed by hand")
	if b.State != webhook.Closed || b.Forced || !b.Ready(noon) || b.Reason != "resumed by hand" {
		t.Errorf("%+v", b)
	}
}

func TestBreakerSurvivesBeingStored(t *testing.T) {
	b := webhook.NewBreaker()
	fail(&b, noon, 5)
	text, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	var again webhook.Breaker
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err)
	}
	if now := again.ProbeAt; again.State != webhook.Open || again.OpenFor != b.OpenFor || !again.Probe(now) {
		t.Errorf("%+v", again)
	}
}

func TestABreakerKeepsTheErrorThatOpenedItUntilItCloses(t *testing.T) {
	b := webhook.NewBreaker()
	now := fail(&b, noon, 5)
	if b.Failure != "status 503" || !b.FailedAt.Equal(noon.Add(4*time.Second)) {
		t.Errorf("opened by %q at %s", b.Failure, b.FailedAt)
	}
	b.Record(now, true, "of a request that ran when it opened")
	now = now.Add(time.Minute)
	b.Probe(now)
	if b.Failure != "status 503" {
		t.Errorf("half open after %q", b.Failure)
	}
	b.Record(now, true, "timeout")
	if b.Failure != "timeout" {
		t.Errorf("opened again by %q", b.Failure)
	}
	forced := b
	forced.ForceOpen(now, "paused by hand")
	if forced.Failure != "" {
		t.Errorf("paused by hand after %q", forced.Failure)
	}
	reset := b
	reset.Reset(now, "resumed by hand")
	for range 2 {
		now = now.Add(time.Hour)
		b.Probe(now)
		b.Record(now, false, "")
	}
	if b.State != webhook.Closed || b.Failure+reset.Failure != "" {
		t.Errorf("closed after %q and %q: %s", b.Failure, reset.Failure, b.State)
	}
}
