package token_test

import (
	"crypto/x509"
	"encoding/json"
	"net/url"
	"testing"

	"github.com/go-jose/go-jose/v4"

	"proofdesk/app/fault"
	"proofdesk/app/token"
)

// sign signs claims with the key of the tests.
func sign(t *testing.T, c token.Claims) string {
	t.Helper()
	key, err := x509.ParsePKCS8PrivateKey(signingKey())
	if err != nil {
		t.Fatal(err)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.RS256, Key: key},
		(&jose.SignerOptions{}).WithType("JWT").WithHeader("kid", "first"))
	if err != nil {
		t.Fatal(err)
	}
	body, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := signer.Sign(body)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := signed.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// TestATokenIsAcceptedOnlyForItsAudience guards each claim by itself, on tokens that our own key has signed.
func TestATokenIsAcceptedOnlyForItsAudience(t *testing.T) { each(t, takesOnlyItsOwn) }

func takesOnlyItsOwn(t *testing.T, d desk) {
	good := token.Claims{
		Issuer:          d.Issuer,
		Audience:        token.Audience,
		AuthorizedParty: d.id,
		Subject:         token.Subject("acme", d.user),
		Expires:         start.Add(token.Lifetime).Unix(),
		IssuedAt:        start.Unix(),
		ID:              "0190f3a1-7c3e-7d2a-9b1c-0123456789ab",
		Type:            "Bearer",
		Scope:           token.ScopeAPI,
		Username:        d.user,
		Company:         "acme",
	}
	for name, c := range map[string]struct {
		change func(*token.Claims)
		want   bool
	}{
		"as it was made":        {func(*token.Claims) {}, true},
		"another issuer":        {func(c *token.Claims) { c.Issuer = "https://other.example" + token.Realm }, false},
		"another audience":      {func(c *token.Claims) { c.Audience = "account" }, false},
		"another type":          {func(c *token.Claims) { c.Type = "Refresh" }, false},
		"no id":                 {func(c *token.Claims) { c.ID = "" }, false},
		"run out now":           {func(c *token.Claims) { c.Expires = start.Unix() }, false},
		"a second left":         {func(c *token.Claims) { c.Expires = start.Unix() + 1 }, true},
		"clocks a minute apart": {func(c *token.Claims) { c.IssuedAt += 60 }, true},
		"from the future":       {func(c *token.Claims) { c.IssuedAt += 61 }, false},
		"another company":       {func(c *token.Claims) { c.Company = "zeta" }, false},
		"another's client":      {func(c *token.Claims) { c.AuthorizedParty = "zeta-1" }, false},
		"no such user":          {func(c *token.Claims) { c.Username = "nobody" }, false},
	} {
		claims := good
		c.change(&claims)
		_, err := d.Verify(t.Context(), sign(t, claims))
		if (err == nil) != c.want || err != nil && !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestARevokedTokenIsNotActiveAndTheAuditLogNamesWhoRevokedIt(t *testing.T) {
	each(t, saysWhoRevoked)
}

func saysWhoRevoked(t *testing.T, d desk) {
	form := url.Values{"client_id": {d.id}, "client_secret": {d.secret}, "token": {d.token(t)}}
	request := token.Request{ContentType: formType, Body: []byte(form.Encode())}
	before, err := d.Introspect(t.Context(), request)
	if err != nil || !before.Active {
		t.Fatalf("a fresh token: %+v, %v", before, err)
	}
	if err := d.Revoke(t.Context(), request); err != nil {
		t.Fatal(err)
	}
	if after, err := d.Introspect(t.Context(), request); err != nil || after.Active {
		t.Errorf("a revoked token: %+v, %v", after, err)
	}
	rows, err := d.Store.AuditOf(t.Context(), "acme", "token:"+before.ID, "", 10)
	if err != nil || len(rows) != 1 || rows[0].Action != "token.revoke" || rows[0].Actor != "client:"+d.id {
		t.Errorf("the trail of a revoked token: %+v, %v", rows, err)
	}
}

func TestASubjectIsOfOneUserOfOneCompany(t *testing.T) {
	subject := token.Subject("acme", "robot")
	if subject != token.Subject("acme", "robot") {
		t.Error("the subject of a user changes")
	}
	for _, other := range []string{
		token.Subject("zeta", "robot"), token.Subject("acme", "robot2"), token.Subject("acmer", "obot"),
	} {
		if other == subject {
			t.Errorf("two users have the subject %s", subject)
		}
	}
}
