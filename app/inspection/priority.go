package inspection

import (
	"context"
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

// gate admits requests. Batch requests have size places of their own, so that nothing starves them. Applicants have as
// many, and reviewers share these and one more, so that a reviewer waits for no applicant and neither waits for a batch
// request. Within a priority requests are admitted in the order in which they came.
type gate struct {
	mu      sync.Mutex
	size    int
	running [priorities]int
	waiting [priorities][]chan struct{}
}

// enter waits until a request may run; leave has to be called after it. The error is the context's.
func (g *gate) enter(ctx context.Context, p Priority) error {
	g.mu.Lock()
	turn := make(chan struct{})
	g.waiting[p] = append(g.waiting[p], turn)
	g.admit()
	g.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, other := range g.waiting[p] {
		if other == turn {
			g.waiting[p] = append(g.waiting[p][:i:i], g.waiting[p][i+1:]...)
			return ctx.Err()
		}
	}
	return nil // admitted meanwhile
}

// leave ends a request that was admitted.
func (g *gate) leave(p Priority) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running[p]--
	g.admit()
}

// admit starts what may run now, the most urgent first.
func (g *gate) admit() {
	for p := range priorities {
		for len(g.waiting[p]) > 0 && g.free(p) {
			close(g.waiting[p][0])
			g.waiting[p] = g.waiting[p][1:]
			g.running[p]++
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
