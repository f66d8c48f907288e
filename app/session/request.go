package session

import (
	"context"
	"net/http"

	"github.com/gorilla/sessions"
)

// gorilla uses net/http. Of a request it needs only the context and the Cookie header, and of an answer only the
// header; converting whole requests would read their bodies.

func (b *Browsers) load(ctx context.Context, cookies string) (*sessions.Session, error) {
	return b.rows.Get(request(ctx, cookies), b.name)
}

func (b *Browsers) save(ctx context.Context, session *sessions.Session) (setCookie string, err error) {
	w := answer{}
	err = session.Save(request(ctx, ""), w)
	return w.Header().Get("Set-Cookie"), err
}

func request(ctx context.Context, cookies string) *http.Request {
	return (&http.Request{Header: http.Header{"Cookie": {cookies}}}).WithContext(ctx)
}

// answer is an http.ResponseWriter that keeps header fields only.
type answer http.Header

// Header returns the header fields.
func (a answer) Header() http.Header { return http.Header(a) }

// Write discards a body.
func (a answer) Write(p []byte) (int, error) { return len(p), nil }

// WriteHeader discards a status.
func (a answer) WriteHeader(int) {}
