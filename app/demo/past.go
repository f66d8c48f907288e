package demo

import (
	"context"
	"fmt"
	"slices"
	"time"

	"proofdesk/app/boot"
	"proofdesk/app/clock"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

// past lives the demo's last days through the program's own use cases and workers, at the time of a clock that is set
// forward from one event to the next. Meanwhile the program of the present answers requests but has no workers running;
// between two events the past steps them, at a moment when none of its own work is waiting that they could take.
type past struct {
	progress
	present *boot.Program
	program *boot.Program // the same at the time of the clock
	clock   *clock.Behind
	machine clock.Clock // by which the time that it takes is measured
	studio  studio
	clients map[bool]string // id of the client whose devices are trusted, and of the other
	team    []colleague
	all     []arrival
	onDay   func(day, of int) // is called when a day begins
	within  time.Duration     // that it takes at most; 0 for as long as it takes
	begun   time.Time         // when this process began to live through it, less what processes before it spent

	skipped map[string]bool // jobs that were skipped once
	undone  map[string]bool // jobs whose decision was undone once
	left    map[string]bool // jobs that a person has changed meanwhile
}

func newPast(p progress, present *boot.Program, s studio) (*past, error) {
	h := &past{
		progress: p,
		present:  present,
		clock:    clock.NewBehind(p.Now),
		machine:  clock.System{},
		studio:   s,
		all:      arrivals(p.From, p.Until),
		skipped:  map[string]bool{},
		undone:   map[string]bool{},
		left:     map[string]bool{},
	}
	var err error
	if h.program, err = present.At(h.clock); err != nil {
		return nil, err
	}
	// The team decides without looking at pictures. Those of jobs that are left in the queue are made when somebody
	// opens them.
	h.program.Processor.Prepare = nil
	return h, nil
}

// spent is how long the demo has lived through its past.
func (h *past) spent() time.Duration { return h.machine.Now().Sub(h.begun) }

// over reports whether the past has taken as long as it takes at most.
func (h *past) over() bool { return h.within > 0 && h.spent() >= h.within }

// live lives through the past to its end, or until ctx ends. A past that takes too long ends between two events: every
// job that came is decided, and what is still due is left to the present.
func (h *past) live(ctx context.Context) error {
	if err := h.gather(ctx); err != nil {
		return err
	}
	h.begun = h.machine.Now().Add(-h.Spent)
	if err := h.recover(ctx); err != nil {
		return err
	}
	drawing, stop := context.WithCancel(ctx)
	pairs := h.draw(drawing)
	defer func() {
		stop()
		for range pairs { // until nothing is drawn any more
		}
	}()
	for more := true; more && h.Ended == 0; {
		var err error
		if more, err = h.step(ctx, pairs); err != nil {
			return err
		}
		if more && h.over() {
			h.Ended = h.day()
		}
	}
	h.clock.Forward(h.Until)
	if _, err := h.program.Sampler.Draw(ctx); err != nil {
		return err
	}
	h.Done = true
	return h.keep()
}

// gather loads the colleagues.
func (h *past) gather(ctx context.Context) error {
	agents, err := h.program.Store.Agents(ctx, company)
	for _, a := range agents {
		if c, ok := colleagueOf(a.ID, a.DisplayName, a.Email, a.Role); ok {
			h.team = append(h.team, c)
		}
	}
	if err == nil && len(h.team) != len(team) {
		err = fmt.Errorf("%d of the %d colleagues have an account", len(h.team), len(team))
	}
	return err
}

// recover finishes what a process began that was stopped in the middle: it lets the time pass until the leases of that
// process are over.
func (h *past) recover(ctx context.Context) error {
	undecided, err := h.undecided(ctx)
	if err != nil || !undecided {
		return err
	}
	return h.decide(ctx)
}

// pair is the applicants who come next, with their captures drawn; without captures where the past is late and they do
// not come.
type pair struct {
	visits []visit
	next   int // number of the applicant after them
}

// draw draws the applicants to come, one pair ahead of the time when they are needed. Where the past takes longer than
// it may, applicants are left out whom it does not need, so that it ends in time on a slow machine too.
func (h *past) draw(ctx context.Context) <-chan pair {
	pairs := make(chan pair, 1)
	first, pace := h.Next, newPace(h.progress, h.within*paced/100)
	go func() {
		defer close(pairs)
		for n := first; n < len(h.all) && ctx.Err() == nil; {
			come := pairAt(h.all, n)
			next := pair{next: n + len(come)}
			if pace.comes(come, h.spent()) {
				next.visits = h.studio.visits(n, come)
			}
			select {
			case pairs <- next:
			case <-ctx.Done():
				return
			}
			n = next.next
		}
	}()
	return pairs
}

// step lives through the next event: applicants, a task of a colleague, the daily routine, or a delivery. It reports
// whether there was one.
func (h *past) step(ctx context.Context, pairs <-chan pair) (bool, error) {
	due, err := h.program.Dispatcher.Turn(ctx)
	if err != nil {
		return false, err
	}
	if err := h.attend(ctx, due); err != nil {
		return false, err
	}
	next, err := h.next(ctx, due)
	if err != nil || next.do == nil {
		return false, err
	}
	h.clock.Forward(next.at)
	if err := h.keep(); err != nil { // so that recover finds the leases that the event takes
		return false, err
	}
	if err := next.do(ctx, pairs); err != nil {
		return false, err
	}
	return true, h.keep()
}

// event is something that happens in the past.
type event struct {
	at time.Time
	do func(ctx context.Context, pairs <-chan pair) error
}

// next returns the next event before the end of the past; one without a function where there is none.
func (h *past) next(ctx context.Context, due time.Time) (event, error) {
	comes := h.Until
	var next event
	if h.Next < len(h.all) {
		comes = h.all[h.Next].at
		next = event{comes, h.receive}
	}
	sooner := func(e event) {
		if e.at.Before(h.Until) && (next.do == nil || e.at.Before(next.at)) {
			next = e
		}
	}
	if !due.IsZero() {
		sooner(event{due, func(context.Context, <-chan pair) error { return nil }}) // the dispatcher's turn follows
	}
	sooner(event{h.Routine, func(ctx context.Context, _ <-chan pair) error { return h.routine(ctx) }})
	t, found, err := h.task(ctx)
	if found && t.ends().Before(comes) { // otherwise the applicants come first, so that they are in time
		sooner(event{t.at, func(ctx context.Context, _ <-chan pair) error { return h.leave(t, h.perform(ctx, t)) }})
	}
	return next, err
}

// keep stores the progress.
func (h *past) keep() error {
	before := h.day()
	h.Now, h.Spent = h.clock.Now(), h.spent()
	if h.onDay != nil && h.day() != before {
		h.onDay(h.day(), h.days())
	}
	return h.save()
}

// attend does what is waiting in the present. Every job of the past is decided by now, so that the processor of the
// present finds none. Its dispatcher has to wait while a delivery of the past is due before the past ends, and while a
// breaker is not closed.
func (h *past) attend(ctx context.Context, due time.Time) error {
	h.present.Processor.Turn(ctx)
	breakers, err := h.program.Store.Breakers(ctx)
	if err != nil {
		return err
	}
	open := func(b store.HostBreaker) bool { return b.State != webhook.Closed }
	if (due.IsZero() || due.After(h.Until)) && !slices.ContainsFunc(breakers, open) {
		if _, err := h.present.Dispatcher.Turn(ctx); err != nil {
			return err
		}
	}
	if _, err := h.present.Figures.Fold(ctx); err != nil {
		return err
	}
	if _, err := h.present.Trail.Seal(ctx); err != nil {
		return err
	}
	return ctx.Err()
}

// retryPause is how long the past waits before it looks again at a job that could not be decided.
const retryPause = 30 * time.Second

// decide decides the jobs of the past that are submitted, also those that the engine has to inspect again.
func (h *past) decide(ctx context.Context) error {
	for range 10 {
		h.program.Processor.Turn(ctx)
		left, err := h.undecided(ctx)
		if err != nil || !left {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		h.clock.Forward(h.clock.Now().Add(retryPause))
	}
	return fmt.Errorf("a job of the past is still undecided at %s", h.clock.Now())
}

// undecided reports whether jobs of the past are submitted and not decided.
func (h *past) undecided(ctx context.Context) (bool, error) {
	for _, status := range []onboarding.Status{onboarding.Queued, onboarding.Processing} {
		jobs, err := h.program.Store.JobsByStatus(ctx, company, status, ids.FirstSeq(h.Until), 1)
		if err != nil || len(jobs) > 0 {
			return true, err
		}
	}
	return false, nil
}
