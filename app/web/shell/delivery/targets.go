package delivery

import (
	"context"
	"strings"
	"time"

	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/webhook"
	"proofdesk/views/ui"
)

// Targets are a company's endpoints and the breakers of all hosts, to describe deliveries with.
type Targets struct {
	Endpoints map[string]webhook.Endpoint
	breakers  map[string]store.HostBreaker
	Visitor   shell.Visitor
}

// TargetsOf reads the endpoints of the visitor's company and the breakers of all hosts.
func TargetsOf(ctx context.Context, db *store.Store, v shell.Visitor) (Targets, error) {
	s := Targets{Endpoints: map[string]webhook.Endpoint{}, breakers: map[string]store.HostBreaker{}, Visitor: v}
	endpoints, err := db.Endpoints(ctx, v.Company)
	if err != nil {
		return s, err
	}
	for _, e := range endpoints {
		s.Endpoints[e.ID] = e
	}
	breakers, err := db.Breakers(ctx)
	for _, b := range breakers {
		s.breakers[b.Host] = b
	}
	return s, err
}

// Address returns where a delivery goes.
func (s Targets) Address(d webhook.Delivery) string {
	if e, ok := s.Endpoints[d.EndpointID]; ok {
		return strings.TrimPrefix(e.URL, "https://")
	}
	return s.Visitor.T("removed endpoint")
}

// Breaker returns the breaker of a host; a closed one where the host has never failed.
func (s Targets) Breaker(host string) store.HostBreaker {
	if b, ok := s.breakers[host]; ok {
		return b
	}
	return store.HostBreaker{Host: host, Breaker: webhook.NewBreaker()}
}

// Held returns the breaker that keeps a waiting delivery; nil where none does.
func (s Targets) Held(d webhook.Delivery) *store.HostBreaker {
	b := s.Breaker(d.Host)
	if d.State != webhook.Pending || b.State == webhook.Closed {
		return nil
	}
	return &b
}

// State names the state of a delivery and returns its colour.
func (s Targets) State(d webhook.Delivery) (string, ui.Tone) {
	v := s.Visitor
	switch {
	case d.State == webhook.Delivered:
		return v.T("delivered"), ui.Pass
	case d.State == webhook.Failed && !d.SettledAt.IsZero():
		return v.T("settled"), ui.Plain
	case d.State == webhook.Failed:
		return v.T("failed"), ui.Fail
	case d.State == webhook.Paused:
		return v.T("paused"), ui.Warn
	case s.Held(d) != nil:
		return v.T("held"), ui.Warn
	case d.Lease != "":
		return v.T("sending"), ui.Info
	case d.Attempts > 0:
		return v.T("retrying"), ui.Info
	}
	return v.T("due"), ui.Info
}

// Soon returns in a few words when a delivery is tried again.
func (s Targets) Soon(d webhook.Delivery, now time.Time) string {
	due, b := d.DueAt, s.Held(d)
	switch {
	case d.State != webhook.Pending, b != nil && (b.Forced || b.State == webhook.HalfOpen):
		return s.Next(d, now)
	case b != nil:
		due = b.ProbeAt
	}
	if !due.After(now) {
		return s.Visitor.T("now")
	}
	return s.Visitor.T("in %s", s.Visitor.Age(due.Sub(now)))
}

// Next returns when a delivery is tried again.
func (s Targets) Next(d webhook.Delivery, now time.Time) string {
	if d.State == webhook.Paused {
		return s.Visitor.T("when resumed")
	}
	if d.State != webhook.Pending {
		return "–"
	}
	if b := s.Held(d); b != nil {
		return probeText(s.Visitor, *b, now)
	}
	return Moment(s.Visitor, d.DueAt, now)
}
