package endpoints

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"unicode/utf8"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/keyring"
	"proofdesk/app/naming"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

// EndpointRequest describes a webhook endpoint to create or to change.
type EndpointRequest struct {
	Company     string                 `json:"company"`
	URL         string                 `json:"url"`
	Events      []onboarding.EventType `json:"events"`  // none means all
	Headers     map[string]string      `json:"headers"` // static ones; nil keeps the current ones
	Description string                 `json:"description"`
}

// NewEndpoint is an endpoint that was just created with its first HMAC key, whose secret is shown only this once.
type NewEndpoint struct {
	ID     string `json:"id"`
	KID    string `json:"kid"`
	Secret string `json:"secret"`
}

// String returns the endpoint's name without its secret.
func (e NewEndpoint) String() string { return "new endpoint " + e.ID }

// LogValue leaves the secret out.
func (e NewEndpoint) LogValue() slog.Value { return slog.StringValue(e.String()) }

// CreateEndpoint adds an active endpoint with one active key.
func (g *Registry) CreateEndpoint(ctx context.Context, actor string, r EndpointRequest) (NewEndpoint, error) {
	if _, err := g.Store.Company(ctx, r.Company); err != nil {
		return NewEndpoint{}, err
	}
	sealer, err := g.Keys.Sealer(ctx, r.Company)
	if err != nil {
		return NewEndpoint{}, err
	}
	e := webhook.Endpoint{Company: r.Company, ID: ids.UUID(), State: webhook.EndpointActive}
	if err := describe(sealer, &e, r); err != nil {
		return NewEndpoint{}, err
	}
	key, secret, err := g.newEndpointKey(ctx, r.Company, e.ID, webhook.KeyActive)
	if err != nil {
		return NewEndpoint{}, err
	}
	err = g.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.InsertEndpoint(ctx, e); err != nil {
			return err
		}
		if err := tx.InsertEndpointKey(ctx, key); err != nil {
			return err
		}
		return tx.Audit(ctx,
			endpointEntry(actor, r.Company, "endpoint.create", e.ID, map[string]any{
				"host":   e.Host,
				"events": e.Events,
				"kid":    key.KID,
			}))
	})
	return NewEndpoint{ID: e.ID, KID: key.KID, Secret: secret}, err
}

// describe checks a request and applies it to an endpoint.
func describe(s keyring.Sealer, e *webhook.Endpoint, r EndpointRequest) error {
	u, host, err := webhook.ParseURL(r.URL)
	if err != nil {
		return err
	}
	if e.Events, err = webhook.CheckEvents(r.Events); err != nil {
		return err
	}
	if e.Description = strings.TrimSpace(r.Description); utf8.RuneCountInString(e.Description) > maxReason {
		return fault.BadField("description", "max_length", "the description can have at most %d characters", maxReason)
	}
	if err := naming.CheckText("description", e.Description); err != nil {
		return err
	}
	e.URL, e.Host = u.String(), host
	if r.Headers == nil {
		return nil
	}
	return sealHeaders(s, e, r.Headers)
}

// Description holds what people edit of an endpoint together. Its state, headers and keys change without it.
type Description struct {
	URL    string                 `json:"url"`
	Events []onboarding.EventType `json:"events"`
	Text   string                 `json:"text"`
}

// DescriptionOf returns the description of an endpoint.
func DescriptionOf(e webhook.Endpoint) Description {
	return Description{URL: e.URL, Events: e.Events, Text: e.Description}
}

func (d Description) same(other Description) bool {
	return d.URL == other.URL && d.Text == other.Text && slices.Equal(d.Events, other.Events)
}

// UpdateEndpoint changes an endpoint. It returns a Conflict where its description has changed since the caller read it.
// Waiting deliveries are sent to the new address.
func (g *Registry) UpdateEndpoint(ctx context.Context, actor, id string, was Description, r EndpointRequest) error {
	sealer, err := g.Keys.Sealer(ctx, r.Company)
	if err != nil {
		return err
	}
	return g.Store.Write(ctx, func(tx *store.Tx) error {
		e, err := tx.LockEndpoint(ctx, r.Company, id)
		if err != nil {
			return err
		}
		if !DescriptionOf(e).same(was) {
			return fault.New(fault.Conflict, "somebody else changed the endpoint: review it and save again")
		}
		if err := describe(sealer, &e, r); err != nil {
			return err
		}
		if err := tx.UpdateEndpoint(ctx, e); err != nil {
			return err
		}
		detail := map[string]any{"host": e.Host, "events": e.Events, "headers": e.HeaderNames}
		return tx.Audit(ctx, endpointEntry(actor, r.Company, "endpoint.update", id, detail))
	})
}

