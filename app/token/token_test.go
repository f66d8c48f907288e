package token_test

import (
	"context"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/token"
	"proofdesk/app/vault"
)

func TestMain(m *testing.M) { storetest.Main(m) }

const formType = "application/x-www-form-urlencoded"

// desk is an endpoint with the client and the user of a company.
type desk struct {
	*token.Endpoint
	clock    *clock.Manual
	id       string
	secret   string
	user     string
	password string
}

var start = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func newDesk(t testing.TB, st *store.Store, c *clock.Manual) desk {
	t.Helper()
	ctx := context.Background()
	d := desk{clock: c, id: "acme-1", secret: access.NewClientSecret(), user: "robot", password: access.NewPassword(), Endpoint: &token.Endpoint{
		Store: st, Clock: c, Master: vault.Ephemeral(), Hasher: access.NewHasher(2, 32, access.Params{Memory: 64, Passes: 1, Lanes: 1}),
		Log: slog.New(slog.DiscardHandler), Issuer: token.Issuer("https://id.example.test/"), Limits: token.DefaultLimits,
	}}
	hash, err := d.Hasher.Hash(ctx, d.password)
	if err != nil {
		t.Fatal(err)
	}
	mac := access.MACHex(d.Master.Pepper(access.ClientPepper), d.secret)
	err = st.Write(ctx, func(tx *store.Tx) error {
		return errors.Join(
			tx.InsertClient(ctx, store.Client{ID: d.id, Company: "acme", Name: "App", SecretHash: mac, Sandbox: true}),
			tx.InsertClient(ctx, store.Client{ID: "acme-2", Company: "acme", Name: "Other", SecretHash: mac}),
			tx.InsertClient(ctx, store.Client{ID: "zeta-1", Company: "zeta", Name: "Foreign", SecretHash: mac}),
			tx.InsertIntegrationUser(ctx, store.IntegrationUser{Company: "acme", Username: d.user, PasswordHash: hash}),
		)
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func sqliteDesk(t testing.TB) desk {
	c := clock.NewManual(start)
	return newDesk(t, storetest.SQLite(t, c), c)
}

func (d desk) form(changes ...string) token.Request {
	f := url.Values{
		"grant_type": {"password"}, "client_id": {d.id}, "client_secret": {d.secret}, "username": {d.user}, "password": {d.password}, "scope": {"api_access"},
	}
	for i := 0; i < len(changes); i += 2 {
		f.Set(changes[i], changes[i+1])
	}
	return token.Request{ContentType: formType, Body: []byte(f.Encode()), Address: "192.0.2.1"}
}

func (d desk) token(t testing.TB) string {
	t.Helper()
	r, err := d.Grant(context.Background(), d.form())
	if err != nil {
		t.Fatal(err)
	}
	return r.AccessToken
}

func codeOf(err error) string {
	var e *token.Error
	if errors.As(err, &e) {
		return fmt.Sprintf("%d %s", e.Status, e.Code)
	}
	return fmt.Sprint(err)
}

func TestAGrantedTokenSaysWhatTheContractSays(t *testing.T) {
	c := clock.NewManual(start)
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		d := newDesk(t, st, c)
		r, err := d.Grant(t.Context(), d.form())
		if err != nil {
			t.Fatal(err)
		}
		if r.ExpiresIn != 300 || r.RefreshExpiresIn != 0 || r.TokenType != "Bearer" || r.NotBeforePolicy != 0 || r.Scope != "api_access" || len(r.SessionState) != 36 {
			t.Errorf("response %+v", r)
		}
		set, err := d.KeySet(t.Context())
		if err != nil || len(set.Keys) != 1 {
			t.Fatal(set, err)
		}
		public := set.Keys[0].Key.(*rsa.PublicKey)
		if public.N.BitLen() != 3072 {
			t.Errorf("the key has %d bits", public.N.BitLen())
		}
		claims := jwt.MapClaims{}
		parsed, err := jwt.ParseWithClaims(r.AccessToken, claims, func(*jwt.Token) (any, error) { return public, nil },
			jwt.WithValidMethods([]string{"RS256"}), jwt.WithIssuer(d.Issuer), jwt.WithAudience(token.Audience), jwt.WithExpirationRequired(), jwt.WithTimeFunc(c.Now))
		if err != nil || parsed.Header["kid"] != set.Keys[0].KeyID || parsed.Header["typ"] != "JWT" {
			t.Fatalf("second verifier: %v, header %v", err, parsed.Header)
		}
		for name, want := range map[string]any{
			"iss": "https://id.example.test/auth/realms/identity", "aud": "proofdesk-api", "azp": d.id, "sub": token.Subject("acme", d.user), "typ": "Bearer",
			"sid": r.SessionState, "scope": "api_access", "preferred_username": d.user, "company": "acme",
			"iat": float64(start.Unix()), "exp": float64(start.Unix() + 300),
		} {
			if claims[name] != want {
				t.Errorf("claim %s is %v, want %v", name, claims[name], want)
			}
		}
		i, err := d.Verify(t.Context(), r.AccessToken)
		want := token.Identity{Company: "acme", ClientID: d.id, Username: d.user, Scope: "api_access", JTI: claims["jti"].(string), Expires: start.Add(5 * time.Minute), Sandbox: true}
		if err != nil || i != want || !i.HasScope("api_access") || i.HasScope("api") {
			t.Errorf("identity %+v, %v", i, err)
		}
	})
}

func TestMalformedGrants(t *testing.T) {
	d := sqliteDesk(t)
	with := func(change func(*token.Request)) token.Request {
		r := d.form()
		change(&r)
		return r
	}
	body := func(suffix string) token.Request {
		return with(func(r *token.Request) { r.Body = append(r.Body, suffix...) })
	}
	header := func(value string, drop bool) token.Request {
		r := d.form()
		if drop {
			f, _ := url.ParseQuery(string(r.Body))
			f.Del("client_id")
			f.Del("client_secret")
			r.Body = []byte(f.Encode())
		}
		r.Authorization = value
		return r
	}
	good := "Basic " + base64.StdEncoding.EncodeToString([]byte(d.id+":"+d.secret))
	tests := []struct {
		name    string
		request token.Request
		want    string
	}{
		{"as it should be", d.form(), "<nil>"},
		{"basic", header(good, true), "<nil>"},
		{"basic in other case", header(strings.Replace(good, "Basic", "bAsIc", 1), true), "<nil>"},
		{"content type in other case with a parameter", with(func(r *token.Request) { r.ContentType = "Application/X-WWW-Form-URLEncoded; charset=UTF-8" }), "<nil>"},
		{"unknown parameter", body("&theme=dark"), "<nil>"},
		{"openid", d.form("scope", "openid"), "<nil>"},
		{"both scopes", d.form("scope", "openid  api_access"), "<nil>"},
		{"no scope", d.form("scope", ""), "<nil>"},
		{"other scope", d.form("scope", "api_access admin"), "400 invalid_scope"},
		{"scope in capitals", d.form("scope", "API_ACCESS"), "400 invalid_scope"},
		{"no content type", with(func(r *token.Request) { r.ContentType = "" }), "415 invalid_request"},
		{"JSON", with(func(r *token.Request) { r.ContentType = "application/json" }), "415 invalid_request"},
		{"multipart", with(func(r *token.Request) { r.ContentType = "multipart/form-data; boundary=x" }), "415 invalid_request"},
		{"two content types", with(func(r *token.Request) { r.ContentType = formType + ", " + formType }), "415 invalid_request"},
		{"credentials in the address", with(func(r *token.Request) { r.Query, r.Body = string(r.Body), nil }), "400 invalid_request"},
		{"secret in the address too", with(func(r *token.Request) { r.Query = "client_secret=" + d.secret }), "400 invalid_request"},
		{"secret in the address in disguise", with(func(r *token.Request) { r.Query = "client%5Fsecret=x" }), "400 invalid_request"},
		{"empty body", with(func(r *token.Request) { r.Body = nil }), "400 invalid_request"},
		{"no grant type", d.form("grant_type", ""), "400 invalid_request"},
		{"no client", d.form("client_id", ""), "400 invalid_request"},
		{"no secret", d.form("client_secret", ""), "400 invalid_request"},
		{"no user", d.form("username", ""), "400 invalid_request"},
		{"no password", d.form("password", ""), "400 invalid_request"},
		{"other grant", d.form("grant_type", "client_credentials"), "400 unsupported_grant_type"},
		{"grant in capitals", d.form("grant_type", "PASSWORD"), "400 unsupported_grant_type"},
		{"password twice", body("&password=x"), "400 invalid_request"},
		{"password twice, the same", body("&password=" + url.QueryEscape(d.password)), "400 invalid_request"},
		{"unknown parameter twice", body("&a=1&a=2"), "400 invalid_request"},
		{"parameter twice in disguise", body("&%70assword=x"), "400 invalid_request"},
		{"empty parameter twice", body("&a=&a="), "400 invalid_request"},
		{"over-long user", d.form("username", strings.Repeat("u", 256)), "400 invalid_request"},
		{"over-long password", d.form("password", strings.Repeat("u", 513)), "400 invalid_request"},
		{"over-long client", d.form("client_id", strings.Repeat("u", 129)), "400 invalid_request"},
		{"over-long scope", d.form("scope", strings.Repeat("u", 513)), "400 invalid_request"},
		{"over-long body", body("&x=" + strings.Repeat("y", 17<<10)), "400 invalid_request"},
		{"many parameters", body("&" + manyParameters(40)), "400 invalid_request"},
		{"bad escape", body("&x=%zz"), "400 invalid_request"},
		{"bad UTF-8", body("&x=%ff"), "400 invalid_request"},
		{"NUL in the user", d.form("username", "robot\x00"), "400 invalid_request"},
		{"line break in the user", d.form("username", "robot\r\nx"), "400 invalid_request"},
		{"unknown client", d.form("client_id", "acme-9"), "401 invalid_client"},
		{"wrong secret", d.form("client_secret", "x"), "401 invalid_client"},
		{"basic and a secret in the body", header(good, false), "400 invalid_request"},
		{"basic with a wrong secret", header("Basic "+base64.StdEncoding.EncodeToString([]byte(d.id+":x")), true), "401 invalid_client"},
		{"basic without a colon", header("Basic "+base64.StdEncoding.EncodeToString([]byte(d.id)), true), "401 invalid_client"},
		{"basic that is not base64", header("Basic ???", true), "401 invalid_client"},
		{"basic with NUL", header("Basic "+base64.StdEncoding.EncodeToString([]byte(d.id+"%00:"+d.secret)), true), "401 invalid_client"},
		{"other scheme", header("Bearer x", true), "401 invalid_client"},
		{"unknown user", d.form("username", "nobody"), "400 invalid_grant"},
		{"user in capitals", d.form("username", "ROBOT"), "400 invalid_grant"},
		{"wrong password", d.form("password", "x"), "400 invalid_grant"},
		{"SQL in the user", d.form("username", "' OR 1=1 --"), "400 invalid_grant"},
		{"other company's client", d.form("client_id", "zeta-1"), "400 invalid_grant"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := d.Grant(t.Context(), tt.request)
			if got := codeOf(err); got != tt.want {
				t.Fatalf("Grant = %s (%v), want %s", got, err, tt.want)
			}
			d.clock.Advance(2 * time.Second) // stays below the throttles
		})
	}
}

