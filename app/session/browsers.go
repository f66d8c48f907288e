package session

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/gorilla/securecookie"
	"github.com/gorilla/sessions"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/vault"
)

// The name of the cookie. Over https it is bound to this host, without a Domain and with Path=/ (RFC 6265bis, 4.1.3.2).
const (
	cookieName     = "proofdesk_session"
	hostCookieName = "__Host-" + cookieName
)

// Browsers holds the signed-in browsers of the console.
type Browsers struct {
	rows   *rows
	store  *store.Store
	name   string
	tokens vault.Key
}

// New returns the sessions of an installation. The cookie is Secure where publicURL is https.
func New(st *store.Store, c clock.Clock, master *vault.Master, publicURL string) *Browsers {
	key := master.Pepper("session cookie")
	codec := securecookie.New(key[:], nil)
	codec.MaxAge(int(Absolute.Seconds()))
	options := sessions.Options{
		Path:     "/",
		MaxAge:   int(Absolute.Seconds()),
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	}
	name := cookieName
	if u, err := url.Parse(publicURL); err == nil && strings.EqualFold(u.Scheme, "https") {
		options.Secure, name = true, hostCookieName
	}
	return &Browsers{
		rows:   &rows{store: st, clock: c, codecs: []securecookie.Codec{codec}, options: options},
		store:  st,
		name:   name,
		tokens: master.Pepper("session form token"),
	}
}

// Current is the agent and session behind a request.
type Current struct {
	Agent   store.Agent
	Hash    string // of the session, to mark it in a list and to find its row
	Token   string // included in every form of this session
	session *sessions.Session
}

// Value returns a text that a page stored with Keep.
func (c *Current) Value(name string) string {
	text, _ := c.session.Values[name].(string)
	return text
}

// ValidToken reports whether a form's token belongs to this session.
func (c *Current) ValidToken(token string) bool { return hmac.Equal([]byte(token), []byte(c.Token)) }

// Current returns the agent of the session in the Cookie header; Unauthenticated where there is no valid session, or
// the agent is disabled. The agent is read each time: a changed role applies from the next request.
func (b *Browsers) Current(ctx context.Context, cookies string) (*Current, error) {
	session, err := b.load(ctx, cookies)
	if err != nil {
		return nil, err
	}
	if session.IsNew {
		return nil, fault.New(fault.Unauthenticated, "sign in first")
	}
	company, _ := session.Values[companyValue].(string)
	id, _ := session.Values[agentValue].(string)
	agent, err := b.store.Agent(ctx, company, id)
	if fault.Is(err, fault.NotFound) || (err == nil && agent.State != access.StateActive) {
		return nil, fault.New(fault.Unauthenticated, "sign in first")
	}
	if err != nil {
		return nil, err
	}
	return &Current{Agent: agent, Hash: Hash(session.ID), Token: b.token(session.ID), session: session}, nil
}

// Permit is a store.Permit of the session: Unauthenticated once it has ended or its agent is disabled, Forbidden once
// the agent has another role than the one that was asked what it may do.
func (c *Current) Permit(ctx context.Context, r store.Reads) error {
	now, err := r.Agent(ctx, c.Agent.Company, c.Agent.ID)
	if err == nil {
		_, err = r.Session(ctx, c.Hash)
	}
	switch {
	case fault.Is(err, fault.NotFound) || err == nil && now.State != access.StateActive:
		return fault.New(fault.Unauthenticated, "your session has ended: sign in again")
	case err == nil && now.Role != c.Agent.Role:
		return fault.New(fault.Forbidden, "your role has changed meanwhile: reload the page")
	}
	return err
}

func (b *Browsers) token(id string) string {
	h := hmac.New(sha256.New, b.tokens[:])
	_, _ = h.Write([]byte(id))
	return hex.EncodeToString(h.Sum(nil))
}

// Keep stores texts for the session's next pages; an empty text removes one. Texts that another page stores at the same
// time are kept.
func (b *Browsers) Keep(ctx context.Context, c *Current, values map[string]string) error {
	for name, value := range values {
		if value == "" {
			delete(c.session.Values, name)
			continue
		}
		c.session.Values[name] = value
	}
	return b.store.Write(ctx, func(tx *store.Tx) error {
		return tx.ChangeSessionData(ctx, c.Hash, func(kept map[string]string) {
			for name, value := range values {
				if kept[name] = value; value == "" {
					delete(kept, name)
				}
			}
		})
	})
}

// Start signs an agent in: the session that the browser had ends, a new one begins. It returns the Set-Cookie header;
// Unauthenticated where the agent was disabled, or got another password or second factor, since they proved who they
// are.
func (b *Browsers) Start(
	ctx context.Context, cookies string, agent store.Agent, address, userAgent string,
) (string, error) {
	session, err := b.load(ctx, cookies)
	if err != nil {
		return "", err
	}
	if !session.IsNew {
		if err := b.store.Write(ctx,
			func(tx *store.Tx) error { return tx.EndSession(ctx, Hash(session.ID)) }); err != nil {
			return "", err
		}
	}
	session.IsNew, session.ID = true, ""
	session.Values = map[any]any{
		companyValue:   agent.Company,
		agentValue:     agent.ID,
		addressValue:   address,
		userAgentValue: cut(userAgent),
		provenValue:    agent,
	}
	return b.save(ctx, session)
}

// stillIs returns an error unless an agent is as they were authenticated. Who disables them or changes how they prove
// themselves ends their sessions, and locks them first: a session that began afterwards would stay.
func stillIs(ctx context.Context, tx *store.Tx, proven store.Agent) error {
	now, err := tx.LockAgent(ctx, proven.Company, proven.ID)
	if err == nil && now.State == access.StateActive && now.PasswordHash == proven.PasswordHash &&
		bytes.Equal(now.TOTPSecret, proven.TOTPSecret) {
		return nil
	}
	if err == nil || fault.Is(err, fault.NotFound) {
		return fault.New(fault.Unauthenticated, "your session has ended: sign in again")
	}
	return err
}

// End signs out and returns the Set-Cookie header that removes the cookie.
func (b *Browsers) End(ctx context.Context, cookies string) (string, error) {
	session, err := b.load(ctx, cookies)
	if err != nil {
		return "", err
	}
	session.Options.MaxAge = -1
	return b.save(ctx, session)
}

// Purge removes sessions that have expired.
func (b *Browsers) Purge(ctx context.Context) error {
	return b.store.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.PurgeSessions(ctx, tx.Now.Add(-Idle))
		return err
	})
}

// cut shortens the browser's name, at a whole character.
func cut(userAgent string) string {
	userAgent = strings.ToValidUTF8(userAgent, "")
	for len(userAgent) > 200 {
		_, size := utf8.DecodeLastRuneInString(userAgent)
		userAgent = userAgent[:len(userAgent)-size]
	}
	return userAgent
}
