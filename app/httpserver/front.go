package httpserver

import (
	"context"
	"crypto/tls"
	"encoding/json"
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

	"proofdesk/app/fault"
	"proofdesk/app/ids"
)

// ServeTLS serves HTTPS with HTTP/2 and HTTP/1.1 on ln until Shutdown. The standard library terminates TLS and does the
// framing, and each request is passed on in memory to the same server that Serve runs.
func (s *Server) ServeTLS(ln net.Listener, config *tls.Config) error {
	inner := fasthttputil.NewInmemoryListener()
	config = config.Clone()
	config.MinVersion = max(config.MinVersion, tls.VersionTLS12)
	front := &http.Server{
		Handler:           s.proxy(inner),
		TLSConfig:         config,
		ReadHeaderTimeout: s.options.ReadTimeout,
		IdleTimeout:       s.options.IdleTimeout,
		MaxHeaderBytes:    headerLimit,
		ErrorLog:          log.New(io.Discard, "", 0),
	}
	ln = &listener{Listener: ln, of: &s.outer}
	inside := &listener{Listener: inner, of: &s.inner, limit: s.options.WriteTimeout}
	if !s.open(func() { s.front, s.inside, s.opened = front, inside, append(s.opened, ln) }) {
		return errors.Join(ln.Close(), inside.Close())
	}
	failed := make(chan error, 2)
	go func() { failed <- s.serve(inside) }()
	go func() { failed <- front.ServeTLS(ln, "", "") }()
	for range cap(failed) {
		err := <-failed
		closed := errors.Is(err, http.ErrServerClosed) || s.leaving() && errors.Is(err, net.ErrClosed)
		if err != nil && !closed {
			return errors.Join(err, front.Close(), inside.Close())
		}
	}
	return nil
}

func (s *Server) proxy(inner *fasthttputil.InmemoryListener) http.Handler {
	proxy := &httputil.ReverseProxy{
		FlushInterval: -1, // streams are passed on at once
		ErrorLog:      log.New(io.Discard, "", 0),
		Transport: &http.Transport{
			DialContext:         func(context.Context, string, string) (net.Conn, error) { return inner.Dial() },
			DisableCompression:  true,
			MaxIdleConnsPerHost: 256,
			IdleConnTimeout:     s.options.IdleTimeout / 2,
		},
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "http", Host: "inside"})
			r.Out.Host = r.In.Host
			peer, _ := netip.ParseAddrPort(r.In.RemoteAddr)
			client := nearest(peer.Addr().Unmap(), r.In.Header.Values(forwardedFor), s.options.TrustedProxies)
			r.Out.Header.Set(forwardedFor, client.String())
		},
		ErrorHandler: s.unreachable,
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.leaving() {
			w.Header().Set("Connection", "close")
		}
		if r.Host == "" && r.ProtoMajor > 1 { // with HTTP/1.1 the standard library has refused it
			s.refuse(w, fault.BadField("host", "required", "the request names no host"))
			return
		}
		proxy.ServeHTTP(&paced{
			ResponseWriter: w,
			control:        http.NewResponseController(w),
			timeout:        s.options.WriteTimeout,
		}, r)
	})
}

// unreachable answers a request that the inner server ended early: it is shutting down, or rejected a body.
func (s *Server) unreachable(w http.ResponseWriter, _ *http.Request, err error) {
	w.Header().Set("Retry-After", "1")
	s.refuse(w, fault.Wrap(err, fault.Unavailable, "the request could not be finished"))
}

// refuse answers a request that the inner server does not get, or did not answer.
func (s *Server) refuse(w http.ResponseWriter, err error) {
	id := ids.ULID(s.options.Clock.Now())
	p := s.problemOf(err, id)
	body, _ := json.Marshal(p)
	s.options.Log.Warn("request", "request_id", id, "status", p.Status, "cause", err.Error())
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("X-Request-Id", id)
	w.WriteHeader(p.Status)
	_, _ = w.Write(body)
}

// paced sets a time limit per chunk of an answer, so that a slow reader is dropped and a long stream is not.
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

// Unwrap returns the inner writer, for http.ResponseController.
func (p *paced) Unwrap() http.ResponseWriter { return p.ResponseWriter }