func manyParameters(n int) string {
	var pairs []string
	for i := range n {
		pairs = append(pairs, fmt.Sprintf("p%d=1", i))
	}
	return strings.Join(pairs, "&")
}

func TestOneAnswerForEveryCause(t *testing.T) {
	d := sqliteDesk(t)
	ctx := t.Context()
	answer := func(r token.Request) string {
		_, err := d.Grant(ctx, r)
		var e *token.Error
		if !errors.As(err, &e) {
			t.Fatalf("granted: %v", err)
		}
		body, _ := json.Marshal(e)
		return fmt.Sprint(e.Status, e.Challenge, e.RetryAfter, string(body))
	}
	set := func(fn func(tx *store.Tx) error) {
		t.Helper()
		if err := d.Store.Write(ctx, fn); err != nil {
			t.Fatal(err)
		}
	}
	badClient := answer(d.form("client_secret", "x"))
	set(func(tx *store.Tx) error { return tx.SetClientState(ctx, "acme", d.id, store.StateDisabled) })
	if unknown, disabled := answer(d.form("client_id", "no")), answer(d.form()); unknown != badClient || disabled != badClient {
		t.Errorf("clients: wrong %s, unknown %s, disabled %s", badClient, unknown, disabled)
	}
	set(func(tx *store.Tx) error { return tx.SetClientState(ctx, "acme", d.id, store.StateActive) })

	badGrant := answer(d.form("password", "x"))
	unknown := answer(d.form("username", "nobody"))
	set(func(tx *store.Tx) error {
		return tx.IntegrationUserFailed(ctx, "acme", d.user, 1, tx.Now.Add(time.Hour))
	})
	locked := answer(d.form())
	set(func(tx *store.Tx) error {
		return tx.SetIntegrationUserState(ctx, "acme", d.user, store.StateDisabled)
	})
	disabled := answer(d.form())
	if unknown != badGrant || locked != badGrant || disabled != badGrant {
		t.Errorf("users: wrong %s, unknown %s, locked %s, disabled %s", badGrant, unknown, locked, disabled)
	}
	d.GrantFaultIs401 = true
	if got := answer(d.form("password", "x")); got != "401"+strings.TrimPrefix(badGrant, "400") {
		t.Errorf("with the setting: %s", got)
	}
}

