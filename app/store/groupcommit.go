package store

import (
	"context"
	"database/sql"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"proofdesk/app/fault"
)

const (
	batchSize  = 256
	queueDepth = 1024
	// savepointRuns is how often a batch is run again after SQLite rolled back the whole transaction instead of one
	// request, as it does for an interrupted statement or a full disk.
	savepointRuns = 3
)

// groupCommit is SQLite's one writer. It commits all requests that wait in one transaction, and never waits for more.
type groupCommit struct {
	db     *sql.DB
	conn   *sql.Conn
	store  *Store
	queue  chan *write
	mu     sync.RWMutex
	closed bool
	done   chan struct{}
}

// write is one waiting request.
type write struct {
	ctx  context.Context
	at   timeline
	fn   func(*Tx) error
	err  error
	done chan struct{}
}

func startGroupCommit(ctx context.Context, db *sql.DB, s *Store) (*groupCommit, error) {
	c, err := db.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("writer connection: %w", err)
	}
	g := &groupCommit{db: db, conn: c, store: s, queue: make(chan *write, queueDepth), done: make(chan struct{})}
	go g.run()
	return g, nil
}

// write queues fn and returns once it is durable or has failed. Where the queue is full it fails at once.
func (g *groupCommit) write(ctx context.Context, t timeline, fn func(*Tx) error) error {
	w := &write{ctx: ctx, at: t, fn: fn, done: make(chan struct{})}
	g.mu.RLock()
	if g.closed {
		g.mu.RUnlock()
		return fault.New(fault.Unavailable, "the server is stopping: try again in a minute")
	}
	select {
	case g.queue <- w:
		g.mu.RUnlock()
	default:
		g.mu.RUnlock()
		return &fault.Error{Code: fault.Unavailable, Message: "too many writes are waiting", RetryAfter: time.Second}
	}
	<-w.done
	return w.err
}

func (g *groupCommit) close() error {
	g.mu.Lock()
	if g.closed {
		g.mu.Unlock()
		return nil
	}
	g.closed = true
	close(g.queue)
	g.mu.Unlock()
	<-g.done
	_ = g.conn.Close()
	return g.db.Close()
}

func (g *groupCommit) run() {
	defer close(g.done)
	for first := range g.queue {
		batch := g.collect(first)
		g.commit(batch)
		for _, w := range batch {
			close(w.done)
		}
	}
}

// collect returns first and the requests that wait behind it.
func (g *groupCommit) collect(first *write) []*write {
	batch := []*write{first}
	for len(batch) < batchSize {
		select {
		case w, ok := <-g.queue:
			if !ok {
				return batch
			}
			batch = append(batch, w)
		default:
			return batch
		}
	}
	return batch
}

// commit runs the batch in one transaction. If one request fails after it wrote, the whole batch is rolled back and run
// again with a savepoint around each, so that only the bad one fails.
func (g *groupCommit) commit(batch []*write) {
	ctx := context.Background()
	if g.attempt(ctx, batch, false) {
		return
	}
	for range savepointRuns {
		if g.attempt(ctx, batch, true) {
			return
		}
	}
	failAll(batch, fault.New(fault.Unavailable, "the database could not save this: nothing has changed; try again"))
}

// attempt runs the batch in one transaction and sets the result of each request. It returns false where the batch has
// to be run again with savepoints.
func (g *groupCommit) attempt(ctx context.Context, batch []*write, savepoints bool) bool {
	if err := g.do(ctx, "BEGIN IMMEDIATE"); err != nil {
		return failAll(batch, g.store.dialect.fault(err))
	}
	wrote := false
	for _, w := range batch {
		dirty, ok := g.one(ctx, w, savepoints)
		wrote = wrote || dirty
		if !ok {
			_ = g.do(ctx, "ROLLBACK")
			return false
		}
	}
	if !wrote {
		_ = g.do(ctx, "ROLLBACK")
		return true
	}
	if err := g.do(ctx, "COMMIT"); err != nil {
		_ = g.do(ctx, "ROLLBACK")
		return failAll(batch, g.store.dialect.fault(err))
	}
	return true
}

// one runs a request, unless its caller has left. It returns ok = false where the request failed after it wrote and
// there is no savepoint to roll back to.
func (g *groupCommit) one(ctx context.Context, w *write, savepoint bool) (dirty, ok bool) {
	if left := w.ctx.Err(); left != nil {
		w.err = g.store.dialect.fault(left)
		return false, true
	}
	if savepoint {
		if w.err = g.do(ctx, "SAVEPOINT request"); w.err != nil {
			return false, true
		}
	}
	tx := &Tx{queries: queries{db: g.conn, dialect: g.store.dialect}, Now: w.at.clock.Now(), seq: w.at.seq}
	w.err = guarded(w.fn, tx)
	if !savepoint {
		return tx.dirty && w.err == nil, w.err == nil || !tx.dirty
	}
	if w.err != nil && g.do(ctx, "ROLLBACK TO request") != nil {
		return false, false
	}
	if err := g.do(ctx, "RELEASE request"); err != nil {
		return false, false
	}
	return tx.dirty && w.err == nil, true
}

func (g *groupCommit) do(ctx context.Context, statement string) error {
	_, err := g.conn.ExecContext(ctx, statement)
	return err
}

func failAll(batch []*write, err error) bool {
	for _, w := range batch {
		if w.err == nil {
			w.err = err
		}
	}
	return true
}

// guarded turns a panic in a request into its error, so that one bug does not end the writer.
func guarded(fn func(*Tx) error, tx *Tx) (err error) {
	defer func() {
		if p := recover(); p != nil {
			tx.dirty = true
			err = fault.Wrap(fmt.Errorf("panic: %v\n%s", p, debug.Stack()), fault.Internal, "a write failed")
		}
	}()
	return fn(tx)
}
