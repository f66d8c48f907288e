package dispatch

import (
	"context"
	"encoding/json"
	"sync"

	"proofdesk/app/fault"
	"proofdesk/app/webhook"
)

// outbound holds everything that one attempt needs.
type outbound struct {
	delivery webhook.Delivery
	event    webhook.Event
	endpoint webhook.Endpoint
	credentials
}

// credentials holds an endpoint's decrypted secrets.
type credentials struct {
	headers map[string]string
	kid     string
	secret  string
}

// credentialCache caches decrypted credentials by endpoint until the endpoint's version changes.
type credentialCache struct {
	mu   sync.Mutex
	kept map[string]opened
}

type opened struct {
	version int64
	credentials
}

const credentialCacheSize = 4096

func (d *credentialCache) get(e webhook.Endpoint) (credentials, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	o, ok := d.kept[e.Company+"/"+e.ID]
	return o.credentials, ok && o.version == e.Version
}

func (d *credentialCache) put(e webhook.Endpoint, s credentials) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.kept == nil || len(d.kept) >= credentialCacheSize {
		d.kept = map[string]opened{}
	}
	d.kept[e.Company+"/"+e.ID] = opened{version: e.Version, credentials: s}
}

// outbound collects what an attempt needs. An error is a reason on our side, never the receiver's.
func (w *Worker) outbound(ctx context.Context, d webhook.Delivery) (outbound, error) {
	l := outbound{delivery: d}
	var err error
	if l.endpoint, err = w.Store.Endpoint(ctx, d.Company, d.EndpointID); err != nil ||
		l.endpoint.State == webhook.EndpointPaused {
		return l, err
	}
	if _, _, err := webhook.ParseURL(l.endpoint.URL); err != nil {
		return l, err
	}
	if l.event, err = w.Store.Event(ctx, d.Company, d.EventID); err != nil {
		return l, err
	}
	l.credentials, err = w.credentials(ctx, l.endpoint)
	return l, err
}

func (w *Worker) credentials(ctx context.Context, e webhook.Endpoint) (credentials, error) {
	if s, ok := w.credentialCache.get(e); ok {
		return s, nil
	}
	var s credentials
	if len(e.SealedHeaders) > 0 {
		plain, err := w.Keys.Open(ctx, e.Company, e.SealedHeaders, webhook.HeadersContext(e.ID))
		if err != nil {
			return s, err
		}
		if err := json.Unmarshal(plain, &s.headers); err != nil {
			return s, err
		}
	}
	if err := w.signingKey(ctx, e, &s); err != nil {
		return s, err
	}
	w.credentialCache.put(e, s)
	return s, nil
}

func (w *Worker) signingKey(ctx context.Context, e webhook.Endpoint, s *credentials) error {
	keys, err := w.Store.EndpointKeys(ctx, e.Company, e.ID)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if key.State != webhook.KeyActive {
			continue
		}
		secret, err := w.Keys.Open(ctx, key.Company, key.SealedSecret, webhook.SecretContext(key.EndpointID, key.KID))
		s.kid, s.secret = key.KID, string(secret)
		return err
	}
	return fault.New(fault.Conflict, "the endpoint has no active key")
}
