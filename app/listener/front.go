package listener

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"time"

	"github.com/valyala/fasthttp/fasthttputil"
)

// ServeTLS answers HTTPS with HTTP/2 and HTTP/1.1 on ln until Shutdown. The standard library ends TLS and the framing, and
// passes each request on through memory to the same server that Serve runs.
func (s *Server) ServeTLS(ln net.Listener, config *tls.Config) error {
	inner := fasthttputil.NewInmemoryListener()
	config = config.Clone()
	config.MinVersion = max(config.MinVersion, tls.VersionTLS12)
	front := &http.Server{
		Handler: s.proxy(inner), TLSConfig: config, ReadHeaderTimeout: s.options.ReadTimeout, IdleTimeout: s.options.IdleTimeout,
		MaxHeaderBytes: headerLimit, ErrorLog: log.New(io.Discard, "", 0),
	}
	s.mu.Lock()
	s.front = front
	s.mu.Unlock()
	failed := make(chan error, 2)
	go func() { failed <- s.Serve(inner) }()
	go func() { failed <- front.ServeTLS(ln, "", "") }()
	if err := <-failed; err != nil && !errors.Is(err, http.ErrServerClosed) {
		return errors.Join(err, front.Close(), inner.Close())
	}
	return nil
}

func (s *Server) proxy(inner *fasthttputil.InmemoryListener) http.Handler {
	proxy := &httputil.ReverseProxy{
		FlushInterval: -1, // streams are passed on at once
		ErrorLog:      log.New(io.Discard, "", 0),
		Transport: &http.Transport{
			DialContext:        func(context.Context, string, string) (net.Conn, error) { return inner.Dial() },
			DisableCompression: true, MaxIdleConnsPerHost: 256, IdleConnTimeout: s.options.IdleTimeout / 2,
		},
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "http", Host: "inside"})
			r.Out.Host = r.In.Host
			peer, _ := netip.ParseAddrPort(r.In.RemoteAddr)
			client := nearest(peer.Addr().Unmap(), r.In.Header.Values(forwardedFor), s.options.TrustedProxies)
			r.Out.Header.Set(forwardedFor, client.String())
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		proxy.ServeHTTP(&paced{ResponseWriter: w, control: http.NewResponseController(w), timeout: s.options.WriteTimeout}, r)
	})
}

// paced allows each piece of an answer its own time, so that a slow reader is dropped and a long stream is not.
type paced struct {
	http.ResponseWriter
	control *http.ResponseController
	timeout time.Duration
}

// Write implements io.Writer.
func (p *paced) Write(b []byte) (int, error) {
	_ = p.control.SetWriteDeadline(time.Now().Add(p.timeout))
	return p.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach what is inside.
func (p *paced) Unwrap() http.ResponseWriter { return p.ResponseWriter }
