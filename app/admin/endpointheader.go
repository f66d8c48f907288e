package admin

import (
	"context"
	"encoding/json"
	"maps"
	"net/textproto"
	"slices"

	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

// SetEndpointHeader adds a static header to an endpoint or replaces its value; the others stay.
func (a *Accounts) SetEndpointHeader(ctx context.Context, actor, company, id, name, value string) error {
	return a.changeHeaders(ctx, actor, company, id, map[string]any{"set": name}, func(headers map[string]string) error {
		if _, err := webhook.CheckHeaders(map[string]string{name: value}); err != nil {
			return err
		}
		headers[textproto.CanonicalMIMEHeaderKey(name)] = value
		return nil
	})
}

// RemoveEndpointHeader takes a static header from an endpoint.
func (a *Accounts) RemoveEndpointHeader(ctx context.Context, actor, company, id, name string) error {
	return a.changeHeaders(ctx, actor, company, id, map[string]any{"removed": name},
		func(headers map[string]string) error {
			if _, ok := headers[name]; !ok {
				return fault.New(fault.NotFound, "the endpoint has no such header")
			}
			delete(headers, name)
			return nil
		})
}

func (a *Accounts) changeHeaders(
	ctx context.Context, actor, company, id string, detail map[string]any, change func(map[string]string) error,
) error {
	e, err := a.Store.Endpoint(ctx, company, id)
	if err != nil {
		return err
	}
	headers := map[string]string{}
	if len(e.SealedHeaders) > 0 {
		plain, err := a.Keys.Open(ctx, company, e.SealedHeaders, webhook.HeadersContext(id))
		if err != nil {
			return err
		}
		if err := json.Unmarshal(plain, &headers); err != nil {
			return fault.Wrap(err, fault.Internal, "the static headers can't be read")
		}
	}
	if err := change(headers); err != nil {
		return err
	}
	if err := a.sealHeaders(ctx, &e, headers); err != nil {
		return err
	}
	return a.change(ctx, endpointEntry(actor, company, "endpoint.headers", id, detail), func(tx *store.Tx) error {
		now, err := tx.Endpoint(ctx, company, id)
		if err == nil && now.Version != e.Version {
			return fault.New(fault.Conflict, "the endpoint has changed meanwhile: try again")
		}
		if err != nil {
			return err
		}
		return tx.UpdateEndpoint(ctx, e)
	})
}

// sealHeaders checks static headers and writes them into an endpoint.
func (a *Accounts) sealHeaders(ctx context.Context, e *webhook.Endpoint, headers map[string]string) error {
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
	e.SealedHeaders, err = a.Keys.Seal(ctx, e.Company, plain, webhook.HeadersContext(e.ID))
	return err
}
