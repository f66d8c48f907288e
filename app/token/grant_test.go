package token_test

import (
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/token"
)

func TestAGrantedTokenHasTheClaimsOfTheContract(t *testing.T) {
	c := clock.NewManual(start)
	storetest.EachAt(t, c, func(t *testing.T, st *store.Store) {
		d := newDesk(t, st, c)
		r, err := d.Grant(t.Context(), d.form())
		if err != nil {
			t.Fatal(err)
		}
		if r.ExpiresIn != 300 || r.RefreshExpiresIn != 0 || r.TokenType != "Bearer" || r.NotBeforePolicy != 0 ||
			r.Scope != "api_access" || len(r.SessionState) != 36 {
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
			jwt.WithValidMethods([]string{"RS256"}), jwt.WithIssuer(d.Issuer), jwt.WithAudience(token.Audience),
			jwt.WithExpirationRequired(), jwt.WithTimeFunc(c.Now))
		if err != nil || parsed.Header["kid"] != set.Keys[0].KeyID || parsed.Header["typ"] != "JWT" {
			t.Fatalf("second verifier: %v, header %v", err, parsed.Header)
		}
		for name, want := range map[string]any{
			"iss":                "https://id.example.test/auth/realms/identity",
			"aud":                "proofdesk-api",
			"azp":                d.id,
			"sub":                token.Subject("acme", d.user),
			"typ":                "Bearer",
			"sid":                r.SessionState,
			"scope":              "api_access",
			"preferred_username": d.user,
			"company":            "acme",
			"iat":                float64(start.Unix()),
			"exp":                float64(start.Unix() + 300),
		} {
			if claims[name] != want {
				t.Errorf("claim %s is %v, want %v", name, claims[name], want)
			}
		}
		i, err := d.Verify(t.Context(), r.AccessToken)
		want := token.Identity{
			Company:  "acme",
			ClientID: d.id,
			Username: d.user,
			Scope:    "api_access",
			JTI:      claims["jti"].(string),
			Expires:  start.Add(5 * time.Minute),
			Sandbox:  true,
		}
		if err != nil || i != want || !i.HasScope("api_access") || i.HasScope("api") {
			t.Errorf("identity %+v, %v", i, err)
		}
	})
}

func TestMalformedGrants(t *testing.T) {
	each(t, func(t *testing.T, d desk) {
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
			{
				"content type in other case with a parameter",
				with(func(r *token.Request) { r.ContentType = "Application/X-WWW-Form-URLEncoded; charset=UTF-8" }),
				"<nil>",
			},
			{"unknown parameter", body("&theme=dark"), "<nil>"},
			{"openid", d.form("scope", "openid"), "<nil>"},
			{"both scopes", d.form("scope", "openid  api_access"), "<nil>"},
			{"no scope", d.form("scope", ""), "<nil>"},
			{"other scope", d.form("scope", "api_access admin"), "400 invalid_scope"},
			{"scope in capitals", d.form("scope", "API_ACCESS"), "400 invalid_scope"},
			{"no content type", with(func(r *token.Request) { r.ContentType = "" }), "415 invalid_request"},
			{"JSON", with(func(r *token.Request) { r.ContentType = "application/json" }), "415 invalid_request"},
			{
				"multipart", with(func(r *token.Request) { r.ContentType = "multipart/form-data; boundary=x" }),
				"415 invalid_request",
			},
			{
				"two content types", with(func(r *token.Request) { r.ContentType = formType + ", " + formType }),
				"415 invalid_request",
			},
			{
				"credentials in the address", with(func(r *token.Request) { r.Query, r.Body = string(r.Body), nil }),
				"400 invalid_request",
			},
			{
				"secret in the address too", with(func(r *token.Request) { r.Query = "client_secret=" + d.secret }),
				"400 invalid_request",
			},
			{
				"secret in the address in disguise", with(func(r *token.Request) { r.Query = "client%5Fsecret=x" }),
				"400 invalid_request",
			},
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
			{
				"basic with a wrong secret",
				header("Basic "+base64.StdEncoding.EncodeToString([]byte(d.id+":x")), true),
				"401 invalid_client",
			},
			{
				"basic without a colon", header("Basic "+base64.StdEncoding.EncodeToString([]byte(d.id)), true),
				"401 invalid_client",
			},
			{"basic that is not base64", header("Basic ???", true), "401 invalid_client"},
			{
				"basic with NUL",
				header("Basic "+base64.StdEncoding.EncodeToString([]byte(d.id+"%00:"+d.secret)), true),
				"401 invalid_client",
			},
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
	})
}

func manyParameters(n int) string {
	var pairs []string
	for i := range n {
		pairs = append(pairs, fmt.Sprintf("p%d=1", i))
	}
	return strings.Join(pairs, "&")
}

func TestOneAnswerForEveryCause(t *testing.T) {
	each(t, func(t *testing.T, d desk) {
		ctx := t.Context()
		answer := func(r token.Request) string {
			_, err := d.Grant(ctx, r)
			var e *token.OAuthError
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
		set(func(tx *store.Tx) error { return tx.SetClientState(ctx, "acme", d.id, access.StateDisabled) })
		if unknown, disabled := answer(d.form("client_id", "no")), answer(d.form()); unknown != badClient ||
			disabled != badClient {
			t.Errorf("clients: wrong %s, unknown %s, disabled %s", badClient, unknown, disabled)
		}
		set(func(tx *store.Tx) error { return tx.SetClientState(ctx, "acme", d.id, access.StateActive) })

		badGrant := answer(d.form("password", "x"))
		unknown := answer(d.form("username", "nobody"))
		set(func(tx *store.Tx) error {
			return tx.IntegrationUserFailed(ctx, "acme", d.user, 1, tx.Now.Add(time.Hour))
		})
		locked := answer(d.form())
		set(func(tx *store.Tx) error {
			return tx.SetIntegrationUserState(ctx, "acme", d.user, access.StateDisabled)
		})
		disabled := answer(d.form())
		if unknown != badGrant || locked != badGrant || disabled != badGrant {
			t.Errorf("users: wrong %s, unknown %s, locked %s, disabled %s", badGrant, unknown, locked, disabled)
		}
		d.GrantFaultIs401 = true
		if got := answer(d.form("password", "x")); got != "401"+strings.TrimPrefix(badGrant, "400") {
			t.Errorf("with the setting: %s", got)
		}
	})
}
