package token

import (
	"context"
	"errors"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// Introspection is the answer about a token (RFC 7662, 2.2); only Active is set where the token is not valid.
type Introspection struct {
	Active    bool   `json:"active"`
	Scope     string `json:"scope,omitempty"`
	ClientID  string `json:"client_id,omitempty"`
	Username  string `json:"username,omitempty"`
	TokenType string `json:"token_type,omitempty"`
	Expires   int64  `json:"exp,omitempty"`
	IssuedAt  int64  `json:"iat,omitempty"`
	Subject   string `json:"sub,omitempty"`
	Audience  string `json:"aud,omitempty"`
	Issuer    string `json:"iss,omitempty"`
	ID        string `json:"jti,omitempty"`
	Session   string `json:"sid,omitempty"`
	Company   string `json:"company,omitempty"`
}

// Introspect answers POST …/token/introspect, for tokens of the asking client's company. Every error is an *OAuthError.
func (e *Service) Introspect(ctx context.Context, r Request) (Introspection, error) {
	client, raw, err := e.asking(ctx, r)
	if err != nil {
		return Introspection{}, Unavailable(err)
	}
	c, err := e.claims(ctx, raw)
	if err == nil && c.Company != client.Company {
		err = refused()
	}
	if err == nil {
		_, err = standing(e.Store.TokenStatus(ctx, c.ID, c.Company, c.AuthorizedParty, c.Username))
	}
	if fault.Is(err, fault.Unauthenticated) {
		return Introspection{}, nil
	}
	if err != nil {
		return Introspection{}, Unavailable(err)
	}
	return Introspection{
		Active:    true,
		Scope:     c.Scope,
		ClientID:  c.AuthorizedParty,
		Username:  c.Username,
		TokenType: "Bearer",
		Expires:   c.Expires,
		IssuedAt:  c.IssuedAt,
		Subject:   c.Subject,
		Audience:  c.Audience,
		Issuer:    c.Issuer,
		ID:        c.ID,
		Session:   c.Session,
		Company:   c.Company,
	}, nil
}

// Revoke answers POST …/revoke (RFC 7009): a token of the asking client ends at once. Any other token gets the same
// answer, and nothing happens. Every error is an *OAuthError.
func (e *Service) Revoke(ctx context.Context, r Request) error {
	client, raw, err := e.asking(ctx, r)
	if err != nil {
		return Unavailable(err)
	}
	c, err := e.claims(ctx, raw)
	if fault.Is(err, fault.Unauthenticated) || (err == nil && c.AuthorizedParty != client.ID) {
		return nil
	}
	if err == nil {
		err = e.Store.Write(ctx, func(tx *store.Tx) error {
			return errors.Join(
				tx.RevokeToken(ctx, c.ID, time.Unix(c.Expires, 0)),
				tx.Audit(ctx, audit.Entry{
					Company: c.Company,
					Actor:   "client:" + client.ID,
					Action:  "token.revoke",
					Target:  "token:" + c.ID,
				}),
			)
		})
	}
	if err != nil {
		return Unavailable(err)
	}
	return nil
}

// asking returns the client that asks about a token, and the token.
func (e *Service) asking(ctx context.Context, r Request) (store.Client, string, error) {
	f, fail := readForm(r)
	if fail != nil {
		return store.Client{}, "", fail
	}
	credentials, fail := clientCredentials(r, f)
	if fail != nil {
		return store.Client{}, "", fail
	}
	raw, fail := f.need("token")
	if fail != nil {
		return store.Client{}, "", fail
	}
	throttles := e.throttles(r.Address, credentials.id)
	if err := e.allowed(ctx, throttles); err != nil {
		return store.Client{}, "", err
	}
	client, err := e.client(ctx, credentials, throttles)
	return client, raw, err
}