func (g *Registry) newEndpointKey(
	ctx context.Context, company, endpointID string, state webhook.KeyState,
) (webhook.EndpointKey, string, error) {
	secret, kid := webhook.NewSecret(), webhook.NewKID()
	sealed, err := g.Keys.Seal(ctx, company, []byte(secret), webhook.SecretContext(endpointID, kid))
	return webhook.EndpointKey{Company: company, EndpointID: endpointID, KID: kid, SealedSecret: sealed, State: state},
		secret, err
}

// AddEndpointKey creates a pending key, to be verified at the receiver before it is promoted. Its secret is shown only
// this once.
func (g *Registry) AddEndpointKey(ctx context.Context, actor, company, endpointID string) (NewEndpoint, error) {
	key, secret, err := g.newEndpointKey(ctx, company, endpointID, webhook.KeyPending)
	if err != nil {
		return NewEndpoint{}, err
	}
	e := endpointEntry(actor, company, "endpoint.key.create", endpointID, map[string]any{"kid": key.KID})
	err = g.Store.Change(ctx, e, func(tx *store.Tx) error {
		if _, err := tx.LockEndpoint(ctx, company, endpointID); err != nil { // so that it is not deleted meanwhile
			return err
		}
		return tx.InsertEndpointKey(ctx, key)
	})
	if err != nil {
		return NewEndpoint{}, err
	}
	return NewEndpoint{ID: endpointID, KID: key.KID, Secret: secret}, nil
}

// PromoteEndpointKey makes a key the one that signs.
func (g *Registry) PromoteEndpointKey(ctx context.Context, actor, company, endpointID, kid string) error {
	return g.Store.Change(ctx,
		endpointEntry(actor, company, "endpoint.key.promote", endpointID, map[string]any{"kid": kid}),
		func(tx *store.Tx) error {
			return tx.PromoteEndpointKey(ctx, company, endpointID, kid)
		})
}

// DropEndpointKey removes a pending or retired key that is no longer wanted.
func (g *Registry) DropEndpointKey(ctx context.Context, actor, company, endpointID, kid string) error {
	return g.Store.Change(ctx,
		endpointEntry(actor, company, "endpoint.key.drop", endpointID, map[string]any{"kid": kid}),
		func(tx *store.Tx) error {
			return tx.DropEndpointKey(ctx, company, endpointID, kid)
		})
}

const maxReason = 200

// reasonOr returns a reason as one line of permitted length, or the default where there is none.
func reasonOr(reason, otherwise string) (string, error) {
	reason = strings.Join(strings.Fields(reason), " ")
	switch {
	case reason == "":
		return otherwise, nil
	case utf8.RuneCountInString(reason) > maxReason:
		return "", fault.BadField("reason", "max_length", "the reason can have at most %d characters", maxReason)
	}
	return reason, naming.CheckWords("reason", reason)
}

// PauseEndpoint stops deliveries to an endpoint until ResumeEndpoint.
func (g *Registry) PauseEndpoint(ctx context.Context, actor, company, id, reason string) error {
	reason, err := reasonOr(reason, "paused by hand")
	if err != nil {
		return err
	}
	return g.Store.Change(ctx, endpointEntry(actor, company, "endpoint.pause", id, map[string]any{"reason": reason}),
		func(tx *store.Tx) error {
			return tx.PauseEndpoint(ctx, company, id, reason)
		})
}

// ResumeEndpoint resumes deliveries.
func (g *Registry) ResumeEndpoint(ctx context.Context, actor, company, id string) error {
	return g.Store.Change(ctx, endpointEntry(actor, company, "endpoint.resume", id, nil), func(tx *store.Tx) error {
		return tx.ResumeEndpoint(ctx, company, id)
	})
}

// DeleteEndpoint removes an endpoint; its waiting deliveries fail.
func (g *Registry) DeleteEndpoint(ctx context.Context, actor, company, id string) error {
	return g.Store.Change(ctx, endpointEntry(actor, company, "endpoint.delete", id, nil), func(tx *store.Tx) error {
		return tx.DeleteEndpoint(ctx, company, id)
	})
}

func endpointEntry(actor, company, action, id string, detail map[string]any) audit.Entry {
	return audit.Entry{Company: company, Actor: actor, Action: action, Target: "endpoint:" + id, Detail: detail}
}
