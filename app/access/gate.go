package access

import (
	"context"
	"sync"
)

// Gate lets one attempt per account through at a time, so that guesses sent at the same instant can't all pass a limit
// that each of them would have reached. The zero value is ready to use. It works within one process; each node has its
// own.
type Gate struct {
	mu    sync.Mutex
	turns map[string]*turn
}

// turn is the queue of attempts for one account.
type turn struct {
	free   chan struct{} // holds one token while no attempt is running
	people int           // attempts running or waiting
}

// Enter waits until no other attempt for the account runs, and returns the function that lets the next one in; an error
// means that ctx ended first.
func (g *Gate) Enter(ctx context.Context, account string) (leave func(), err error) {
	t := g.join(account)
	select {
	case <-t.free:
		return func() {
			t.free <- struct{}{}
			g.part(account, t)
		}, nil
	case <-ctx.Done():
		g.part(account, t)
		return nil, ctx.Err()
	}
}

func (g *Gate) join(account string) *turn {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.turns == nil {
		g.turns = map[string]*turn{}
	}
	t := g.turns[account]
	if t == nil {
		t = &turn{free: make(chan struct{}, 1)}
		t.free <- struct{}{}
		g.turns[account] = t
	}
	t.people++
	return t
}

func (g *Gate) part(account string, t *turn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if t.people--; t.people == 0 {
		delete(g.turns, account)
	}
}
