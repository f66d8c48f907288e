package dashboard_test

import (
	"context"
	"math"
	"testing"
	"time"

	"proofdesk/app/dashboard"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/webhook"
)

// Quantiles from buckets are at most 9 % off: a bucket ends at a fourth root of two of where it begins, and what lies
// in it is taken as evenly spread.
func TestQuantilesComeFromBuckets(t *testing.T) {
	each(t, func(w *world) {
		delivery := w.delivery()
		for n := 1; n <= 100; n++ {
			w.attempt(delivery, n, time.Duration(n)*10*time.Millisecond)
		}
		w.fold(w.folder())
		times := &w.board().Latency[23]
		for _, c := range []struct {
			p    float64
			want time.Duration
		}{
			{.5, 500 * time.Millisecond},
			{.9, 900 * time.Millisecond},
			{.95, 950 * time.Millisecond},
			{.99, 990 * time.Millisecond},
		} {
			got, ok := times.Quantile(c.p)
			if off := math.Abs(float64(got-c.want)) / float64(c.want); !ok || off > .09 {
				t.Errorf("p%.0f: %v, want %v", 100*c.p, got, c.want)
			}
		}
		if mean := times.Total / time.Duration(times.Count); mean != 505*time.Millisecond {
			t.Errorf("mean %v", mean)
		}
	})
}

func TestNoTimesHaveNoQuantile(t *testing.T) {
	var none dashboard.Times
	if q, ok := none.Quantile(.5); ok || q != 0 {
		t.Errorf("%v %v", q, ok)
	}
	if q := dashboard.QuantileOr(nil, .5); q != -1 {
		t.Errorf("%v", q)
	}
	if s := dashboard.Share(3, 0); s != 0 {
		t.Errorf("share of nothing: %v", s)
	}
}

func TestAnEmptyCompanyHasAWholeEmptyBoard(t *testing.T) {
	each(t, func(w *world) {
		b := w.board()
		if !b.Empty() || len(b.Flow.Backlog) != 24 || len(b.Wait) != 24 || len(b.Scores) != 5 ||
			len(b.Attempts) != 11 || len(b.Automated) != 5 {
			t.Errorf("%+v", b)
		}
	})
}

func TestTheBacklogCountsBackFromTheOpenJobs(t *testing.T) {
	each(t, func(w *world) {
		w.job(onboarding.Review)
		w.clock.Advance(time.Hour)
		w.job(onboarding.Review)
		w.job(onboarding.Approved)
		w.fold(w.folder())
		f := w.board().Flow
		for i, want := range map[int]int64{21: 0, 22: 1, 23: 2} {
			if f.Backlog[i] != want {
				t.Errorf("hour %d: backlog %d, want %d", i, f.Backlog[i], want)
			}
		}
	})
}

func TestWaitingCasesAreParted(t *testing.T) {
	each(t, func(w *world) {
		w.job(onboarding.Review) // due in an hour
		w.clock.Advance(50 * time.Minute)
		w.job(onboarding.Review)
		w.clock.Advance(time.Minute)
		want := []store.WaitingAge{{Step: 0, InTime: 1}, {Step: 3, Soon: 1}}
		if got := w.board().Waiting; len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
			t.Errorf("%+v", got)
		}
		w.clock.Advance(10 * time.Minute)
		if b := w.board(); b.Headline.Waiting != 2 || b.Headline.Overdue != 1 {
			t.Errorf("%+v", b.Headline)
		}
	})
}

func TestArrivalsStandInTheZoneOfTheVisitor(t *testing.T) {
	each(t, func(w *world) {
		w.job(onboarding.Approved) // Friday noon UTC
		w.fold(w.folder())
		zone, err := time.LoadLocation("Pacific/Auckland") // UTC+13 in November
		if err != nil {
			t.Fatal(err)
		}
		span, _ := dashboard.SpanOf("7d")
		b, err := (&dashboard.Reader{Store: w.store}).Board(t.Context(), "acme",
			dashboard.WindowAt(span, w.clock.Now(), zone))
		if err != nil || b.Arrivals[5][1] != 1 { // Saturday, 01:00
			t.Errorf("%v %v", b.Arrivals, err)
		}
	})
}

func TestABreakersSpellsFillTheWindow(t *testing.T) {
	each(t, func(w *world) {
		w.endpoint()
		states := []webhook.BreakerState{webhook.Open, webhook.HalfOpen, webhook.Closed}
		from := webhook.Closed
		for i, state := range states {
			w.breaker(state, from, int64(i))
			from = state
			w.clock.Advance(time.Minute)
		}
		hosts := w.board().Hosts
		if len(hosts) != 1 || len(hosts[0].Spells) != 4 {
			t.Fatalf("%+v", hosts)
		}
		for i, want := range []webhook.BreakerState{webhook.Closed, webhook.Open, webhook.HalfOpen, webhook.Closed} {
			s := hosts[0].Spells[i]
			if s.State != want || i > 0 && !s.From.Equal(hosts[0].Spells[i-1].Until) {
				t.Errorf("spell %d: %+v", i, s)
			}
		}
		w.clock.Advance(48 * time.Hour)
		if spells := w.board().Hosts[0].Spells; len(spells) != 1 || spells[0].State != webhook.Closed {
			t.Errorf("after all changes: %+v", spells)
		}
	})
}

func TestOnlyKnownSpansAreAccepted(t *testing.T) {
	for name, want := range map[string]bool{
		"":    true,
		"24h": true,
		"48h": true,
		"7d":  true,
		"30d": true,
		"1y":  false,
		"24H": false,
	} {
		if _, ok := dashboard.SpanOf(name); ok != want {
			t.Errorf("%q: %v", name, ok)
		}
	}
}

// A closed breaker proves nothing about a time without deliveries.
func TestATimeWithoutDeliveriesIsNoGoodTimeOfAHost(t *testing.T) {
	each(t, func(w *world) {
		w.endpoint()
		if h := w.board().Hosts[0]; len(h.Spells) != 1 || !h.Spells[0].Unused || h.Used != 0 {
			t.Fatalf("without any: %+v", h)
		}
		w.clock.Advance(5 * time.Hour)
		w.write(func(ctx context.Context, tx *store.Tx) error {
			return storetest.Emit(ctx, tx, webhook.Event{
				Company:    "acme",
				ID:         "event",
				JobID:      "job",
				Type:       onboarding.ApplicationDecision,
				OccurredAt: tx.Now,
				Body:       []byte("{}"),
			}, tx.Now)
		})
		made := w.clock.Now().Truncate(time.Hour)
		w.clock.Advance(5 * time.Hour)
		h := w.board().Hosts[0]
		if len(h.Spells) != 3 || h.Used != 1 {
			t.Fatalf("%+v", h)
		}
		for i, unused := range []bool{true, false, true} {
			if s := h.Spells[i]; s.Unused != unused || i > 0 && !s.From.Equal(h.Spells[i-1].Until) {
				t.Errorf("spell %d: %+v", i, s)
			}
		}
		if s := h.Spells[1]; !s.From.Equal(made) || !s.Until.Equal(made.Add(time.Hour)) {
			t.Errorf("in use from %s to %s, want the hour of %s", s.From, s.Until, made)
		}
	})
}
