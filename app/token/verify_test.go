package token_test

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/token"
)

func TestInvalidSignaturesAreRefused(t *testing.T) {
	each(t, func(t *testing.T, d desk) {
		ctx := t.Context()
		raw := d.token(t)
		parts := strings.Split(raw, ".")
		part := func(v any) string {
			b, _ := json.Marshal(v)
			return base64.RawURLEncoding.EncodeToString(b)
		}
		other := newDesk(t, storetest.SQLite(t, d.clock), d.clock)
		foreign := other.token(t)
		tests := map[string]string{
			"empty":             "",
			"not a token":       "hello",
			"cut":               raw[:len(raw)-10],
			"changed claims":    parts[0] + "." + part(map[string]any{"company": "zeta"}) + "." + parts[2],
			"changed signature": parts[0] + "." + parts[1] + "." + strings.Repeat("A", len(parts[2])),
			"alg none":          part(map[string]any{"alg": "none"}) + "." + parts[1] + ".",
			"alg HS256":         part(map[string]any{"alg": "HS256"}) + "." + parts[1] + "." + parts[2],
			"another's key":     foreign,
			"with the scheme":   "Bearer " + raw,
			"very long":         raw + strings.Repeat("A", 5000),
		}
		for name, bad := range tests {
			if _, err := d.Verify(ctx, bad); !fault.Is(err, fault.Unauthenticated) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := d.Verify(ctx, raw); err != nil {
			t.Fatal(err)
		}
		d.clock.Advance(token.Lifetime - time.Second)
		if _, err := d.Verify(ctx, raw); err != nil {
			t.Errorf("in its last second: %v", err)
		}
		d.clock.Advance(time.Second)
		if _, err := d.Verify(ctx, raw); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("run out: %v", err)
		}
	})
}

func TestRevokingAndDisablingWorkAtOnceEverywhere(t *testing.T) {
	c := clock.NewManual(start)
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		d := newDesk(t, st, c)
		node := &token.Service{
			Store:  st,
			Clock:  c,
			Master: d.Master,
			Hasher: d.Hasher,
			Log:    d.Log,
			Issuer: d.Issuer,
			Limits: d.Limits,
		}
		ctx := t.Context()
		stands := func(raw string) bool {
			t.Helper()
			_, here := d.Verify(ctx, raw)
			_, there := node.Verify(ctx, raw)
			if (here == nil) != (there == nil) {
				t.Fatalf("here %v, on the other node %v", here, there)
			}
			return here == nil
		}
		set := func(fn func(tx *store.Tx) error) {
			t.Helper()
			if err := st.Write(ctx, fn); err != nil {
				t.Fatal(err)
			}
		}
		raw, kept := d.token(t), d.token(t)
		if !stands(raw) {
			t.Fatal("a fresh token does not stand")
		}
		for name, change := range map[string]func(tx *store.Tx, state string) error{
			"client": func(tx *store.Tx, state string) error { return tx.SetClientState(ctx, "acme", d.id, state) },
			"user": func(tx *store.Tx, state string) error {
				return tx.SetIntegrationUserState(ctx, "acme", d.user,
					state)
			},
		} {
			for _, state := range []string{access.StateDisabled, access.StateActive} {
				set(func(tx *store.Tx) error { return change(tx, state) })
				if stands(raw) != (state == access.StateActive) {
					t.Errorf("with its %s %s the token stands: %v", name, state, stands(raw))
				}
			}
		}
		revoke := func(client, raw string) {
			t.Helper()
			form := url.Values{"client_id": {client}, "client_secret": {d.secret}, "token": {raw}}
			if err := d.Revoke(ctx, token.Request{ContentType: formType, Body: []byte(form.Encode())}); err != nil {
				t.Fatal(err)
			}
		}
		revoke("acme-2", raw)
		revoke("zeta-1", raw)
		revoke(d.id, "not a token")
		if !stands(raw) {
			t.Error("another client revoked the token")
		}
		revoke(d.id, raw)
		if stands(raw) || !stands(kept) {
			t.Error("revoking did not end the token, or ended another")
		}
	})
}

