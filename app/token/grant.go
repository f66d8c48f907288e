package token

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// passwordGrant is a parsed request for a token.
type passwordGrant struct {
	credentials
	username, password, scope string
}

// Grant answers POST …/token. Every error is an *OAuthError.
func (e *Service) Grant(ctx context.Context, r Request) (Response, error) {
	g, fail := readGrant(r)
	if fail != nil {
		return Response{}, fail
	}
	response, err := e.grant(ctx, r.Address, g)
	if err != nil {
		return Response{}, Unavailable(err)
	}
	return response, nil
}

func readGrant(r Request) (passwordGrant, *OAuthError) {
	var g passwordGrant
	f, err := readForm(r)
	if err != nil {
		return g, err
	}
	grantType, err := f.need("grant_type")
	if err != nil {
		return g, err
	}
	if grantType != "password" {
		return g, &OAuthError{Status: 400, Code: codeGrantType, Description: "the one grant type is password"}
	}
	if g.credentials, err = clientCredentials(r, f); err != nil {
		return g, err
	}
	if g.username, err = f.need("username"); err != nil {
		return g, err
	}
	if g.password, err = f.need("password"); err != nil {
		return g, err
	}
	g.scope = f["scope"]
	return g, nil
}

func (e *Service) grant(ctx context.Context, address string, g passwordGrant) (Response, error) {
	throttles := e.throttles(address, g.id, g.username)
	if err := e.allowed(ctx, throttles); err != nil {
		return Response{}, err
	}
	client, err := e.client(ctx, g.credentials, throttles)
	if err != nil {
		return Response{}, err
	}
	if !validScope(g.scope) {
		return Response{}, &OAuthError{
			Status:      400,
			Code:        codeInvalidScope,
			Description: "the scopes are " + ScopeAPI + " and " + ScopeOpenID,
		}
	}
	user, err := e.user(ctx, client.Company, g, throttles)
	if err != nil {
		return Response{}, err
	}
	response, err := e.mint(ctx, client, user)
	if err != nil {
		return Response{}, err
	}
	return response, e.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.IntegrationUserUsed(ctx, user.Company, user.Username); err != nil {
			return err
		}
		return tx.ClientUsed(ctx, client.ID, lastUsedGrain)
	})
}

// validScope reports whether a scope can be granted; a missing scope means api_access.
func validScope(scope string) bool {
	for s := range strings.FieldsSeq(scope) {
		if s != ScopeAPI && s != ScopeOpenID {
			return false
		}
	}
	return true
}

// user returns the user whom the password authenticates. An unknown user, a disabled or locked one and a wrong password
// take the same time (one hash, one write) and get the same answer.
func (e *Service) user(
	ctx context.Context, company string, g passwordGrant, throttles []store.Throttle,
) (store.IntegrationUser, error) {
	user, err := e.Store.IntegrationUser(ctx, company, g.username)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return user, err
	}
	right, stale, err := e.Hasher.Verify(ctx, user.PasswordHash, g.password)
	if err != nil {
		return user, err
	}
	open := user.State == access.StateActive && !e.Clock.Now().Before(user.LockedUntil)
	if !open {
		return user, e.refuse(ctx, throttles, e.badGrant())
	}
	if !right {
		return user, e.wrong(ctx, user, throttles)
	}
	if stale {
		e.rehash(ctx, user, g.password)
	}
	return user, nil
}

// wrong counts a wrong password of a user who could otherwise have signed in.
func (e *Service) wrong(ctx context.Context, user store.IntegrationUser, throttles []store.Throttle) error {
	err := e.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.CountAttempts(ctx, throttles); err != nil {
			return err
		}
		now, err := tx.LockIntegrationUser(ctx, user.Company, user.Username)
		if err != nil {
			return err
		}
		if err := tx.IntegrationUserFailed(ctx, user.Company, user.Username, e.Limits.LockAfter,
			tx.Now.Add(e.Limits.LockFor)); err != nil {
			return err
		}
		locked := tx.Now.Before(now.LockedUntil) // by another attempt at the same time
		if locked || now.Failed+1 < e.Limits.LockAfter {
			return nil
		}
		return tx.Audit(ctx, audit.Entry{
			Company: user.Company,
			Actor:   "system",
			Action:  "integration_user.lock",
			Target:  "user:" + user.Username,
			Detail:  map[string]int{"wrong_passwords": now.Failed + 1},
		})
	})
	if err != nil {
		return err
	}
	return e.badGrant()
}

// rehash hashes a password again with today's costs. A failure does not refuse the grant.
func (e *Service) rehash(ctx context.Context, user store.IntegrationUser, password string) {
	hash, err := e.Hasher.Hash(ctx, password)
	if err == nil {
		err = e.Store.Write(ctx, func(tx *store.Tx) error {
			return tx.RehashIntegrationUser(ctx, user.Company, user.Username, user.PasswordHash, hash)
		})
	}
	if err != nil {
		e.Log.WarnContext(ctx, "rehash password failed", "error", err)
	}
}

// subjects is the namespace of the sub claim: a UUID derived from company and user name (RFC 9562, 5.5).
var subjects = uuid.MustParse("6f1c1e0a-0f0b-5d4c-9a57-2f1d0a6b9c11")

// Subject returns the sub of a user, which is the same in every grant.
func Subject(company, username string) string {
	return uuid.NewSHA1(subjects, []byte(company+"\x00"+username)).String()
}

func (e *Service) mint(ctx context.Context, client store.Client, user store.IntegrationUser) (Response, error) {
	key, err := e.activeKey(ctx)
	if err != nil {
		return Response{}, err
	}
	now := e.Clock.Now()
	session := uuid.NewString()
	token, err := key.sign(Claims{
		Issuer:          e.Issuer,
		Audience:        Audience,
		AuthorizedParty: client.ID,
		Subject:         Subject(user.Company, user.Username),
		Expires:         now.Add(Lifetime).Unix(),
		IssuedAt:        now.Unix(),
		ID:              uuid.NewString(),
		Type:            "Bearer",
		Session:         session,
		Scope:           ScopeAPI,
		Username:        user.Username,
		Company:         user.Company,
	})
	if err != nil {
		return Response{}, fault.Wrap(err, fault.Internal, "the token was not signed")
	}
	return Response{
		AccessToken:  token,
		ExpiresIn:    int(Lifetime / time.Second),
		TokenType:    "Bearer",
		SessionState: session,
		Scope:        ScopeAPI,
	}, nil
}