func TestWrongPasswordsThrottleThenLock(t *testing.T) {
	d := sqliteDesk(t)
	ctx := t.Context()
	d.Limits = token.Limits{Window: time.Minute, Account: 3, Address: 100, LockAfter: 6, LockFor: 10 * time.Minute}
	try := func(changes ...string) (string, time.Duration) {
		_, err := d.Grant(ctx, d.form(changes...))
		var e *token.Error
		if errors.As(err, &e) {
			return codeOf(err), e.RetryAfter
		}
		return codeOf(err), 0
	}
	for range 2 {
		for range 3 {
			if got, _ := try("password", "x"); got != "400 invalid_grant" {
				t.Fatal(got)
			}
		}
		d.clock.Advance(15 * time.Second)
		if got, wait := try(); got != "429 slow_down" || wait != 45*time.Second {
			t.Fatalf("beyond the account's limit: %s, wait %v", got, wait)
		}
		if got, _ := try("username", "another"); got != "400 invalid_grant" {
			t.Fatalf("another account: %s", got)
		}
		d.clock.Advance(45 * time.Second)
	}
	if got, _ := try(); got != "400 invalid_grant" {
		t.Fatalf("locked after six: %s", got)
	}
	d.clock.Advance(10 * time.Minute)
	if got, _ := try(); got != "<nil>" {
		t.Fatalf("after the lock: %s", got)
	}
	rows, err := d.Store.AuditPage(ctx, "acme", "", 10)
	if err != nil || len(rows) != 1 || rows[0].Action != "integration_user.lock" || rows[0].Target != "user:robot" {
		t.Errorf("trail %+v, %v", rows, err)
	}
}

