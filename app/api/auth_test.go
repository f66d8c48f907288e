package api_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/golang-jwt/jwt/v5"
	"golang.org/x/oauth2"

	"proofdesk/app/admintest"
	"proofdesk/app/api"
	"proofdesk/app/clock"
	"proofdesk/app/credentials"
	"proofdesk/app/httpserver"
	"proofdesk/app/store/storetest"
	"proofdesk/app/token"
	"proofdesk/app/vault"
)

// realm is the token endpoint behind the real front door, with the credentials of a company.
type realm struct {
	t      testing.TB
	tokens *token.Service
	office admintest.Office
	url    string // of the server
	client credentials.NewClient
	user   credentials.NewIntegrationUser
}

func newRealm(t testing.TB) *realm {
	t.Helper()
	st := storetest.SQLite(t, clock.System{})
	log := slog.New(slog.DiscardHandler)
	r := &realm{t: t, office: admintest.On(st, clock.System{}, vault.Ephemeral())}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r.url = "http://" + ln.Addr().String()
	r.tokens = &token.Service{
		Store:  st,
		Clock:  clock.System{},
		Master: r.office.Keys.Master,
		Hasher: r.office.Accounts.Hasher,
		Log:    log,
		Issuer: token.Issuer(r.url),
		Limits: token.DefaultLimits,
	}
	server := httpserver.New(httpserver.Options{Log: log, Bodies: api.Bodies(), Shape: api.Shape})
	(&api.Auth{Tokens: r.tokens, Address: server.Address, Log: log}).Routes(server.App)
	served := make(chan error, 1)
	go func() { served <- server.Serve(ln) }()
	t.Cleanup(func() {
		if err := errors.Join(server.Shutdown(context.Background()), <-served); err != nil {
			t.Error(err)
		}
	})
	r.company()
	return r
}

func (r *realm) company() {
	r.t.Helper()
	ctx := context.Background()
	_, err1 := r.office.Companies.CreateCompany(ctx, "cli", "acme", "Acme")
	client, err2 := r.office.Credentials.CreateClient(ctx, "cli", "acme", "", false)
	user, err3 := r.office.Credentials.CreateIntegrationUser(ctx, "cli", "acme", "", "")
	if err := errors.Join(err1, err2, err3); err != nil {
		r.t.Fatal(err)
	}
	r.client, r.user = client, user
}

func (r *realm) issuer() string { return r.url + "/auth/realms/identity" }

// form returns the body of a right request, changed: pairs of name and value; an empty value leaves the parameter out.
func (r *realm) form(changes ...string) string {
	f := url.Values{
		"grant_type":    {"password"},
		"client_id":     {r.client.ClientID},
		"client_secret": {r.client.ClientSecret},
		"username":      {r.user.Username},
		"password":      {r.user.Password},
		"scope":         {"api_access"},
	}
	for i := 0; i < len(changes); i += 2 {
		f.Set(changes[i], changes[i+1])
		if changes[i+1] == "" {
			f.Del(changes[i])
		}
	}
	return f.Encode()
}

// told is an answer of the realm.
type told struct {
	status int
	header http.Header
	body   string
}

