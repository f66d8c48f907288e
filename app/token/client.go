package token

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"net/url"
	"strings"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// credentials holds the id and secret of a client. Challenge is set where they came in, or with, an Authorization
// header.
type credentials struct {
	id, secret string
	challenge  bool
}

// clientCredentials reads client_secret_basic or client_secret_post, never both (RFC 6749, 2.3).
func clientCredentials(r Request, f form) (credentials, *OAuthError) {
	if r.Authorization == "" {
		id, err := f.need("client_id")
		if err != nil {
			return credentials{}, err
		}
		secret, err := f.need("client_secret")
		return credentials{id: id, secret: secret}, err
	}
	id, secret, ok := basic(r.Authorization)
	if !ok {
		return credentials{}, badClient(true)
	}
	if f["client_secret"] != "" || (f["client_id"] != "" && f["client_id"] != id) {
		return credentials{}, malformed("the client proves itself in two ways")
	}
	return credentials{id: id, secret: secret, challenge: true}, nil
}

// basic parses a Basic header, in which both parts are form-encoded first (RFC 6749, 2.3.1).
func basic(header string) (id, secret string, ok bool) {
	scheme, encoded, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "Basic") {
		return "", "", false
	}
	plain, err := base64.StdEncoding.DecodeString(strings.TrimSpace(encoded))
	if err != nil {
		return "", "", false
	}
	rawID, rawSecret, found := strings.Cut(string(plain), ":")
	id, idErr := url.QueryUnescape(rawID)
	secret, secretErr := url.QueryUnescape(rawSecret)
	if !found || idErr != nil || secretErr != nil || !isText(id) || !isText(secret) {
		return "", "", false
	}
	fits := id != "" && secret != "" && len(id) <= maxLength["client_id"] && len(secret) <= maxLength["client_secret"]
	return id, secret, fits
}

// client returns the client that the credentials authenticate. An unknown client, a disabled one and a wrong secret
// take the same time and get the same answer.
func (e *Service) client(ctx context.Context, c credentials, throttles []store.Throttle) (store.Client, error) {
	row, err := e.Store.ClientByID(ctx, c.id)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return store.Client{}, err
	}
	known := err == nil && row.State == access.StateActive
	mac := access.MACHex(e.Master.Pepper(access.ClientPepper), c.secret)
	if subtle.ConstantTimeCompare([]byte(mac), []byte(row.SecretHash)) != 1 || !known {
		return store.Client{}, e.refuse(ctx, throttles, badClient(c.challenge))
	}
	return row, nil
}

// lastUsedGrain is the resolution of the time of a client's last use.
const lastUsedGrain = time.Minute
