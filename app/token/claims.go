package token

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"

	"proofdesk/app/fault"
)

// Claims holds the contents of an access token.
type Claims struct {
	Issuer          string `json:"iss"`
	Audience        string `json:"aud"`
	AuthorizedParty string `json:"azp"` // the client
	Subject         string `json:"sub"`
	Expires         int64  `json:"exp"` // Unix seconds
	IssuedAt        int64  `json:"iat"`
	ID              string `json:"jti"`
	Type            string `json:"typ"`
	Session         string `json:"sid"`
	Scope           string `json:"scope"`
	Username        string `json:"preferred_username"`
	Company         string `json:"company"`
}

// Identity is the subject of a verified token.
type Identity struct {
	Company  string
	ClientID string
	Username string
	Scope    string
	JTI      string
	Expires  time.Time
	Sandbox  bool // whether the client is a sandbox client
}

// HasScope reports whether the token was granted a scope.
func (i Identity) HasScope(scope string) bool {
	for s := range strings.FieldsSeq(i.Scope) {
		if s == scope {
			return true
		}
	}
	return false
}

// maxToken limits the length of a token that is parsed; ours have about 1,000 bytes.
const maxToken = 4096

var errToken = errors.New("not a token of ours")

// sign returns the claims as a compact JWS (RFC 7515).
func (k *signingKey) sign(c Claims) (string, error) {
	body, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	signed, err := k.signer.Sign(body)
	if err != nil {
		return "", err
	}
	return signed.CompactSerialize()
}

// open checks the form and the signature of a token and returns its claims, whether or not they are still valid. The
// key is found by the header's kid; the algorithm is ours, whatever the header says.
func open(raw string, keys map[string]*signingKey) (Claims, error) {
	var c Claims
	if len(raw) > maxToken {
		return c, errToken
	}
	parsed, err := jose.ParseSignedCompact(raw, []jose.SignatureAlgorithm{jose.RS256})
	if err != nil {
		return c, errToken
	}
	key, ok := keys[parsed.Signatures[0].Header.KeyID]
	if !ok {
		return c, errToken
	}
	body, err := parsed.Verify(key.public)
	if err != nil || json.Unmarshal(body, &c) != nil {
		return c, errToken
	}
	return c, nil
}

// valid reports whether the claims are for this program and have not expired.
func (e *Service) valid(c Claims) bool {
	now := e.Clock.Now().Unix()
	return c.Issuer == e.Issuer && c.Audience == Audience && c.Type == "Bearer" && c.ID != "" && now < c.Expires &&
		c.IssuedAt <= now+60
}

// refused returns the one fault for every token that is not valid.
func refused() error {
	return fault.New(fault.Unauthenticated, "the access token is missing, malformed, expired or revoked")
}
