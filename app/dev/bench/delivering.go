package main

import (
	"context"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"time"

	"proofdesk/app/boot"
	"proofdesk/app/endpoints"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

// eventBytes is the size of a typical event's body.
const eventBytes = 6000

// delivering measures how fast due events reach a local HTTPS listener that answers at once.
func delivering(f *figures, binary, dir string, events int) error {
	var mu sync.Mutex
	var first, last time.Time
	got := map[string]bool{}
	done := make(chan struct{})
	sink := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusNoContent)
		mu.Lock()
		defer mu.Unlock()
		last = time.Now()
		if len(got) == 0 {
			first = last
		}
		if got[r.Header.Get(webhook.StandardID)] = true; len(got) == events {
			close(done)
			events = -1
		}
	}))
	defer sink.Close()
	ca := filepath.Join(dir, "sink.pem")
	if err := os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: sink.Certificate().Raw}),
		0o600); err != nil {
		return err
	}
	s, c, err := newServer(filepath.Join(dir, "delivering"), "PROOFDESK_WEBHOOK_ALLOW_CIDRS=127.0.0.0/8",
		"PROOFDESK_WEBHOOK_EXTRA_CA="+ca)
	if err != nil {
		return err
	}
	n := events
	if err := fillData(c,
		func(ctx context.Context, p *boot.Program) error { return due(ctx, p, sink.URL, n) }); err != nil {
		return err
	}
	if _, err := s.start(binary); err != nil {
		return err
	}
	select {
	case <-done:
	case <-time.After(2 * time.Minute):
		mu.Lock()
		defer mu.Unlock()
		return fmt.Errorf("%d of %d events came within two minutes", len(got), n)
	}
	f.add("deliveries to a local HTTPS listener", float64(n-1)/last.Sub(first).Seconds(), "/s", ">= 1500")
	if err := s.stop(); err != nil {
		return err
	}
	return fillData(c, func(ctx context.Context, p *boot.Program) error { return attempts(ctx, f, p) })
}

// due inserts events into the outbox that are due at once.
func due(ctx context.Context, p *boot.Program, address string, events int) error {
	if _, err := p.Companies.CreateCompany(ctx, actor, company, "Bench"); err != nil {
		return err
	}
	if _, err := p.Endpoints.CreateEndpoint(ctx, actor,
		endpoints.EndpointRequest{Company: company, URL: address + "/hook"}); err != nil {
		return err
	}
	body := make([]byte, eventBytes)
	for i := range body {
		body[i] = ' '
	}
	copy(body, "{")
	body[len(body)-1] = '}'
	return each(events, func(int) error {
		return p.Store.Write(ctx, func(tx *store.Tx) error {
			job := onboarding.Job{
				Company:   company,
				ID:        ids.UUID(),
				Seq:       tx.NextSeq(),
				Function:  onboarding.IDValidation,
				Status:    onboarding.Approved,
				CreatedAt: tx.Now,
			}
			if err := tx.InsertJob(ctx, job); err != nil {
				return err
			}
			e := webhook.Event{
				Company:    company,
				ID:         ids.ULID(tx.Now),
				JobID:      job.ID,
				Type:       onboarding.ApplicationDecision,
				OccurredAt: tx.Now,
				Body:       body,
			}
			return tx.EmitEvent(ctx, e, tx.Now)
		})
	})
}

// attempts reads from the program's rows how long each request took.
func attempts(ctx context.Context, f *figures, p *boot.Program) error {
	var took []time.Duration
	for before := int64(0); ; {
		page, err := p.Store.Deliveries(ctx, company, webhook.Delivered, before, 200)
		if err != nil {
			return err
		}
		for _, d := range page {
			before = d.Seq
			all, err := p.Store.Attempts(ctx, company, d.ID)
			if err != nil {
				return err
			}
			for _, a := range all {
				took = append(took, a.Latency)
			}
		}
		if len(page) < 200 {
			break
		}
	}
	f.add("delivery p50", percentile(took, .5), "ms", "<= 25")
	f.add("delivery p99", percentile(took, .99), "ms", "")
	return nil
}
