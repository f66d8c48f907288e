package dispatch_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/webhook"
)

func TestTenAttemptsThenFailedWithTheSameBytesEachTime(t *testing.T) {
	onEach(t, status(404), func(w *world, l *listener) {
		w.endpoint(l.URL, nil)
		event, start := w.emit(1)[0], w.clock.Now()
		nominal := 10 * time.Second
		for n := 1; n <= 10; n++ {
			w.step()
			d := w.only()
			if d.Attempts != n {
				w.Fatalf("after step %d: %+v", n, d)
			}
			if n == 10 {
				break
			}
			wait := d.DueAt.Sub(w.clock.Now())
			if d.State != webhook.Pending || wait < nominal*8/10-time.Millisecond || wait > nominal*12/10 {
				w.Fatalf("attempt %d: waits %s, want %s ± 20 %%", n, wait, nominal)
			}
			w.until(d.DueAt.Add(-time.Millisecond))
			if w.step(); len(l.requests()) != n {
				w.Fatal("sent before it was due")
			}
			w.until(d.DueAt)
			nominal = min(3*nominal, 18*time.Hour)
		}
		if d := w.only(); d.State != webhook.Failed || d.FinishedAt.IsZero() {
			w.Errorf("%+v", d)
		}
		if took := w.clock.Now().Sub(start); took < 21*time.Hour || took > 33*time.Hour {
			w.Errorf("ten attempts took %s", took)
		}
		w.clock.Advance(100 * time.Hour)
		w.step()
		requests := l.requests()
		if len(requests) != 10 {
			w.Fatalf("%d requests", len(requests))
		}
		signatures := map[string]bool{}
		for _, r := range requests {
			signatures[r.header.Get("X-Service-Signature")] = true
			if !bytes.Equal(r.body, event.Body) || r.header.Get("Webhook-Id") != event.ID {
				w.Errorf("another body or id: %s", r.body)
			}
		}
		if len(signatures) != 10 {
			w.Errorf("%d signatures, want one for each time of sending", len(signatures))
		}
		if a := w.attempts(w.only()); len(a) != 10 || a[9].N != 10 {
			w.Errorf("%d attempts kept", len(a))
		}
	})
}

// claim takes what is due of a host as another worker would.
func (w *world) claim(host string) []webhook.Delivery {
	w.Helper()
	var claimed []webhook.Delivery
	w.write(func(tx *store.Tx) (err error) {
		claimed, err = tx.ClaimDeliveries(w.Context(), host, "another", tx.Now.Add(2*time.Minute), 10)
		return err
	})
	return claimed
}

func TestAnExpiredLeaseReleasesTheDeliveryAndDropsTheFirstResult(t *testing.T) {
	onEach(t, status(204), func(w *world, l *listener) {
		e := w.endpoint(l.URL, nil)
		w.emit(1)
		claimed := w.claim(e.Host)
		if len(claimed) != 1 {
			w.Fatalf("claimed %d", len(claimed))
		}
		if w.step(); len(l.requests()) != 0 {
			w.Fatal("sent although another worker holds it")
		}
		w.clock.Advance(2*time.Minute + time.Millisecond)
		w.step()
		late := claimed[0]
		late.State, late.Attempts = webhook.Failed, 1
		w.write(func(tx *store.Tx) error {
			return tx.FinishAttempt(w.Context(), late,
				webhook.Attempt{Company: company, DeliveryID: late.ID, N: 1})
		})
		if d := w.only(); d.State != webhook.Delivered || len(l.requests()) != 1 {
			w.Errorf("%+v", d)
		}
	})
}

func TestGonePausesTheEndpointUntilItIsResumed(t *testing.T) {
	onEach(t, status(410), func(w *world, l *listener) {
		e := w.endpoint(l.URL, nil)
		w.emit(1)
		w.step()
		w.emit(1)
		w.step()
		paused, err := w.store.Endpoint(w.Context(), company, e.ID)
		if err != nil || paused.State != webhook.EndpointPaused || paused.PauseReason == "" {
			w.Fatalf("%+v %v", paused, err)
		}
		for _, d := range w.all() {
			if d.State != webhook.Paused {
				w.Errorf("%+v", d)
			}
		}
		l.answers(status(200))
		w.clock.Advance(200 * time.Hour)
		if w.step(); len(l.requests()) != 1 {
			w.Error("sent to a paused endpoint")
		}
		w.write(func(tx *store.Tx) error { return tx.ResumeEndpoint(w.Context(), company, e.ID) })
		w.step()
		for _, d := range w.all() {
			if d.State != webhook.Delivered {
				w.Errorf("%+v", d)
			}
		}
	})
}

