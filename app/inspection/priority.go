package inspection

import (
	"context"
	"errors"
	"slices"
	"sync"
	"syscall"
	"time"
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

// rounds is how often a child tries to reach a thread that was made meanwhile.
const rounds = 100

// makeNicer makes every thread of this process group nicer. A thread that is made meanwhile is as nice as the one that
// makes it: the group is asked afterwards.
func makeNicer(by int) error {
	if by == 0 {
		return nil
	}
	raw, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		return err
	}
	want := max(raw-by, 1) // the kernel returns 20 less the nice value, which is 19 at most
	for range rounds {
		if err := syscall.Setpriority(syscall.PRIO_PGRP, 0, 20-want); err != nil {
			return err
		}
		if least, err := syscall.Getpriority(syscall.PRIO_PGRP, 0); err != nil || least == want {
			return err
		}
	}
	return errors.New("the system does not tell the priority of a process group, or keeps another one")
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
// request. Within a priority the company that has used the engine for the least time goes first, then its job that has;
// of those alike, the one of which the fewest requests run, then the one that was not served for longest. So a job that
// sends much, or what takes long, makes nobody but itself wait.
type gate struct {
	mu      sync.Mutex
	size    int
	running [priorities]int
	waiting [priorities][]turn // in the order in which they came
	shares  [priorities]map[Holder]*share
	clock   int       // counts what came and what ended
	began   time.Time // when the first request came
}

// turn is a request that waits.
type turn struct {
	of    Holder
	begin chan struct{} // closed once it may run
}

// share is what a job, or all of a company, has of a priority. Who comes with nothing in it begins with the time of the
// one that has used the least, so that nobody saves up time. Who has used more keeps that, so that nobody is rid of it
// who sends one request at a time.
type share struct {
	requests int // that wait or run
	running  int
	used     time.Duration // less when each of those that run began
	since    int           // when the last one ended, or the first one came
}

// time returns for how long a share has had a place until now.
func (s *share) time(now time.Duration) time.Duration { return s.used + time.Duration(s.running)*now }

// now returns the time since the first request.
func (g *gate) now() time.Duration {
	if g.began.IsZero() {
		g.began = time.Now()
	}
	return time.Since(g.began)
}

// enter waits until a request for the context's holder may run; leave has to be called after it. The error is the
// context's.
func (g *gate) enter(ctx context.Context, p Priority) error {
	t := turn{HolderOf(ctx), make(chan struct{})}
	g.mu.Lock()
	g.waiting[p] = append(g.waiting[p], t)
	g.clock++
	g.join(p, t.of)
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
	now := g.now()
	for _, s := range g.sharesOf(p, of) {
		s.running--
		s.used += now
		s.since = g.clock
	}
	g.forget(p, of)
	g.admit()
}

// admit starts what may run now, the most urgent first.
func (g *gate) admit() {
	now := g.now()
	for p := range priorities {
		for len(g.waiting[p]) > 0 && g.free(p) {
			next := slices.MinFunc(g.waiting[p], func(a, b turn) int {
				return slices.Compare(g.rank(p, a.of, now), g.rank(p, b.of, now))
			})
			i := slices.Index(g.waiting[p], next)
			g.waiting[p] = slices.Delete(g.waiting[p], i, i+1)
			g.running[p]++
			for _, s := range g.sharesOf(p, next.of) {
				s.running++
				s.used -= now
			}
			close(next.begin)
		}
	}
}

// rank orders those who wait: the lowest goes first.
func (g *gate) rank(p Priority, of Holder, now time.Duration) []int {
	var all []int
	for _, s := range g.sharesOf(p, of) {
		all = append(all, int(s.time(now)), s.running, s.since)
	}
	return all
}

// places returns the two shares that a holder's requests count in: that of the company, and that of the job, which is
// another one where the job has no name.
func (h Holder) places() [2]Holder { return [2]Holder{{h.Company, ""}, {h.Company, "job:" + h.Job}} }

// beside reports whether two shares are of companies, or of jobs of one company.
func (h Holder) beside(other Holder) bool {
	return (h.Job == "") == (other.Job == "") && (h.Job == "" || h.Company == other.Company)
}

func (g *gate) sharesOf(p Priority, of Holder) (all [2]*share) {
	for i, place := range of.places() {
		all[i] = g.shares[p][place]
	}
	return all
}

// join counts a request that comes in its holder's shares.
func (g *gate) join(p Priority, of Holder) {
	if g.shares[p] == nil {
		g.shares[p] = map[Holder]*share{}
	}
	for _, place := range of.places() {
		s := g.shares[p][place]
		if s == nil {
			s = &share{since: g.clock}
			g.shares[p][place] = s
		}
		if least, ok := g.least(p, place); ok && s.requests == 0 {
			s.used = max(s.used, least)
		}
		s.requests++
	}
}

// forget takes a request out of its holder's shares. Of who has nothing in it any more, only time that somebody else
// has still to catch up with is kept.
func (g *gate) forget(p Priority, of Holder) {
	for _, s := range g.sharesOf(p, of) {
		s.requests--
	}
	for place, s := range g.shares[p] {
		if least, ok := g.least(p, place); s.requests == 0 && (!ok || s.used <= least) {
			delete(g.shares[p], place)
		}
	}
}

// least returns the least time that one of those beside a share has used, of which requests wait or run, and whether
// there is one.
func (g *gate) least(p Priority, place Holder) (least time.Duration, found bool) {
	now := g.now()
	for other, s := range g.shares[p] {
		if s.requests > 0 && place.beside(other) {
			if used := s.time(now); !found || used < least {
				least, found = used, true
			}
		}
	}
	return least, found
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
