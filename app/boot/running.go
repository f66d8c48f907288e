package boot

import (
	"context"
	"maps"
	"slices"
	"sync"
)

// running are the parts of the program that run, by name.
type running struct {
	mu    sync.Mutex
	names map[string]bool
	group sync.WaitGroup
}

// begin runs a part in a goroutine of its own.
func (r *running) begin(name string, work func()) {
	r.mark(name, true)
	r.group.Go(func() {
		defer r.mark(name, false)
		work()
	})
}

func (r *running) mark(name string, runs bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.names == nil {
		r.names = map[string]bool{}
	}
	if runs {
		r.names[name] = true
		return
	}
	delete(r.names, name)
}

// unfinished returns the names of the parts that still run.
func (r *running) unfinished() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Sorted(maps.Keys(r.names))
}

// wait waits until no part runs or ctx ends, and returns the names of those that still run.
func (r *running) wait(ctx context.Context) []string {
	ended := make(chan struct{})
	go func() {
		r.group.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return r.unfinished()
	}
}
