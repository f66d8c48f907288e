package inspection

import (
	"context"
	"slices"
	"sync"
	"syscall"
)

// Priority is who waits for a request. The most urgent is the first.
type Priority int

// The priorities.
const (
	Reviewer  Priority = iota // an agent looks at the place where the picture will appear
	Applicant                 // somebody waits on a telephone for the answer to an upload
	Batch                     // nobody waits: submitted jobs, and pictures made ahead of time
	priorities
)

// niceness holds how much nicer the children that serve a priority are than this process, so that the processor too
// serves the most urgent request first.
var niceness = [priorities]int{Reviewer: 0, Applicant: 2, Batch: 5}

// makeNicer makes every thread of a process group nicer than this process.
func makeNicer(group, by int) error {
	if by == 0 {
		return nil
	}
	own, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		return err
	}
	return syscall.Setpriority(syscall.PRIO_PGRP, group, 20-own+by) // the kernel returns 20 less the nice value
}

// Holder is whom a request is for: a job of a company, or the company where Job is empty. The zero Holder is everybody
// who is not named.
type Holder struct{ Company, Job string }

type holderKey struct{}

// For returns a context whose requests are for a holder. What waits is admitted in turn: first between companies, then
// between the jobs of each.
func For(ctx context.Context, company, job string) context.Context {
	return context.WithValue(ctx, holderKey{}, Holder{company, job})
}

// HolderOf returns whom a context's requests are for.
func HolderOf(ctx context.Context) Holder {
	who, _ := ctx.Value(holderKey{}).(Holder)
	return who
}

// gate admits requests. Batch requests have size places of their own, so that nothing starves them. Applicants have as
// many, and reviewers share these and one more, so that a reviewer waits for no applicant and neither waits for a batch
// request. Within a priority the company of which the fewest requests run goes first, then its job of which the fewest
// run; of those alike, the one that was not served for longest. So a job that sends much makes nobody but itself wait.
type gate struct {
	mu      sync.Mutex
	size    int
	running [priorities]int
	waiting [priorities][]turn // in the order in which they came
	shares  [priorities]map[Holder]*share
	clock   int // counts what came and what ended
}

// turn is a request that waits.
type turn struct {
	of    Holder
	begin chan struct{} // closed once it may run
}

// share is what a job, or all of a company, has of a priority. Nothing is kept of who has nothing in it.
type share struct {
	requests int // that wait or run
	running  int
	since    int // when the last one ended, or the first one came
}

// enter waits until a request for the context's holder may run; leave has to be called after it. The error is the
// context's.
func (g *gate) enter(ctx context.Context, p Priority) error {
	t := turn{HolderOf(ctx), make(chan struct{})}
	g.mu.Lock()
	g.waiting[p] = append(g.waiting[p], t)
	g.clock++
	for _, s := range g.sharesOf(p, t.of) {
		s.requests++
	}
	g.admit()
	g.mu.Unlock()
	select {
	case <-t.begin:
		return nil
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.waiting[p], t); i >= 0 {
		g.waiting[p] = slices.Delete(g.waiting[p], i, i+1)
		g.forget(p, t.of)
		return ctx.Err()
	}
	return nil // admitted meanwhile
}

// leave ends a request that was admitted with the same context's holder.
func (g *gate) leave(ctx context.Context, p Priority) {
	of := HolderOf(ctx)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running[p]--
	g.clock++
	for _, s := range g.sharesOf(p, of) {
		s.running--
		s.since = g.clock
	}
	g.forget(p, of)
	g.admit()
}

// admit starts what may run now, the most urgent first.
func (g *gate) admit() {
	for p := range priorities {
		for len(g.waiting[p]) > 0 && g.free(p) {
			next := slices.MinFunc(g.waiting[p], func(a, b turn) int {
				return slices.Compare(g.rank(p, a.of), g.rank(p, b.of))
			})
			i := slices.Index(g.waiting[p], next)
			g.waiting[p] = slices.Delete(g.waiting[p], i, i+1)
			g.running[p]++
			for _, s := range g.sharesOf(p, next.of) {
				s.running++
			}
			close(next.begin)
		}
	}
}

// rank orders those who wait: the lowest goes first.
func (g *gate) rank(p Priority, of Holder) []int {
	var all []int
	for _, s := range g.sharesOf(p, of) {
		all = append(all, s.running, s.since)
	}
	return all
}

// places returns the two shares that a holder's requests count in: that of the company, and that of the job, which is
// another one where the job has no name.
func (h Holder) places() [2]Holder { return [2]Holder{{h.Company, ""}, {h.Company, "job:" + h.Job}} }

func (g *gate) sharesOf(p Priority, of Holder) (all [2]*share) {
	if g.shares[p] == nil {
		g.shares[p] = map[Holder]*share{}
	}
	for i, place := range of.places() {
		if g.shares[p][place] == nil {
			g.shares[p][place] = &share{since: g.clock}
		}
		all[i] = g.shares[p][place]
	}
	return all
}

// forget takes a request out of its holder's shares.
func (g *gate) forget(p Priority, of Holder) {
	for _, place := range of.places() {
		s := g.shares[p][place]
		if s.requests--; s.requests == 0 {
			delete(g.shares[p], place)
		}
	}
}

// free reports whether a request of a priority may start now.
func (g *gate) free(p Priority) bool {
	awaited := g.running[Reviewer] + g.running[Applicant]
	switch p {
	case Batch:
		return g.running[Batch] < g.size
	case Applicant:
		return g.running[Applicant] < g.size && awaited <= g.size
	}
	return awaited <= g.size
}