func TestOneAddressIsThrottledOverAllAccounts(t *testing.T) {
	d := sqliteDesk(t)
	d.Limits.Address = 5
	for i := range 5 {
		if _, err := d.Grant(t.Context(), d.form("client_id", fmt.Sprintf("guess-%d", i))); codeOf(err) != "401 invalid_client" {
			t.Fatal(err)
		}
	}
	if _, err := d.Grant(t.Context(), d.form()); codeOf(err) != "429 slow_down" {
		t.Fatalf("beyond the limit: %v", err)
	}
	r := d.form()
	r.Address = "192.0.2.2"
	if _, err := d.Grant(t.Context(), r); err != nil {
		t.Fatalf("from another address: %v", err)
	}
}

func TestRightCredentialsAreNeverThrottled(t *testing.T) {
	d := sqliteDesk(t)
	d.Limits.Account, d.Limits.Address = 2, 2
	for i := range 8 {
		if _, err := d.Grant(t.Context(), d.form()); err != nil {
			t.Fatalf("grant %d: %v", i, err)
		}
		if _, err := d.Grant(t.Context(), d.form("scope", "other")); codeOf(err) != "400 invalid_scope" {
			t.Fatalf("scope %d: %v", i, err)
		}
	}
}

func TestABusyHasherIsA503WithRetryAfterAndCountsNoAttempt(t *testing.T) {
	d := sqliteDesk(t)
	d.Limits.Account = 2
	free := d.Hasher
	d.Hasher = access.NewHasher(0, 0, access.DefaultParams) // always full
	for range 4 {
		_, err := d.Grant(t.Context(), d.form())
		var e *token.Error
		if !errors.As(err, &e) || e.Status != 503 || e.RetryAfter <= 0 {
			t.Fatalf("a full hasher: %v", err)
		}
	}
	d.Hasher = free
	if _, err := d.Grant(t.Context(), d.form()); err != nil {
		t.Fatalf("afterwards: %v", err)
	}
}

