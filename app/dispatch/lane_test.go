package dispatch_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/webhook"
)

// hostOf returns the lane of a listener.
func hostOf(l *listener) string {
	_, host, _ := webhook.ParseURL(l.URL)
	return host
}

// tried counts deliveries with and without an attempt.
func (w *world) tried() (with, without int) {
	for _, d := range w.all() {
		if d.Attempts > 0 {
			with++
		} else {
			without++
		}
	}
	return with, without
}

func TestAnOpenBreakerHoldsDeliveriesWithoutBurningAttempts(t *testing.T) {
	onEach(t, status(503), func(w *world, l *listener) {
		host := hostOf(l)
		w.endpoint(l.URL, nil)
		w.emit(20)
		w.step() // four: a lane begins with that many
		w.step() // four more, of which the first opens the breaker
		b := w.breaker(host)
		if b.State != webhook.Open || len(l.requests()) != 8 {
			w.Fatalf("%+v after %d requests", b.Breaker, len(l.requests()))
		}
		w.until(b.ProbeAt.Add(-time.Millisecond))
		w.step()
		if with, without := w.tried(); with != 8 || without != 12 || len(l.requests()) != 8 {
			w.Fatalf("%d tried, %d not, %d requests", with, without, len(l.requests()))
		}
		w.until(b.ProbeAt)
		if w.step(); len(l.requests()) != 9 {
			w.Fatalf("%d probes", len(l.requests())-8)
		}
		b = w.breaker(host)
		if b.State != webhook.Open || b.OpenFor != time.Minute {
			w.Fatalf("after a failed probe: %+v", b.Breaker)
		}
		l.answers(status(200))
		w.until(b.ProbeAt)
		if w.step(); len(l.requests()) != 10 || w.breaker(host).State != webhook.HalfOpen {
			w.Fatalf("first good probe: %d requests, %s", len(l.requests()), w.breaker(host).State)
		}
		if w.step(); len(l.requests()) != 11 || w.breaker(host).State != webhook.Closed {
			w.Fatalf("second good probe: %d requests, %s", len(l.requests()), w.breaker(host).State)
		}
		if w.step(); len(l.requests()) != 15 {
			w.Errorf("a closed breaker begins with %d at once", len(l.requests())-11)
		}
		history, err := w.store.BreakerHistory(w.Context(), host, 10)
		if err != nil || len(history) != 5 {
			w.Errorf("history: %+v %v", history, err)
		}
		if w.breaker(host).Forced {
			w.Error("forced")
		}
	})
}

func TestExactlyOneProbeIsUnderWay(t *testing.T) {
	onEach(t, status(503), func(w *world, l *listener) {
		w.endpoint(l.URL, nil)
		w.emit(20)
		w.step()
		w.step()
		before := len(l.requests())
		w.until(w.breaker(hostOf(l)).ProbeAt)
		started, finish := make(chan struct{}, 10), make(chan struct{})
		l.answers(func(http.ResponseWriter, *http.Request) {
			started <- struct{}{}
			<-finish
		})
		other := w.newWorker(loopback(w, l)) // a second node
		pass := func() {
			for _, one := range []interface{ Pass(context.Context) error }{w.worker, other} {
				if err := one.Pass(w.Context()); err != nil {
					w.Fatal(err)
				}
			}
		}
		pass()
		<-started
		pass()
		pass()
		close(finish)
		w.worker.Wait()
		other.Wait()
		if n := len(l.requests()) - before; n != 1 {
			w.Errorf("%d probes", n)
		}
	})
}

// TestOfTwoNodesWithTheSameStateOneSendsTheProbe guards the moment between a look at the breakers and the probe.
func TestOfTwoNodesWithTheSameStateOneSendsTheProbe(t *testing.T) {
	onEach(t, status(503), func(w *world, l *listener) {
		w.endpoint(l.URL, nil)
		w.emit(20)
		w.step()
		w.step()
		w.until(w.breaker(hostOf(l)).ProbeAt)
		other := w.newWorker(loopback(w, l))
		if err := other.Refresh(w.Context()); err != nil {
			w.Fatal(err)
		}
		first, err := w.worker.TakeProbe(w.Context(), hostOf(l))
		if err != nil {
			w.Fatal(err)
		}
		second, err := other.TakeProbe(w.Context(), hostOf(l))
		if err != nil || !first || second {
			w.Errorf("the first node takes the probe: %t, the second one: %t (%v)", first, second, err)
		}
	})
}

func TestAProbeThatWasNotSentLeavesItsPlaceToTheNext(t *testing.T) {
	l := listen(t, status(503))
	w := onSQLite(t, l)
	spoilt := w.endpoint(l.URL, nil)
	w.emit(20)
	w.step()
	w.step()
	w.endpoint(l.URL+"/well", nil)
	w.retire(spoilt) // what waits for it can't be signed
	w.emit(2)
	l.answers(status(200))
	before := len(l.requests())
	w.until(w.breaker(hostOf(l)).ProbeAt)
	for range 60 {
		w.step()
	}
	if w.breaker(hostOf(l)).State != webhook.Closed || len(l.requests()) != before+2 {
		t.Errorf("%s after %d requests", w.breaker(hostOf(l)).State, len(l.requests())-before)
	}
}

