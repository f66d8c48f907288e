package endpoints

import (
	"context"
	"encoding/json"
	"maps"
	"net/textproto"
	"slices"

	"proofdesk/app/fault"
	"proofdesk/app/keyring"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

// SetEndpointHeader sets a static header of an endpoint. Where the endpoint has one of this name it is replaced if the
// caller has seen it; one that somebody else has set meanwhile is a Conflict, as nobody sees its value.
func (g *Registry) SetEndpointHeader(
	ctx context.Context, actor, company, id, name, value string, seen []string,
) error {
	return g.changeHeaders(ctx, actor, company, id, map[string]any{"set": name}, func(headers map[string]string) error {
		if _, err := webhook.CheckHeaders(map[string]string{name: value}); err != nil {
			return err
		}
		name := textproto.CanonicalMIMEHeaderKey(name)
		if _, ok := headers[name]; ok && !slices.Contains(seen, name) {
			return fault.New(fault.Conflict,
				"somebody else set this header meanwhile: set it again to replace its value")
		}
		headers[name] = value
		return nil
	})
}

// RemoveEndpointHeader removes a static header from an endpoint.
func (g *Registry) RemoveEndpointHeader(ctx context.Context, actor, company, id, name string) error {
	return g.changeHeaders(ctx, actor, company, id, map[string]any{"removed": name},
		func(headers map[string]string) error {
			if _, ok := headers[name]; !ok {
				return fault.New(fault.NotFound, "the endpoint no longer has this header: reload the page")
			}
			delete(headers, name)
			return nil
		})
}

// changeHeaders decrypts an endpoint's headers under a lock on the endpoint, lets change edit them and encrypts them
// again, so that of two headers set at the same time both are kept.
func (g *Registry) changeHeaders(
	ctx context.Context, actor, company, id string, detail map[string]any, change func(map[string]string) error,
) error {
	sealer, err := g.Keys.Sealer(ctx, company)
	if err != nil {
		return err
	}
	return g.Store.Change(ctx, endpointEntry(actor, company, "endpoint.headers", id, detail), func(tx *store.Tx) error {
		e, err := tx.LockEndpoint(ctx, company, id)
		if err != nil {
			return err
		}
		headers, err := openHeaders(sealer, e)
		if err != nil {
			return err
		}
		if err := change(headers); err != nil {
			return err
		}
		if err := sealHeaders(sealer, &e, headers); err != nil {
			return err
		}
		return tx.UpdateEndpoint(ctx, e)
	})
}

func openHeaders(s keyring.Sealer, e webhook.Endpoint) (map[string]string, error) {
	headers := map[string]string{}
	if len(e.SealedHeaders) == 0 {
		return headers, nil
	}
	plain, err := s.Open(e.SealedHeaders, webhook.HeadersContext(e.ID))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(plain, &headers); err != nil {
		return nil, fault.Wrap(err, fault.Internal, "the static headers can't be read")
	}
	return headers, nil
}

// sealHeaders checks static headers and stores them encrypted in an endpoint.
func sealHeaders(s keyring.Sealer, e *webhook.Endpoint, headers map[string]string) error {
	headers, err := webhook.CheckHeaders(headers)
	if err != nil {
		return err
	}
	e.HeaderNames, e.SealedHeaders = slices.Sorted(maps.Keys(headers)), nil
	if len(headers) == 0 {
		return nil
	}
	plain, err := json.Marshal(headers)
	if err != nil {
		return err
	}
	e.SealedHeaders = s.Seal(plain, webhook.HeadersContext(e.ID))
	return nil
}
