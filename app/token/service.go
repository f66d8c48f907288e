package token

import (
	"log/slog"
	"sync"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/store"
	"proofdesk/app/vault"
)

const (
	// Lifetime is how long an access token is valid.
	Lifetime = 5 * time.Minute
	// ScopeAPI is the only scope that is granted.
	ScopeAPI = "api_access"
	// ScopeOpenID is accepted, since client libraries send it, and not granted.
	ScopeOpenID = "openid"
	// Audience is the aud of every token: this program's API.
	Audience = "proofdesk-api"
	// Realm is the path of the issuer under the public address.
	Realm = "/auth/realms/identity"
	// Protocol is the path of the endpoints under the issuer.
	Protocol = "/protocol/openid-connect"
)

// Limits holds how often credentials may be tried.
type Limits struct {
	Window    time.Duration // in which attempts are counted
	Account   int           // failures per client and user name in a window
	Address   int           // failures per address (IPv4) or /64 network (IPv6) in a window
	LockAfter int           // wrong passwords of a user in a row
	LockFor   time.Duration // how long the user is locked then
}

// DefaultLimits slows guessing down to a few hundred tries a day without locking out a busy company.
var DefaultLimits = Limits{Window: time.Minute, Account: 10, Address: 60, LockAfter: 20, LockFor: 15 * time.Minute}

// Service issues and verifies tokens. Its fields are set once, before use.
type Service struct {
	Store  *store.Store
	Clock  clock.Clock
	Master *vault.Master
	Hasher *access.Hasher
	Log    *slog.Logger
	// Issuer is the public address followed by Realm. It never comes from a request.
	Issuer string
	Limits Limits
	// GrantFaultIs401 makes the answer to invalid_grant a 401, as older Keycloak servers sent it.
	GrantFaultIs401 bool

	minting  sync.Mutex // one signing key is created at a time
	parsed   sync.Map   // kid → *signingKey
	verified verifiedTokens
}

// Issuer returns the issuer for a public address.
func Issuer(publicURL string) string { return trimSlash(publicURL) + Realm }

func trimSlash(s string) string {
	for len(s) > 0 && s[len(s)-1] == '/' {
		s = s[:len(s)-1]
	}
	return s
}

// Response is the answer to a grant (RFC 6749, 5.1, with the members of the service's description).
type Response struct {
	AccessToken      string `json:"access_token"`
	ExpiresIn        int    `json:"expires_in"`
	RefreshExpiresIn int    `json:"refresh_expires_in"`
	TokenType        string `json:"token_type"`
	NotBeforePolicy  int    `json:"not-before-policy"`
	SessionState     string `json:"session_state"`
	Scope            string `json:"scope"`
}

// String leaves the token out.
func (r Response) String() string { return "token response of session " + r.SessionState }

// LogValue leaves the token out.
func (r Response) LogValue() slog.Value { return slog.StringValue(r.String()) }
