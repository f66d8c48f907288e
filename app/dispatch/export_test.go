package dispatch

import (
	"context"
	"time"

	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

// Step makes one pass and waits for the requests that it started.
func (w *Worker) Step(ctx context.Context) error {
	err := w.Pass(ctx)
	w.work.Wait()
	return err
}

// Pass makes one pass and waits for nothing.
func (w *Worker) Pass(ctx context.Context) error {
	_, err := w.pass(ctx, ctx)
	return err
}

// Wait waits for the requests under way.
func (w *Worker) Wait() { w.work.Wait() }

// SetPatience sets how long the body of an answer is waited for.
func (w *Worker) SetPatience(d time.Duration) { w.patience = d }

// SetDrain sets how long answers are waited for when the worker stops.
func (w *Worker) SetDrain(d time.Duration) { w.drain = d }

// Limit reports how many requests a host's lane takes at once.
func (w *Worker) Limit(host string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.lane(host).limit
}

// Classify names what went wrong with a request.
var Classify = classify

// Refresh takes over what is stored about the hosts' breakers.
func (w *Worker) Refresh(ctx context.Context) error { return w.refreshBreakers(ctx) }

// TakeProbe takes the right to send a host's one probe, and reports whether no other node was faster.
func (w *Worker) TakeProbe(ctx context.Context, host string) (bool, error) {
	return w.takeProbe(ctx, host)
}

// Dial reports what the guard says of an address.
func (n Network) Dial(network, address string) error {
	return n.control()(context.Background(), network, address, nil)
}

// Write writes a delivery's new state, and reports whether it was written.
func (w *Worker) Write(fn func() error) bool {
	return w.write("write failed", webhook.Delivery{}, func(context.Context, *store.Tx) error { return fn() })
}
