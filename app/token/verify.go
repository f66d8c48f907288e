package token

import (
	"context"
	"crypto/sha256"
	"sync"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/store"
)

// Verify returns the identity of a bearer token (without the scheme); Unauthenticated for any that is not valid. The
// signature is checked once per token; whether it, its client and its user are still valid is read from the rows each
// time, so that revoking and disabling take effect at once on every node.
func (e *Service) Verify(ctx context.Context, bearer string) (Identity, error) {
	c, err := e.claims(ctx, bearer)
	if err != nil {
		return Identity{}, err
	}
	standing, err := standing(e.Store.TokenStatus(ctx, c.ID, c.Company, c.AuthorizedParty, c.Username))
	if err != nil {
		return Identity{}, err
	}
	return Identity{
		Company:  c.Company,
		ClientID: c.AuthorizedParty,
		Username: c.Username,
		Scope:    c.Scope,
		JTI:      c.ID,
		Expires:  time.Unix(c.Expires, 0).UTC(),
		Sandbox:  standing.Sandbox,
	}, nil
}

// claims returns the claims of a token that is genuine and has not expired.
func (e *Service) claims(ctx context.Context, bearer string) (Claims, error) {
	if bearer == "" || len(bearer) > maxToken {
		return Claims{}, refused()
	}
	digest := sha256.Sum256([]byte(bearer))
	c, ok := e.verified.get(digest)
	if !ok {
		keys, err := e.verifyingKeys(ctx)
		if err != nil {
			return Claims{}, err
		}
		if c, err = open(bearer, keys); err != nil {
			return Claims{}, refused()
		}
	}
	if !e.valid(c) {
		return Claims{}, refused()
	}
	if !ok {
		e.verified.put(digest, c, e.Clock.Now())
	}
	return c, nil
}

// Permit returns the store.Permit of a request with a token that was verified: Unauthenticated once the token is
// revoked, or its client or its user is disabled.
func Permit(i Identity) store.Permit {
	return func(ctx context.Context, r store.Reads) error {
		_, err := standing(r.TokenStatus(ctx, i.JTI, i.Company, i.ClientID, i.Username))
		return err
	}
}

// standing refuses a token that was revoked, and one whose client or user is not active.
func standing(s store.TokenStatus, err error) (store.TokenStatus, error) {
	if err == nil && (s.Revoked || s.ClientState != access.StateActive || s.UserState != access.StateActive) {
		err = refused()
	}
	return s, err
}

// maxVerified limits the cache of verified tokens, to about 8 MB.
const maxVerified = 16384

// verifiedTokens caches claims whose signature was checked, by the token's SHA-256. The zero value is empty.
type verifiedTokens struct {
	mu     sync.RWMutex
	claims map[[sha256.Size]byte]Claims
}

func (v *verifiedTokens) get(digest [sha256.Size]byte) (Claims, bool) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	c, ok := v.claims[digest]
	return c, ok
}

// put caches claims. A full cache drops expired entries, and is emptied if there are none.
func (v *verifiedTokens) put(digest [sha256.Size]byte, c Claims, now time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.claims) >= maxVerified {
		for d, old := range v.claims {
			if old.Expires <= now.Unix() {
				delete(v.claims, d)
			}
		}
	}
	if v.claims == nil || len(v.claims) >= maxVerified {
		v.claims = map[[sha256.Size]byte]Claims{}
	}
	v.claims[digest] = c
}
