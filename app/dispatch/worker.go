package dispatch

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/ids"
	"proofdesk/app/keyring"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

const (
	leaseLength = 2 * time.Minute
	idlePoll    = time.Second
	lastAnswers = 5 * time.Second // for requests that are under way when the program stops
)

// Worker sends due deliveries. Set the exported fields, then Run.
type Worker struct {
	Store   *store.Store
	Keys    *keyring.Keys
	Clock   clock.Clock
	Network Network
	Log     *slog.Logger
	Observe func(host string, a webhook.Attempt) // for metrics; may be nil
	Timeout time.Duration                        // for an endpoint's answer; webhook.EndpointTimeout where zero

	client          *http.Client
	patience        time.Duration // for the body of an answer whose status has arrived
	drain           time.Duration // for the answers that are outstanding when Run ends
	wake            chan struct{}
	mu              sync.Mutex
	lanes           map[string]*lane
	credentialCache credentialCache
	swept           time.Time // when expired deliveries were last ended
	work            sync.WaitGroup
}

// Prepare checks the settings; call it before Nudge and Run.
func (w *Worker) Prepare() error {
	if w.Timeout == 0 {
		w.Timeout = webhook.EndpointTimeout
	}
	w.patience, w.drain = bodyPatience, lastAnswers
	client, err := w.Network.client()
	if err != nil {
		return err
	}
	w.client, w.wake, w.lanes = client, make(chan struct{}, 1), map[string]*lane{}
	return nil
}

