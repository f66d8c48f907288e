package httpserver

import (
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"time"
)

// silence is how long after the shutdown has begun a request may still begin on a connection that was opened before.
const silence = time.Second

// connections are those that a server has accepted and that are open: true for one on which nothing has come yet.
// Browsers open some ahead; fasthttp takes these for requests that have begun, and would wait for them until the limit
// of a request.
type connections struct {
	mu   sync.Mutex
	open map[*conn]bool
}

// hangUp closes the connections on which nothing has come.
func (s *connections) hangUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c, silent := range s.open {
		if silent {
			_ = c.Conn.Close() // its reader closes it once more
		}
	}
}

func (s *connections) add(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == nil {
		s.open = map[*conn]bool{}
	}
	s.open[c] = true
}

// heard notes that something has come on a connection, unless it was closed meanwhile.
func (s *connections) heard(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, open := s.open[c]; open {
		s.open[c] = false
	}
}

func (s *connections) forget(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, c)
}

func (s *connections) any() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.open) > 0
}

// wait waits until no connection is open or ctx ends.
func (s *connections) wait(ctx context.Context) {
	const often = 10 * time.Millisecond
	for s.any() {
		select {
		case <-ctx.Done():
			return
		case <-time.After(often):
		}
	}
}

// listener notes the connections that it accepts, and limits how long one of their writes may take, where limit is set.
// It may be closed more than once: fasthttp does not know of a listener yet while its Serve begins, so Shutdown closes
// it too.
type listener struct {
	net.Listener
	of    *connections
	limit time.Duration
	once  sync.Once
	err   error
}

// Accept implements net.Listener.
func (l *listener) Accept() (net.Conn, error) {
	opened, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &conn{Conn: opened, of: l.of, limit: l.limit}
	l.of.add(c)
	return c, nil
}

// Close implements net.Listener.
func (l *listener) Close() error {
	l.once.Do(func() { l.err = l.Listener.Close() })
	return l.err
}

// conn is silent until its first read returns. One goroutine reads it.
type conn struct {
	net.Conn
	of    *connections
	limit time.Duration
	read  bool
}

// Read implements net.Conn. Where hangUp closed the connection it has just ended: nobody is to be answered.
func (c *conn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if c.read {
		return n, err
	}
	c.read = true
	c.of.heard(c)
	if errors.Is(err, net.ErrClosed) {
		err = io.EOF
	}
	return n, err
}

// Write implements net.Conn. The time of each write is its own: an answer may take as long as somebody reads it, and
// its end may follow a long silence.
func (c *conn) Write(b []byte) (int, error) {
	if c.limit > 0 {
		if err := c.SetWriteDeadline(time.Now().Add(c.limit)); err != nil {
			return 0, err
		}
	}
	return c.Conn.Write(b)
}

// Close implements net.Conn.
func (c *conn) Close() error {
	c.of.forget(c)
	return c.Conn.Close()
}
