package httpserver

import (
	"errors"
	"io"
	"net"
	"sync"
	"time"
)

// silence is how long after the shutdown has begun a request may still begin on a connection that was opened before.
const silence = time.Second

// silent are the connections on which nothing has come yet: browsers open some ahead. fasthttp takes them for requests
// that have begun, and would wait for these until the limit of a request.
type silent struct {
	mu   sync.Mutex
	open map[*conn]bool
}

// hangUp closes the connections on which nothing has come.
func (s *silent) hangUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.open {
		_ = c.Conn.Close() // its reader forgets it
	}
}

func (s *silent) add(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == nil {
		s.open = map[*conn]bool{}
	}
	s.open[c] = true
}

func (s *silent) forget(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, c)
}

// listener notes each connection until something comes on it. It may be closed more than once: fasthttp does not
// know of a listener yet while its Serve begins, so Shutdown closes it too.
type listener struct {
	net.Listener
	silent *silent
	once   sync.Once
	err    error
}

// Accept implements net.Listener.
func (l *listener) Accept() (net.Conn, error) {
	opened, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &conn{Conn: opened, of: l.silent}
	l.silent.add(c)
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
	of   *silent
	read bool
}

// Read implements net.Conn. Where hangUp closed the connection it has just ended: nobody is to be answered.
func (c *conn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if c.read {
		return n, err
	}
	c.read = true
	c.of.forget(c)
	if errors.Is(err, net.ErrClosed) {
		err = io.EOF
	}
	return n, err
}

// Close implements net.Conn.
func (c *conn) Close() error {
	c.of.forget(c)
	return c.Conn.Close()
}