// Nudge wakes the worker as a delivery may be due. It never blocks.
func (w *Worker) Nudge() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Run sends until ctx ends. Then it waits for the running requests, and cuts off those that take too long: they are
// sent again at the next start.
func (w *Worker) Run(ctx context.Context) error {
	running, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	defer func() {
		defer time.AfterFunc(w.drain, cut).Stop()
		w.work.Wait()
	}()
	for ctx.Err() == nil {
		wait, err := w.pass(ctx, running)
		if err != nil && ctx.Err() == nil {
			w.Log.Error("claim deliveries failed", "error", err)
			wait = idlePoll
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-w.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
	return nil
}

// Turn sends the due deliveries, waits for the answers and returns when the next delivery may be sent; the zero time
// where none is pending. It is for a caller that runs the worker step by step instead of with Run.
func (w *Worker) Turn(ctx context.Context) (time.Time, error) {
	for {
		if _, err := w.pass(ctx, ctx); err != nil {
			return time.Time{}, err
		}
		w.work.Wait()
		next, err := w.next(ctx)
		if err != nil || next.IsZero() || next.After(w.Clock.Now()) {
			return next, err
		}
	}
}

// next returns when the next delivery may be sent: when it is due, and its host's breaker lets it through.
func (w *Worker) next(ctx context.Context) (time.Time, error) {
	hosts, err := w.Store.DueHosts(ctx)
	if err != nil {
		return time.Time{}, err
	}
	var next time.Time
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, host := range hosts {
		at, b := host.DueAt, w.lane(host.Host).breaker
		if b.State != webhook.Closed && b.ProbeAt.After(at) {
			at = b.ProbeAt
		}
		if !b.Forced && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	return next, nil
}

// pass starts the due deliveries for which there is room, and returns when to look again. What it starts runs until
// running ends.
func (w *Worker) pass(ctx, running context.Context) (time.Duration, error) {
	if err := w.refreshBreakers(ctx); err != nil {
		return 0, err
	}
	if err := w.sweep(ctx); err != nil {
		return 0, err
	}
	hosts, err := w.Store.DueHosts(ctx)
	if err != nil {
		return 0, err
	}
	now, wait := w.Clock.Now(), idlePoll
	for _, host := range hosts {
		if due := host.DueAt.Sub(now); due > 0 {
			wait = min(wait, due)
			continue
		}
		if err := w.serve(ctx, running, host.Host); err != nil {
			return 0, err
		}
	}
	return wait, nil
}

const (
	sweepEvery = 30 * time.Second
	sweepLimit = 500
)

// sweep ends the deliveries that expired before they could be attempted, even where their host's breaker stays open.
func (w *Worker) sweep(ctx context.Context) error {
	now := w.Clock.Now()
	if now.Sub(w.swept) < sweepEvery {
		return nil
	}
	var ended int64
	err := w.Store.Write(ctx, func(tx *store.Tx) (err error) {
		ended, err = tx.ExpireDeliveries(ctx, webhook.Expired, tooLate, sweepLimit)
		return err
	})
	if err == nil && ended < sweepLimit {
		w.swept = now
	}
	if ended > 0 {
		w.Log.Warn("deliveries given up", "count", ended)
	}
	return err
}

// refreshBreakers loads the changes that other nodes or an administrator made to breakers.
func (w *Worker) refreshBreakers(ctx context.Context) error {
	stored, err := w.Store.Breakers(ctx)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, b := range stored {
		if l := w.lane(b.Host); b.Version > l.breaker.Version {
			l.breaker = b
		}
	}
	return nil
}

// lane returns a host's lane. The caller holds the mutex.
func (w *Worker) lane(host string) *lane {
	l, ok := w.lanes[host]
	if !ok {
		l = newLane(host)
		w.lanes[host] = l
	}
	return l
}

// serve claims as many deliveries as a host's lane has room for and starts them. A claim that has begun is not ended
// with ctx: where its commit got no answer, nobody would know of it until the lease ends.
func (w *Worker) serve(ctx, running context.Context, host string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	ctx = context.WithoutCancel(ctx)
	w.mu.Lock()
	l := w.lane(host)
	room := l.room(w.Clock.Now())
	l.inFlight += room // taken before the claim, given back below
	probing := l.breaker.State != webhook.Closed
	w.mu.Unlock()
	if room == 0 {
		return nil
	}
	claimed, err := w.claim(ctx, host, room, probing)
	w.mu.Lock()
	l.inFlight -= room - len(claimed)
	w.mu.Unlock()
	for _, d := range claimed {
		w.work.Go(func() { w.deliver(running, d) })
	}
	return err
}

// claim takes due deliveries of a host; for a probe it first takes the right to send one.
func (w *Worker) claim(ctx context.Context, host string, room int, probing bool) ([]webhook.Delivery, error) {
	if probing {
		won, err := w.takeProbe(ctx, host)
		if err != nil || !won {
			return nil, err
		}
	}
	var claimed []webhook.Delivery
	err := w.Store.Write(ctx, func(tx *store.Tx) (err error) {
		claimed, err = tx.ClaimDeliveries(ctx, host, ids.ULID(tx.Now), tx.Now.Add(leaseLength), room)
		return err
	})
	if err != nil {
		claimed = nil // the claim was not committed
	}
	if probing && len(claimed) == 0 {
		w.releaseProbe(host)
	}
	return claimed, err
}

// takeProbe claims the right to send the host's one probe, and reports whether this node was the first.
func (w *Worker) takeProbe(ctx context.Context, host string) (bool, error) {
	w.mu.Lock()
	b := w.lane(host).breaker
	w.mu.Unlock()
	from := b.State
	if !b.Probe(w.Clock.Now()) {
		return false, nil
	}
	return w.keepBreaker(ctx, b, from)
}

// keepBreaker writes a breaker, and adopts it where no other node changed it meanwhile.
func (w *Worker) keepBreaker(ctx context.Context, b store.HostBreaker, from webhook.BreakerState) (bool, error) {
	kept := false
	err := w.Store.Write(ctx, func(tx *store.Tx) (err error) {
		kept, err = tx.PutBreaker(ctx, b, from)
		return err
	})
	if err != nil || !kept {
		return false, err
	}
	b.Version++
	w.mu.Lock()
	w.lane(b.Host).breaker = b
	w.mu.Unlock()
	if from != b.State {
		w.Log.Info("breaker", "host", b.Host, "from", from, "to", b.State, "reason", b.Reason)
	}
	return true, nil
}

// random returns the source of jitter.
func random() *rand.Rand { return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())) }
