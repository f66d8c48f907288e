package httpserver_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gofiber/fiber/v2"

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

// Browsers open connections ahead of their requests.
func TestAConnectionOnWhichNothingCameKeepsNoShutdownWaiting(t *testing.T) {
	r := start(t, httpserver.Options{ReadTimeout: time.Hour})
	silent, err := net.Dial("tcp", r.address)
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	r.send(t, "GET /api/page/1 HTTP/1.1\r\n"+host+"Connection: close\r\n\r\n") // accepted after the silent one
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if err := r.Shutdown(ctx); err != nil {
		t.Fatalf("shutdown: %v", err)
	}
	if said, err := io.ReadAll(silent); len(said) > 0 || err != nil {
		t.Errorf("the connection was answered %q, %v", said, err)
	}
}

// A request that gets a connection which was just used leaves the one that was opened for it.
func TestAConnectionInsideOnWhichNothingCameKeepsNoShutdownWaiting(t *testing.T) {
	cert, roots := certificate(t)
	s := httpserver.New(httpserver.Options{ReadTimeout: time.Hour})
	s.App.Get("/api/page", func(c *fiber.Ctx) error { return c.SendString("a page") })
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- s.ServeTLS(ln, &tls.Config{Certificates: []tls.Certificate{cert}}) }()
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}
	answer, err := (&http.Client{Transport: transport}).Get("https://" + ln.Addr().String() + "/api/page")
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	transport.CloseIdleConnections()
	silent, err := s.DialInside()
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if err := s.Shutdown(ctx); err != nil {
		t.Fatalf("shutdown: %v", err)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
}

func TestARequestThatComesAsTheServerShutsDownIsAnswered(t *testing.T) {
	r := start(t, httpserver.Options{ReadTimeout: time.Hour})
	late, err := net.Dial("tcp", r.address)
	if err != nil {
		t.Fatal(err)
	}
	defer late.Close()
	r.send(t, "GET /api/page/1 HTTP/1.1\r\n"+host+"Connection: close\r\n\r\n")
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- r.Shutdown(ctx) }()
	if err := <-r.served; err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(late, "GET /api/page/2 HTTP/1.1\r\n"+host+"\r\n")
	answer, err := http.ReadResponse(bufio.NewReader(late), nil)
	if err != nil || answer.StatusCode != http.StatusOK || !answer.Close {
		t.Errorf("it was answered %+v, %v", answer, err)
	}
	if err := <-ended; err != nil {
		t.Errorf("shutdown: %v", err)
	}
}

func TestNoConnectionIsClosedOnARequestAsTheServerShutsDown(t *testing.T) {
	cert, roots := certificate(t)
	for name, secure := range map[string]bool{"plain": false, "TLS": true} {
		s := httpserver.New(httpserver.Options{Farewell: time.Hour})
		s.App.Get("/api/page", func(c *fiber.Ctx) error { return c.SendString("a page") })
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		served, ended := make(chan error, 1), make(chan error, 1)
		var client net.Conn
		if secure {
			go func() { served <- s.ServeTLS(ln, &tls.Config{Certificates: []tls.Certificate{cert}}) }()
			client, err = tls.Dial("tcp", ln.Addr().String(), &tls.Config{RootCAs: roots, ServerName: "127.0.0.1"})
		} else {
			go func() { served <- s.Serve(ln) }()
			client, err = net.Dial("tcp", ln.Addr().String())
		}
		if err != nil {
			t.Fatal(err)
		}
		_ = client.SetDeadline(time.Now().Add(2 * time.Minute)) // long before the end of the farewell
		answers := bufio.NewReader(client)
		for n, last := 0, false; !last; n++ {
			if _, err := io.WriteString(client, "GET /api/page HTTP/1.1\r\n"+host+"\r\n"); err != nil {
				t.Fatalf("%s: request %d: %v", name, n, err)
			}
			answer, err := http.ReadResponse(answers, nil)
			if err != nil {
				t.Fatalf("%s: request %d is not answered: %v", name, n, err)
			}
			if body, err := io.ReadAll(answer.Body); string(body) != "a page" || err != nil {
				t.Fatalf("%s: request %d is answered %q, %v", name, n, body, err)
			}
			last = answer.Close
			if n == 0 {
				go func() { ended <- s.Shutdown(context.Background()) }()
			}
		}
		if err := errors.Join(client.Close(), <-ended, <-served); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAShutdownThatIsGivenUpSaysThatRequestsWereRunning(t *testing.T) {
	s := httpserver.New(httpserver.Options{})
	begun, leave := make(chan bool), make(chan bool)
	s.App.Get("/api/slow", func(*fiber.Ctx) error {
		close(begun)
		<-leave
		return nil
	})
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Serve(ln) }()
	client, err := net.Dial("tcp", ln.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	_, _ = io.WriteString(client, "GET /api/slow HTTP/1.1\r\n"+host+"\r\n")
	<-begun
	defer close(leave)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Shutdown(ctx); err == nil || !strings.Contains(err.Error(), "requests") {
		t.Errorf("the shutdown says %v", err)
	}
}