func TestIntrospection(t *testing.T) {
	each(t, func(t *testing.T, d desk) {
		ask := func(client, secret, raw string) (token.Introspection, string) {
			form := url.Values{"client_id": {client}, "client_secret": {secret}, "token": {raw}}
			i, err := d.Introspect(t.Context(), token.Request{ContentType: formType, Body: []byte(form.Encode())})
			return i, codeOf(err)
		}
		raw := d.token(t)
		if i, err := ask(d.id, d.secret, raw); err != "<nil>" || !i.Active || i.ClientID != d.id ||
			i.Username != d.user ||
			i.Company != "acme" || i.Expires != start.Unix()+300 {
			t.Errorf("own token: %+v, %v", i, err)
		}
		if i, err := ask("acme-2", d.secret, raw); err != "<nil>" || !i.Active {
			t.Errorf("same company: %+v, %v", i, err)
		}
		for name, pair := range map[string][2]string{
			"foreign":     {"zeta-1", raw},
			"not a token": {d.id, "x"},
			"changed":     {d.id, raw + "A"},
		} {
			if i, err := ask(pair[0], d.secret, pair[1]); err != "<nil>" || i != (token.Introspection{}) {
				t.Errorf("%s: %+v, %v", name, i, err)
			}
		}
		if _, err := ask(d.id, "x", raw); err != "401 invalid_client" {
			t.Errorf("wrong secret: %v", err)
		}
		if _, err := ask(d.id, d.secret, ""); err != "400 invalid_request" {
			t.Errorf("no token: %v", err)
		}
		d.clock.Advance(token.Lifetime)
		if i, err := ask(d.id, d.secret, raw); err != "<nil>" || i.Active {
			t.Errorf("run out: %+v, %v", i, err)
		}
	})
}

func TestARetiredKeyVerifiesUntilItsLastTokenHasRunOut(t *testing.T) {
	each(t, func(t *testing.T, d desk) {
		ctx := t.Context()
		old := d.token(t)
		kid, err := d.Rotate(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if set, _ := d.KeySet(ctx); len(set.Keys) != 2 {
			t.Fatalf("%d keys after rotation", len(set.Keys))
		}
		header, _, _ := strings.Cut(d.token(t), ".")
		plain, _ := base64.RawURLEncoding.DecodeString(header)
		if !strings.Contains(string(plain), kid) {
			t.Errorf("a new token is signed by another key: %s", plain)
		}
		fresh := &token.Service{
			Store:  d.Store,
			Clock:  d.clock,
			Master: d.Master,
			Hasher: d.Hasher,
			Log:    d.Log,
			Issuer: d.Issuer,
		}
		d.clock.Advance(token.Lifetime - time.Second)
		if _, err := fresh.Verify(ctx, old); err != nil {
			t.Errorf("a token of the retired key: %v", err)
		}
		d.clock.Advance(2 * time.Minute)
		if set, _ := d.KeySet(ctx); len(set.Keys) != 1 || set.Keys[0].KeyID != kid {
			t.Errorf("the retired key is still in the set")
		}
		if err := d.Maintain(ctx); err != nil {
			t.Fatal(err)
		}
		if rows, _ := d.Store.SigningKeys(ctx); len(rows) != 1 {
			t.Errorf("%d rows after maintenance", len(rows))
		}
		d.clock.Advance(token.RotateAfter)
		if err := d.Maintain(ctx); err != nil {
			t.Fatal(err)
		}
		if rows, _ := d.Store.SigningKeys(ctx); len(rows) != 2 || rows[0].KID == kid {
			t.Errorf("an old key was not replaced")
		}
	})
}

func TestFirstTokensAtOnceShareOneKey(t *testing.T) {
	c := clock.NewManual(start)
	d := newDesk(t, storetest.SQLite(t, c), c)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { d.token(t) })
	}
	wg.Wait()
	if rows, err := d.Store.SigningKeys(t.Context()); err != nil || len(rows) != 1 {
		t.Errorf("%d keys, %v", len(rows), err)
	}
}