func TestPasswordsAreHashedAgainWhenTheCostsChange(t *testing.T) {
	d := sqliteDesk(t)
	d.Hasher = access.NewHasher(2, 8, access.Params{Memory: 128, Passes: 1, Lanes: 1})
	d.token(t)
	user, err := d.Store.IntegrationUser(t.Context(), "acme", d.user)
	if err != nil || !strings.Contains(user.PasswordHash, "m=128") {
		t.Errorf("hash %q, %v", user.PasswordHash, err)
	}
	d.token(t)
}

func TestWhatDoesNotVerify(t *testing.T) {
	d := sqliteDesk(t)
	ctx := t.Context()
	raw := d.token(t)
	parts := strings.Split(raw, ".")
	part := func(v any) string {
		b, _ := json.Marshal(v)
		return base64.RawURLEncoding.EncodeToString(b)
	}
	other := sqliteDesk(t)
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
}

func TestRevokingAndDisablingWorkAtOnceEverywhere(t *testing.T) {
	c := clock.NewManual(start)
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		d := newDesk(t, st, c)
		node := &token.Endpoint{Store: st, Clock: c, Master: d.Master, Hasher: d.Hasher, Log: d.Log, Issuer: d.Issuer, Limits: d.Limits}
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
			"user":   func(tx *store.Tx, state string) error { return tx.SetIntegrationUserState(ctx, "acme", d.user, state) },
		} {
			for _, state := range []string{store.StateDisabled, store.StateActive} {
				set(func(tx *store.Tx) error { return change(tx, state) })
				if stands(raw) != (state == store.StateActive) {
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
	d := sqliteDesk(t)
	ask := func(client, secret, raw string) (token.Introspection, string) {
		form := url.Values{"client_id": {client}, "client_secret": {secret}, "token": {raw}}
		i, err := d.Introspect(t.Context(), token.Request{ContentType: formType, Body: []byte(form.Encode())})
		return i, codeOf(err)
	}
	raw := d.token(t)
	if i, err := ask(d.id, d.secret, raw); err != "<nil>" || !i.Active || i.ClientID != d.id || i.Username != d.user || i.Company != "acme" || i.Expires != start.Unix()+300 {
		t.Errorf("own token: %+v, %v", i, err)
	}
	if i, err := ask("acme-2", d.secret, raw); err != "<nil>" || !i.Active {
		t.Errorf("same company: %+v, %v", i, err)
	}
	for name, pair := range map[string][2]string{"foreign": {"zeta-1", raw}, "not a token": {d.id, "x"}, "changed": {d.id, raw + "A"}} {
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
}

func TestARetiredKeyVerifiesUntilItsLastTokenHasRunOut(t *testing.T) {
	d := sqliteDesk(t)
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
	fresh := &token.Endpoint{Store: d.Store, Clock: d.clock, Master: d.Master, Hasher: d.Hasher, Log: d.Log, Issuer: d.Issuer}
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
}

func TestFirstTokensAtOnceShareOneKey(t *testing.T) {
	d := sqliteDesk(t)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { d.token(t) })
	}
	wg.Wait()
	if rows, err := d.Store.SigningKeys(t.Context()); err != nil || len(rows) != 1 {
		t.Errorf("%d keys, %v", len(rows), err)
	}
}

func FuzzGrant(f *testing.F) {
	d := sqliteDesk(f)
	d.Hasher = access.NewHasher(1, 8, access.Params{Memory: 8, Passes: 1, Lanes: 1})
	f.Add(formType, "", "", string(d.form().Body))
	f.Add("text/plain", "Basic Og==", "a=b", "a=%zz&&=")
	f.Fuzz(func(t *testing.T, contentType, authorization, query, body string) {
		_, err := d.Grant(t.Context(), token.Request{ContentType: contentType, Authorization: authorization, Query: query, Body: []byte(body), Address: body})
		var e *token.Error
		if err != nil && (!errors.As(err, &e) || e.Status >= 500) {
			t.Fatalf("%v", err)
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	d := sqliteDesk(b)
	raw := d.token(b)
	b.Run("seen before", func(b *testing.B) {
		for b.Loop() {
			if _, err := d.Verify(b.Context(), raw); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("first time", func(b *testing.B) {
		for b.Loop() {
			fresh := &token.Endpoint{Store: d.Store, Clock: d.clock, Master: d.Master, Issuer: d.Issuer}
			if _, err := fresh.Verify(b.Context(), raw); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkGrant(b *testing.B) {
	d := sqliteDesk(b)
	d.Hasher = access.NewHasher(2, 32, access.DefaultParams)
	d.token(b)
	for b.Loop() {
		d.token(b)
	}
}