func TestTheAttemptIsKeptWhoseEndpointIsRemovedBeforeItAnswersGone(t *testing.T) {
	onEach(t, nil, func(w *world, l *listener) {
		e := w.endpoint(l.URL, nil)
		w.emit(1)
		l.answers(func(rw http.ResponseWriter, _ *http.Request) {
			w.write(func(tx *store.Tx) error { return tx.DeleteEndpoint(w.Context(), company, e.ID) })
			rw.WriteHeader(http.StatusGone)
		})
		w.step()
		d := w.only()
		if d.State != webhook.Failed || d.LastError != "the endpoint was removed" {
			w.Errorf("%+v", d)
		}
		if all := w.attempts(d); len(all) != 1 || all[0].Class != webhook.Gone {
			w.Errorf("its attempts are %+v", all)
		}
	})
}

func TestAnAddressThatIsGonePausesNoEndpointThatHasMoved(t *testing.T) {
	onEach(t, nil, func(w *world, l *listener) {
		e := w.endpoint(l.URL+"/old", nil)
		w.emit(1)
		l.answers(func(rw http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/new" {
				return
			}
			w.write(func(tx *store.Tx) error {
				moved, err := tx.LockEndpoint(w.Context(), company, e.ID)
				if err != nil {
					return err
				}
				moved.URL = l.URL + "/new"
				return tx.UpdateEndpoint(w.Context(), moved)
			})
			rw.WriteHeader(http.StatusGone)
		})
		w.step()
		now, err := w.store.Endpoint(w.Context(), company, e.ID)
		if err != nil || now.State != webhook.EndpointActive {
			w.Errorf("the endpoint is %s, %v", now.State, err)
		}
		w.step()
		if d := w.only(); d.State != webhook.Delivered || d.Attempts != 2 {
			w.Errorf("%+v", d)
		}
	})
}

func TestADeliveryClaimedBeforeItsEndpointWasPausedIsNotSent(t *testing.T) {
	onEach(t, status(200), func(w *world, l *listener) {
		e := w.endpoint(l.URL, nil)
		w.emit(1)
		w.claim(e.Host)
		w.write(func(tx *store.Tx) error { return tx.PauseEndpoint(w.Context(), company, e.ID, "by hand") })
		w.clock.Advance(3 * time.Minute)
		w.step()
		if d := w.only(); d.State != webhook.Paused || d.Attempts != 0 || d.Lease != "" || len(l.requests()) != 0 {
			w.Errorf("%+v", d)
		}
		w.redeliver(true)
		if d := w.only(); d.State != webhook.Paused {
			w.Errorf("redelivered to a paused endpoint: %+v", d)
		}
	})
}

func TestAnAddressThatChangesTakesWaitingDeliveriesWithIt(t *testing.T) {
	onEach(t, status(503), func(w *world, broken *listener) {
		well := listen(t, status(200))
		e := w.endpoint(broken.URL, nil)
		w.emit(6)
		w.step()
		w.step()
		if b := w.breaker(e.Host); b.State != webhook.Open {
			w.Fatalf("%+v", b)
		}
		e = w.latest(e)
		e.URL = well.URL + "/new"
		_, e.Host, _ = webhook.ParseURL(e.URL)
		w.write(func(tx *store.Tx) error { return tx.UpdateEndpoint(w.Context(), e) })
		w.step()
		w.step()
		for _, d := range w.all() {
			if d.State != webhook.Delivered || d.Host != e.Host {
				w.Errorf("%+v", d)
			}
		}
	})
}

func TestPromotedKeysSignAtOnce(t *testing.T) {
	l := listen(t, status(200))
	w := onSQLite(t, l)
	e := w.endpoint(l.URL, nil)
	w.emit(1)
	w.step()
	next := webhook.NewSecret()
	w.clock.Advance(time.Second) // the newest key is not the one that signs
	sealed, err := w.keys.Seal(t.Context(), company, []byte(next), webhook.SecretContext(e.ID, "k_2"))
	if err != nil {
		t.Fatal(err)
	}
	w.write(func(tx *store.Tx) error {
		return tx.InsertEndpointKey(t.Context(), webhook.EndpointKey{
			Company:      company,
			EndpointID:   e.ID,
			KID:          "k_2",
			SealedSecret: sealed,
			State:        webhook.KeyPending,
		})
	})
	w.worker = w.newWorker(loopback(t, l)) // one that has opened no key yet
	second := w.emit(1)
	w.step()
	w.write(func(tx *store.Tx) error { return tx.PromoteEndpointKey(t.Context(), company, e.ID, "k_2") })
	third := w.emit(1)
	w.step()
	requests := l.requests()
	for i, c := range []struct {
		event   webhook.Event
		secrets map[string]string
	}{{second[0], map[string]string{kid: secret}}, {third[0], map[string]string{"k_2": next}}} {
		if err := webhook.Verify(requests[i+1].header.Get("X-Service-Signature"), c.secrets, c.event.Body,
			noon); err != nil {
			t.Errorf("request %d: %v", i+2, err)
		}
	}
}