func (r *realm) ask(method, path string, header map[string]string, body string) told {
	r.t.Helper()
	request, err := http.NewRequest(method, r.issuer()+path, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for name, value := range header {
		request.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	conform(r.t, request, answer{status: response.StatusCode, header: response.Header, body: text})
	return told{status: response.StatusCode, header: response.Header, body: string(text)}
}

const (
	tokenPath      = "/protocol/openid-connect/token"
	certsPath      = "/protocol/openid-connect/certs"
	introspectPath = tokenPath + "/introspect"
	revokePath     = "/protocol/openid-connect/revoke"
	discoveryPath  = "/.well-known/openid-configuration"
)

func basicHeader(id, secret string) map[string]string {
	return map[string]string{"Authorization": "Basic " + base64.StdEncoding.EncodeToString([]byte(id+":"+secret))}
}

func TestOAuth2ClientsGetATokenInBothStyles(t *testing.T) {
	r := newRealm(t)
	for name, style := range map[string]oauth2.AuthStyle{
		"form":   oauth2.AuthStyleInParams,
		"header": oauth2.AuthStyleInHeader,
	} {
		config := oauth2.Config{
			ClientID:     r.client.ClientID,
			ClientSecret: r.client.ClientSecret,
			Scopes:       []string{"api_access"},
			Endpoint:     oauth2.Endpoint{TokenURL: r.issuer() + tokenPath, AuthStyle: style},
		}
		begun := time.Now()
		got, err := config.PasswordCredentialsToken(t.Context(), r.user.Username, r.user.Password)
		if err != nil || got.TokenType != "Bearer" || got.RefreshToken != "" ||
			time.Until(got.Expiry) > 5*time.Minute || got.Expiry.Before(begun.Add(4*time.Minute)) {
			t.Fatalf("%s: %+v, %v", name, got, err)
		}
		if i, err := r.tokens.Verify(t.Context(), got.AccessToken); err != nil || i.Company != "acme" ||
			i.Username != r.user.Username {
			t.Errorf("%s: identity %+v, %v", name, i, err)
		}
		_, err = config.PasswordCredentialsToken(t.Context(), r.user.Username, "wrong")
		var refused *oauth2.RetrieveError
		if !errors.As(err, &refused) || refused.ErrorCode != "invalid_grant" {
			t.Errorf("%s: wrong password: %v", name, err)
		}
	}
}

func TestOIDCDiscoversVerifiesAndRefusesForeignTokens(t *testing.T) {
	r := newRealm(t)
	provider, err := oidc.NewProvider(t.Context(), r.issuer())
	if err != nil {
		t.Fatal(err)
	}
	if got := provider.Endpoint().TokenURL; got != r.issuer()+tokenPath {
		t.Errorf("token endpoint %q", got)
	}
	raw := r.token()
	parts := strings.Split(raw, ".")
	claims, _ := base64.RawURLEncoding.DecodeString(parts[1])
	forged := base64.RawURLEncoding.EncodeToString([]byte(strings.Replace(string(claims), `"acme"`, `"zeta"`, 1)))
	tests := []struct {
		name, audience, raw string
		ok                  bool
	}{
		{"as issued", token.Audience, raw, true},
		{"wrong audience", "another-api", raw, false},
		{"changed claims", token.Audience, parts[0] + "." + forged + "." + parts[2], false},
		{"no signature", token.Audience, parts[0] + "." + parts[1] + ".", false},
	}
	for _, tt := range tests {
		_, err := provider.Verifier(&oidc.Config{ClientID: tt.audience}).Verify(t.Context(), tt.raw)
		if (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	if _, err := r.tokens.Rotate(t.Context()); err != nil {
		t.Fatal(err)
	}
	verifier := provider.Verifier(&oidc.Config{ClientID: token.Audience})
	for name, raw := range map[string]string{"of the retired key": raw, "of the new key": r.token()} {
		if _, err := verifier.Verify(t.Context(), raw); err != nil {
			t.Errorf("a token %s: %v", name, err)
		}
	}
}

func (r *realm) token() string {
	r.t.Helper()
	answer := r.ask(http.MethodPost, tokenPath, nil, r.form())
	var response token.Response
	if err := json.Unmarshal([]byte(answer.body), &response); err != nil || answer.status != 200 {
		r.t.Fatalf("%d %s %v", answer.status, answer.body, err)
	}
	return response.AccessToken
}

func TestTheTokenAnswerHasItsMembersAndIsNotCached(t *testing.T) {
	r := newRealm(t)
	answer := r.ask(http.MethodPost, tokenPath,
		map[string]string{"Host": "evil.example", "X-Forwarded-Host": "evil.example"}, r.form())
	members := map[string]any{}
	if err := json.Unmarshal([]byte(answer.body), &members); err != nil || answer.status != 200 || len(members) != 7 {
		t.Fatalf("%d %s", answer.status, answer.body)
	}
	for name, want := range map[string]any{
		"expires_in":         300.,
		"refresh_expires_in": 0.,
		"token_type":         "Bearer",
		"not-before-policy":  0.,
		"scope":              "api_access",
	} {
		if members[name] != want {
			t.Errorf("%s is %v, want %v", name, members[name], want)
		}
	}
	if !strings.HasPrefix(answer.header.Get("Content-Type"), "application/json") {
		t.Errorf("content type %q", answer.header.Get("Content-Type"))
	}
	claims := jwt.MapClaims{}
	if _, _, err := jwt.NewParser().ParseUnverified(members["access_token"].(string), claims); err != nil ||
		claims["iss"] != r.issuer() || claims["sid"] != members["session_state"] {
		t.Errorf("claims %v, %v", claims, err)
	}
	notCached(t, "200", answer)
}

func notCached(t *testing.T, name string, a told) {
	t.Helper()
	if a.header.Get("Cache-Control") != "no-store" || a.header.Get("Pragma") != "no-cache" {
		t.Errorf("%s: Cache-Control %q, Pragma %q", name, a.header.Get("Cache-Control"), a.header.Get("Pragma"))
	}
}

func TestExactAnswersToMalformedTokenRequests(t *testing.T) {
	r := newRealm(t)
	id, secret := r.client.ClientID, r.client.ClientSecret
	bare := r.form("client_id", "", "client_secret", "")
	const badClient, badGrant = `{"error":"invalid_client","error_description":"Invalid client or Invalid client ` +
		`credentials"}`,
		`{"error":"invalid_grant","error_description":"Invalid user credentials"}`
	tests := []struct {
		name, method, query string
		header              map[string]string
		body                string
		status              int
		want                string
	}{
		{"GET", "GET", "", nil, "", 405, `{"error":"invalid_request","error_description":"the method has to be POST"}`},
		{
			"PUT", "PUT", "", nil, r.form(), 405,
			`{"error":"invalid_request","error_description":"the method has to be POST"}`,
		},
		{
			"DELETE", "DELETE", "", nil, "", 405,
			`{"error":"invalid_request","error_description":"the method has to be POST"}`,
		},
		{
			"OPTIONS", "OPTIONS", "", nil, "", 405,
			`{"error":"invalid_request","error_description":"the method has to be POST"}`,
		},
		{
			"GET with everything", "GET", "?" + r.form(), nil, "", 405,
			`{"error":"invalid_request","error_description":"the method has to be POST"}`,
		},
		{
			"query only", "POST", "?" + r.form(),
			map[string]string{"Content-Type": "application/x-www-form-urlencoded"},
			"", 400,
			`{"error":"invalid_request","error_description":"parameters belong into the body, not into the address"}`,
		},
		{
			"query too", "POST", "?client_secret=x", nil, r.form(), 400,
			`{"error":"invalid_request","error_description":"parameters belong into the body, not into the address"}`,
		},
		{
			"JSON", "POST", "",
			map[string]string{"Content-Type": "application/json"},
			`{"grant_type":"password"}`,
			415,
			`{"error":"invalid_request","error_description":"the content type has to be ` +
				`application/x-www-form-urlencoded"}`,
		},
		{
			"multipart", "POST", "",
			map[string]string{"Content-Type": "multipart/form-data; boundary=b"},
			"--b\r\nContent-Disposition: form-data; name=\"grant_type\"\r\n\r\npassword\r\n--b--\r\n", 415,
			`{"error":"invalid_request","error_description":"the content type has to be ` +
				`application/x-www-form-urlencoded"}`,
		},
		{
			"empty", "POST", "",
			map[string]string{"Content-Type": "application/x-www-form-urlencoded"},
			"", 400,
			`{"error":"invalid_request","error_description":"a parameter is missing: grant_type"}`,
		},
		{
			"no user", "POST", "", nil, r.form("username", ""), 400,
			`{"error":"invalid_request","error_description":"a parameter is missing: username"}`,
		},
		{
			"twice", "POST", "", nil, r.form() + "&scope=openid", 400,
			`{"error":"invalid_request","error_description":"a parameter comes twice: scope"}`,
		},
		{
			"long", "POST", "", nil, r.form("username", strings.Repeat("x", 300)), 400,
			`{"error":"invalid_request","error_description":"a parameter is too long: username"}`,
		},
		{
			"bad UTF-8", "POST", "", nil, r.form() + "&x=%ff", 400,
			`{"error":"invalid_request","error_description":"the body holds characters that are not text in UTF-8"}`,
		},
		{
			"other grant", "POST", "", nil, r.form("grant_type", "refresh_token"), 400,
			`{"error":"unsupported_grant_type","error_description":"the one grant type is password"}`,
		},
		{
			"other scope", "POST", "", nil, r.form("scope", "admin"), 400,
			`{"error":"invalid_scope","error_description":"the scopes are api_access and openid"}`,
		},
		{
			"very long", "POST", "", nil, r.form("username", strings.Repeat("x", 200_000)), 400,
			`{"error":"invalid_request","error_description":"the body is too long"}`,
		},
		{
			"huge", "POST", "", nil, r.form("username", strings.Repeat("x", 2_000_000)), 413,
			`{"error":"invalid_request","error_description":"the body is larger than 1 MB"}`,
		},
		{
			"compressed", "POST", "",
			map[string]string{"Content-Encoding": "gzip"},
			r.form(), 415,
			`{"error":"invalid_request","error_description":"a request body must not be encoded: leave ` +
				`content-encoding out"}`,
		},
		{"unknown client", "POST", "", nil, r.form("client_id", "nobody"), 401, badClient},
		{"wrong secret", "POST", "", nil, r.form("client_secret", "wrong"), 401, badClient},
		{"wrong secret in the header", "POST", "", basicHeader(id, "wrong"), bare, 401, badClient},
		{"broken header", "POST", "", map[string]string{"Authorization": "Basic %%%"}, bare, 401, badClient},
		{"bearer header", "POST", "", map[string]string{"Authorization": "Bearer abc"}, bare, 401, badClient},
		{
			"two ways", "POST", "", basicHeader(id, secret), r.form(), 400,
			`{"error":"invalid_request","error_description":"the client proves itself in two ways"}`,
		},
		{"unknown user", "POST", "", nil, r.form("username", "nobody"), 400, badGrant},
		{"wrong password", "POST", "", nil, r.form("password", "wrong"), 400, badGrant},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			answer := r.ask(tt.method, tokenPath+tt.query, tt.header, tt.body)
			if answer.status != tt.status || answer.body != tt.want {
				t.Errorf("%d %s\nwant %d %s", answer.status, answer.body, tt.status, tt.want)
			}
			notCached(t, tt.name, answer)
			challenged := answer.header.Get("WWW-Authenticate") != ""
			if want := tt.status == 401 && tt.header["Authorization"] != ""; challenged != want {
				t.Errorf("WWW-Authenticate %q", answer.header.Get("WWW-Authenticate"))
			}
			if allow := answer.header.Get("Allow"); (tt.status == 405) != (allow == "POST") {
				t.Errorf("Allow %q", allow)
			}
		})
	}
	if answer := r.ask("HEAD", tokenPath, nil, ""); answer.status != 405 || answer.header.Get("Allow") != "POST" {
		t.Errorf("HEAD: %d %v", answer.status, answer.header)
	}
}

func TestTooManyWrongPasswordsAreA429WithRetryAfter(t *testing.T) {
	r := newRealm(t)
	var last told
	for range token.DefaultLimits.Account + 1 {
		last = r.ask(http.MethodPost, tokenPath, nil, r.form("password", "wrong"))
	}
	if last.status != 429 || last.header.Get("Retry-After") == "" ||
		!strings.Contains(last.body, `"error":"slow_down"`) {
		t.Fatalf("%d %v %s", last.status, last.header, last.body)
	}
	notCached(t, "429", last)
	if spoofed := r.ask(http.MethodPost, tokenPath, map[string]string{"X-Forwarded-For": "203.0.113.9"},
		r.form()); spoofed.status != 429 {
		t.Errorf("a spoofed address gets %d", spoofed.status)
	}
}

func TestIntrospectionAndRevocationOverHTTP(t *testing.T) {
	r := newRealm(t)
	raw := r.token()
	credentials := basicHeader(r.client.ClientID, r.client.ClientSecret)
	body := url.Values{"token": {raw}, "token_type_hint": {"access_token"}}.Encode()
	answer := r.ask(http.MethodPost, introspectPath, credentials, body)
	if answer.status != 200 || !strings.Contains(answer.body, `"active":true`) ||
		!strings.Contains(answer.body, r.user.Username) {
		t.Fatalf("introspection: %d %s", answer.status, answer.body)
	}
	notCached(t, "introspection", answer)
	for path, want := range map[string]int{introspectPath: 401, revokePath: 401} {
		if answer := r.ask(http.MethodPost, path, basicHeader(r.client.ClientID, "wrong"),
			body); answer.status != want || answer.header.Get("WWW-Authenticate") == "" {
			t.Errorf("%s with a wrong secret: %d", path, answer.status)
		}
		if answer := r.ask(http.MethodGet, path, credentials, ""); answer.status != 405 ||
			answer.header.Get("Allow") != "POST" {
			t.Errorf("GET %s: %d", path, answer.status)
		}
	}
	if answer := r.ask(http.MethodPost, revokePath, credentials, body); answer.status != 200 || answer.body != "" {
		t.Fatalf("revocation: %d %s", answer.status, answer.body)
	}
	if answer := r.ask(http.MethodPost, introspectPath, credentials, body); answer.body != `{"active":false}` {
		t.Errorf("after revocation: %s", answer.body)
	}
	if _, err := r.tokens.Verify(t.Context(), raw); err == nil {
		t.Error("a revoked token verifies")
	}
}

func TestDiscoveryIsPublicAndReadOnly(t *testing.T) {
	r := newRealm(t)
	for path, want := range map[string]string{
		"":            `"realm":"identity"`,
		discoveryPath: `"jwks_uri":"` + r.issuer() + certsPath + `"`,
		certsPath:     `"use":"sig"`,
	} {
		answer := r.ask(http.MethodGet, path, nil, "")
		if answer.status != 200 || !strings.Contains(answer.body, want) || strings.Contains(answer.body, `"d":`) {
			t.Errorf("GET %q: %d %s", path, answer.status, answer.body)
		}
		if head := r.ask(http.MethodHead, path, nil, ""); head.status != 200 || head.body != "" {
			t.Errorf("HEAD %q: %d", path, head.status)
		}
		if post := r.ask(http.MethodPost, path, nil, "x=y"); post.status != 405 ||
			post.header.Get("Allow") != "GET, HEAD" {
			t.Errorf("POST %q: %d, Allow %q", path, post.status, post.header.Get("Allow"))
		}
	}
}