func TestALaneGrowsWithSuccessesAndShrinksWithFailures(t *testing.T) {
	l := listen(t, status(200))
	w := onSQLite(t, l)
	w.endpoint(l.URL, nil)
	w.emit(200)
	var limits []int
	for range 6 {
		limits = append(limits, w.worker.Limit(hostOf(l)))
		w.step()
	}
	want := []int{4, 8, 16, 32, 32, 32}
	for i := range want {
		if limits[i] != want[i] {
			t.Fatalf("limits %v, want %v", limits, want)
		}
	}
	l.answers(status(500))
	w.emit(1)
	w.step()
	if limit := w.worker.Limit(hostOf(l)); limit != 4 {
		t.Errorf("limit %d after failures only", limit)
	}
}

// TestAHostThatIsWellAgainBeginsWithFewRequests has one node close a breaker that another one has opened, so that its
// own lane has never shrunk.
func TestAHostThatIsWellAgainBeginsWithFewRequests(t *testing.T) {
	l := listen(t, status(200))
	w := onSQLite(t, l)
	w.endpoint(l.URL, nil)
	w.emit(60)
	for range 4 {
		w.step()
	}
	if limit := w.worker.Limit(hostOf(l)); limit != 32 {
		t.Fatalf("the lane has grown to %d", limit)
	}
	l.answers(status(503))
	other := w.newWorker(loopback(w, l))
	w.emit(20)
	for range 2 {
		if err := other.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	l.answers(status(200))
	w.until(w.breaker(hostOf(l)).ProbeAt)
	w.step()
	w.step()
	if b, limit := w.breaker(hostOf(l)), w.worker.Limit(hostOf(l)); b.State != webhook.Closed || limit != 4 {
		t.Errorf("the breaker is %s, and %d requests may run at once", b.State, limit)
	}
}

func TestAHangingHostDelaysNoOther(t *testing.T) {
	onEach(t, nil, func(w *world, hanging *listener) {
		release := make(chan struct{})
		hanging.answers(func(http.ResponseWriter, *http.Request) { <-release })
		well := listen(t, status(200))
		w.endpoint(hanging.URL, nil)
		w.endpoint(well.URL, nil)
		done := make(chan webhook.Attempt, 1000)
		w.worker.Observe = func(_ string, a webhook.Attempt) { done <- a }
		w.emit(100)
		ctx, stop := context.WithCancel(w.Context())
		ended := make(chan error, 1)
		go func() { ended <- w.worker.Run(ctx) }()
		for range 100 { // all of the one host, while the other has not answered once
			if a := <-done; a.Class != webhook.Success {
				w.Errorf("%+v", a)
			}
		}
		if n := len(well.requests()); n != 100 {
			w.Errorf("%d requests to the host that is well", n)
		}
		if n := len(hanging.requests()); n > 4 {
			w.Errorf("%d requests to the host that hangs", n)
		}
		close(release)
		stop()
		<-ended
	})
}

func TestTwoNodesNeverSendOneDeliveryTwice(t *testing.T) {
	url := storetest.PostgresURL(t)
	l := listen(t, nil)
	done := make(chan struct{}, 1000)
	var mu sync.Mutex
	underWay, times := map[string]bool{}, map[string]int{}
	l.answers(func(_ http.ResponseWriter, r *http.Request) {
		id := r.Header.Get("Webhook-Id")
		mu.Lock()
		if underWay[id] {
			t.Errorf("%s is sent twice at once", id)
		}
		underWay[id], times[id] = true, times[id]+1
		mu.Unlock()
		defer func() {
			mu.Lock()
			underWay[id] = false
			mu.Unlock()
		}()
	})
	c := clock.NewManual(noon)
	var worlds []*world
	for node := range uint8(2) {
		st, err := store.Open(t.Context(), store.Options{URL: url, Clock: c, Node: node})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = st.Close() })
		if node == 0 {
			worlds = append(worlds, newWorld(t, c, st, loopback(t, l)))
			continue
		}
		second := &world{TB: t, clock: c, store: st, keys: worlds[0].keys}
		second.worker = second.newWorker(loopback(t, l))
		worlds = append(worlds, second)
	}
	worlds[0].endpoint(l.URL, nil)
	events := worlds[0].emit(300)
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	for _, w := range worlds {
		w.worker.Observe = func(string, webhook.Attempt) { done <- struct{}{} }
		running.Go(func() { _ = w.worker.Run(ctx) })
	}
	for range events {
		<-done
	}
	stop()
	running.Wait()
	for _, e := range events {
		if times[e.ID] != 1 {
			t.Errorf("%s was sent %d times", e.ID, times[e.ID])
		}
	}
}