func TestADeliveryThatCouldNotBeTriedInTimeFails(t *testing.T) {
	onEach(t, status(200), func(w *world, l *listener) {
		e := w.endpoint(l.URL, nil)
		w.emit(1)
		w.write(func(tx *store.Tx) error {
			b, err := tx.Breaker(w.Context(), e.Host)
			if err != nil {
				return err
			}
			b.ForceOpen(tx.Now, "maintenance")
			_, err = tx.PutBreaker(w.Context(), b, webhook.Closed)
			return err
		})
		w.step()
		w.clock.Advance(webhook.MaxAge - time.Minute)
		w.step()
		if d := w.only(); d.State != webhook.Pending || d.Attempts != 0 {
			w.Fatalf("%+v", d)
		}
		w.clock.Advance(2 * time.Minute)
		w.step()
		if d := w.only(); d.State != webhook.Failed || d.LastClass != webhook.Expired || d.Attempts != 0 ||
			d.LastError == "" || len(l.requests()) != 0 {
			w.Errorf("%+v", d)
		}
	})
}

// TestADeliveryThatRunsOutOfTimeBetweenTwoSweepsIsNotTried guards the moments in which no sweep has ended it yet.
func TestADeliveryThatRunsOutOfTimeBetweenTwoSweepsIsNotTried(t *testing.T) {
	l := listen(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "25")
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	w := onSQLite(t, l)
	w.endpoint(l.URL, nil)
	w.emit(1)
	end := w.only().ExpiresAt
	w.until(end.Add(-20 * time.Second))
	w.step()
	if d := w.only(); d.State != webhook.Pending || !d.DueAt.Equal(end.Add(5*time.Second)) {
		t.Fatalf("after the only attempt: %+v", d)
	}
	w.until(end.Add(5 * time.Second))
	w.step()
	if d := w.only(); d.State != webhook.Failed || d.LastClass != webhook.Expired || len(l.requests()) != 1 {
		t.Errorf("%s with class %s after %d requests", d.State, d.LastClass, len(l.requests()))
	}
}

func TestDeliveriesToARemovedEndpointEnd(t *testing.T) {
	l := listen(t, status(200))
	w := onSQLite(t, l)
	e := w.endpoint(l.URL, nil)
	w.emit(1)
	w.write(func(tx *store.Tx) error { return tx.DeleteEndpoint(t.Context(), company, e.ID) })
	if d := w.only(); d.State != webhook.Failed || d.LastError == "" {
		t.Errorf("%+v", d)
	}
	event := w.emit(1)[0] // which goes nowhere
	event.ID = ids.ULID(w.clock.Now())
	w.write(func(tx *store.Tx) error { return tx.EmitTo(t.Context(), event, e) }) // read before it was removed
	w.step()
	both := w.all()
	if len(both) != 2 || len(l.requests()) != 0 {
		t.Fatalf("%d requests: %+v", len(l.requests()), both)
	}
	for _, d := range both {
		if d.State != webhook.Failed || d.Attempts != 0 {
			t.Errorf("%+v", d)
		}
	}
}

func TestARecalledEventIsNotSent(t *testing.T) {
	onEach(t, status(200), func(w *world, l *listener) {
		w.endpoint(l.URL, nil)
		e := webhook.Event{
			Company:    company,
			ID:         "01JCZHELDHELDHELDHELDHELD0",
			JobID:      "job",
			Type:       webhook.EventTypes()[1],
			OccurredAt: noon,
			Body:       []byte("{}"),
		}
		now := w.clock.Now()
		w.write(func(tx *store.Tx) error { return storetest.Emit(w.Context(), tx, e, now.Add(8*time.Second)) })
		w.step()
		recall := func(want bool) {
			w.write(func(tx *store.Tx) error {
				done, err := tx.RecallEvent(w.Context(), company, e.ID)
				if done != want {
					w.Errorf("recalled: %v", done)
				}
				return err
			})
		}
		recall(true)
		w.clock.Advance(time.Minute)
		w.step()
		if n := len(l.requests()); n != 0 {
			w.Errorf("%d requests", n)
		}
		w.write(func(tx *store.Tx) error { return tx.EmitEvent(w.Context(), e, tx.Now) })
		w.step()
		recall(false)
	})
}

