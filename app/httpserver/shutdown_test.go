package httpserver_test

import (
	"context"
	"crypto/tls"
	"errors"
	"math/rand/v2"
	"net"
	"testing"
	"time"

	"proofdesk/app/httpserver"
)

func TestServingEndsHoweverSoonTheShutdownComes(t *testing.T) {
	cert, _ := certificate(t)
	ways := map[string]func(s *httpserver.Server, ln net.Listener) error{
		"plain": (*httpserver.Server).Serve,
		"TLS": func(s *httpserver.Server, ln net.Listener) error {
			return s.ServeTLS(ln, &tls.Config{Certificates: []tls.Certificate{cert}})
		},
	}
	for name, serve := range ways {
		for round := range 100 {
			s := httpserver.New(httpserver.Options{})
			ln, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			first := round == 0
			if !first {
				go func() { ended <- serve(s, ln) }()
				<-time.After(time.Duration(rand.IntN(200)) * time.Microsecond)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			if err := s.Shutdown(ctx); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if first {
				go func() { ended <- serve(s, ln) }()
			}
			select {
			case err := <-ended:
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			case <-ctx.Done():
				t.Fatalf("%s: round %d is still served after its shutdown", name, round)
			}
			cancel()
			// not asked of the port, which another process may have by now
			if err := ln.(*net.TCPListener).SetDeadline(time.Time{}); !errors.Is(err, net.ErrClosed) {
				t.Fatalf("%s: the port is still open (%v)", name, err)
			}
		}
	}
}
