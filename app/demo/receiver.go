package demo

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/webhook"
)

// Receivers are three webhook listeners of a client, inside this process: one verifies and shows what it got, one
// answers 503 from the demo's first start on and at some times before, one hangs.
type Receivers struct {
	Show string // address of the page that shows what arrived
	all  []*receiver
	page *http.Server

	console string // address of the console, for links from the page; guarded by the first receiver
}

// receiver is one of them.
type receiver struct {
	what   string
	answer http.HandlerFunc
	server *http.Server
	port   int
	// onlyNow is true for a receiver that had no endpoint in the past.
	onlyNow bool

	mu     sync.Mutex
	clocks []clock.Clock     // by which requests are fresh
	past   progress          // in which it was down at times
	secret map[string]string // by kid
	got    []Received
}

// Received is one request that a receiver got.
type Received struct {
	At        time.Time
	EventID   string
	Signature string
	Verified  string // "valid", or why it is not
	Body      string
}

// valid is the result for a valid signature.
const valid = "valid"

const (
	kept    = 200
	maxBody = 4 << 20
)

func startReceivers(caFile string, ports []int) (*Receivers, error) {
	cert, err := certificate(caFile)
	if err != nil {
		return nil, err
	}
	verifying := &receiver{what: "verifies and shows what it got", clocks: []clock.Clock{clock.System{}}}
	verifying.answer = verifying.verify
	failing := &receiver{what: "answers 503"}
	failing.answer = failing.fail
	r := &Receivers{all: []*receiver{
		verifying,
		failing,
		{
			what:    "hangs",
			answer:  func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
			onlyNow: true,
		},
	}}
	for i, one := range r.all {
		port := 0
		if i < len(ports) {
			port = ports[i]
		}
		if err := one.start(cert, port); err != nil {
			return nil, errors.Join(err, r.close())
		}
	}
	return r, r.showPage(verifying)
}

// start listens, on the previous port if it is still free.
func (r *receiver) start(cert tls.Certificate, port int) error {
	ln, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		if ln, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			return err
		}
	}
	r.port = ln.Addr().(*net.TCPAddr).Port
	r.server = &http.Server{
		Handler:           r.answer,
		ReadHeaderTimeout: 5 * time.Second,
		ErrorLog:          log.New(io.Discard, "", 0),
		TLSConfig:         &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{cert}},
	}
	go func() { _ = r.server.ServeTLS(ln, "", "") }() // ends with close
	return nil
}

func (r *receiver) url() string { return fmt.Sprintf("https://127.0.0.1:%d/hooks/proofdesk", r.port) }

// verify does what a client's listener should do: check the signature of the raw body, answer quickly, store the event.
func (r *receiver) verify(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, maxBody))
	if err != nil {
		http.Error(w, "body too large", http.StatusRequestEntityTooLarge)
		return
	}
	one := Received{
		EventID:   req.Header.Get(webhook.StandardID),
		Signature: req.Header.Get(webhook.SignatureHeader),
		Verified:  valid,
		Body:      string(body),
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.clocks {
		one.At, one.Verified = c.Now(), valid
		if err = webhook.Verify(one.Signature, r.secret, body, one.At); err == nil {
			break
		}
		one.Verified = err.Error()
	}
	r.got = append([]Received{one}, r.got[:min(len(r.got), kept-1)]...)
	if one.Verified != valid {
		http.Error(w, one.Verified, http.StatusUnauthorized)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// fail answers that the receiver is down: now, and in the past at the times of its outages.
func (r *receiver) fail(w http.ResponseWriter, req *http.Request) {
	r.mu.Lock()
	past := r.past
	r.mu.Unlock()
	sent, err := strconv.ParseInt(req.Header.Get(webhook.StandardTimestamp), 10, 64)
	if err == nil && past.up(time.Unix(sent, 0)) {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	http.Error(w, "down for maintenance", http.StatusServiceUnavailable)
}

// live lets the receivers take events of a past by its clock, besides those of the present.
func (r *Receivers) live(p progress, clocks ...clock.Clock) {
	for _, one := range r.all {
		one.mu.Lock()
		one.past, one.clocks = p, append([]clock.Clock{clock.System{}}, clocks...)
		one.mu.Unlock()
	}
}

// secrets sets the keys that were created for the receivers.
func (r *Receivers) secrets(a Accounts) {
	for i, one := range r.all[:len(a.Endpoints)] {
		one.mu.Lock()
		one.secret = map[string]string{a.Endpoints[i].KID: a.Endpoints[i].Secret}
		one.mu.Unlock()
	}
}

// Got returns what the verifying receiver got, newest first.
func (r *Receivers) Got() []Received {
	one := r.all[0]
	one.mu.Lock()
	defer one.mu.Unlock()
	return append([]Received(nil), one.got...)
}

func (r *Receivers) ports() []int {
	var all []int
	for _, one := range r.all {
		all = append(all, one.port)
	}
	return all
}

func (r *Receivers) close() error {
	var err error
	for _, one := range r.all {
		if one.server != nil {
			err = errors.Join(err, one.server.Close())
		}
	}
	if r.page != nil {
		err = errors.Join(err, r.page.Close())
	}
	return err
}