// TestAResultIsWrittenOnceTheDatabaseIsLessBusy guards that an answer isn't lost, and the delivery sent once more.
func TestAResultIsWrittenOnceTheDatabaseIsLessBusy(t *testing.T) {
	w := onSQLite(t, listen(t, nil))
	for _, tt := range []struct {
		code  fault.Code
		wrong int // writes that fail
		tries int
		kept  bool
	}{
		{fault.Unavailable, 2, 3, true},
		{fault.Internal, 1, 1, false},
	} {
		tries := 0
		kept := w.worker.Write(func() error {
			if tries++; tries <= tt.wrong {
				return fault.New(tt.code, "not now")
			}
			return nil
		})
		if kept != tt.kept || tries != tt.tries {
			t.Errorf("%v: written %v after %d tries, want %v after %d", tt.code, kept, tries, tt.kept, tt.tries)
		}
	}
}

func TestWhatIsUnderWayWhenTheWorkerStopsIsNotSentAgain(t *testing.T) {
	onEach(t, nil, func(w *world, l *listener) {
		w.worker.SetDrain(2 * time.Minute) // a busy machine may not answer in five seconds
		ctx, stop := context.WithCancel(w.Context())
		l.answers(func(_ http.ResponseWriter, r *http.Request) {
			stop()
			select {
			case <-r.Context().Done(): // cut off
			case <-time.After(100 * time.Millisecond):
			}
		})
		w.endpoint(l.URL, nil)
		w.emit(1)
		if err := w.worker.Run(ctx); err != nil {
			w.Fatal(err)
		}
		w.step()
		if d := w.only(); d.State != webhook.Delivered || d.Attempts != 1 || len(l.requests()) != 1 {
			w.Errorf("%d requests: %+v", len(l.requests()), d)
		}
	})
}

func TestStoppingInTheMiddleOfARequestThatHangsCountsNoAttempt(t *testing.T) {
	onEach(t, nil, func(w *world, l *listener) {
		w.worker.SetDrain(time.Millisecond)
		started := make(chan struct{}, 10)
		l.answers(func(_ http.ResponseWriter, r *http.Request) {
			started <- struct{}{}
			<-r.Context().Done()
		})
		w.endpoint(l.URL, nil)
		w.emit(2)
		ctx, stop := context.WithCancel(w.Context())
		ended := make(chan error, 1)
		go func() { ended <- w.worker.Run(ctx) }()
		<-started
		<-started
		stop()
		if err := <-ended; err != nil {
			w.Fatal(err)
		}
		for _, d := range w.all() {
			if d.State != webhook.Pending || d.Attempts != 0 || d.Lease != "" || d.DueAt.After(w.clock.Now()) ||
				len(w.attempts(d)) != 0 {
				w.Errorf("%+v", d)
			}
		}
		l.answers(status(200))
		w.step()
		for _, d := range w.all() {
			if d.State != webhook.Delivered || d.Attempts != 1 {
				w.Errorf("%+v", d)
			}
		}
	})
}

func TestAnAttemptWhoseDeliveryIsRemovedMeanwhileLeavesNothing(t *testing.T) {
	onEach(t, nil, func(w *world, l *listener) {
		var failures strings.Builder
		w.worker.Log = slog.New(slog.NewTextHandler(&failures, &slog.HandlerOptions{Level: slog.LevelError}))
		w.endpoint(l.URL, nil)
		event := w.emit(1)[0]
		d := w.only()
		l.answers(func(http.ResponseWriter, *http.Request) {
			w.write(func(tx *store.Tx) error {
				_, err := tx.EraseJob(w.Context(), company, event.JobID)
				return err
			})
		})
		w.step()
		if n := len(l.requests()); n != 1 {
			w.Errorf("%d requests", n)
		}
		if left := w.attempts(d); len(left) != 0 {
			w.Errorf("the attempt outlived its delivery: %+v", left)
		}
		if failures.Len() > 0 {
			w.Errorf("it is logged as a failure: %s", &failures)
		}
	})
}
