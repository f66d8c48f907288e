package httpserver

import (
	"net"

	"github.com/valyala/fasthttp/fasthttputil"
)

// CheckHeaders is what the fuzz target reaches into.
var CheckHeaders = checkHeaders

// DialInside opens a connection as the front does, and sends nothing on it.
func (s *Server) DialInside() (net.Conn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.inside.(*listener).Listener.(*fasthttputil.InmemoryListener).Dial()
}
