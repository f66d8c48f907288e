package token_test

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"sync"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/keyring"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/token"
	"proofdesk/app/vault"
)

func TestMain(m *testing.M) { storetest.Main(m) }

const formType = "application/x-www-form-urlencoded"

// desk is an endpoint with the client and the user of a company.
type desk struct {
	*token.Service
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
	d := desk{
		clock:    c,
		id:       "acme-1",
		secret:   access.NewClientSecret(),
		user:     "robot",
		password: access.NewPassword(),
		Service: &token.Service{
			Store:  st,
			Clock:  c,
			Master: vault.Ephemeral(),
			Hasher: access.NewHasher(2, 32, access.Params{Memory: 64, Passes: 1, Lanes: 1}),
			Log:    slog.New(slog.DiscardHandler),
			Issuer: token.Issuer("https://id.example.test/"),
			Limits: token.DefaultLimits,
		},
	}
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

// signingKey is made once: it takes about half a second.
var signingKey = sync.OnceValue(func() []byte {
	private, err := rsa.GenerateKey(rand.Reader, 3072)
	if err != nil {
		panic(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		panic(err)
	}
	return der
})

// each runs a test on both engines, with a signing key made already.
func each(t *testing.T, test func(t *testing.T, d desk)) {
	t.Helper()
	for name, open := range map[string]func(testing.TB, clock.Clock) *store.Store{
		"sqlite": storetest.SQLite, "postgres": storetest.Postgres,
	} {
		t.Run(name, func(t *testing.T) {
			c := clock.NewManual(start)
			test(t, withKey(t, newDesk(t, open(t, c), c)))
		})
	}
}

// withKey adds the signing key.
func withKey(t testing.TB, d desk) desk {
	t.Helper()
	sealed := d.Master.Seal(signingKey(), keyring.SigningKeyContext("first"))
	err := d.Store.Write(context.Background(), func(tx *store.Tx) error {
		return tx.InsertSigningKey(context.Background(),
			store.SigningKey{KID: "first", Algorithm: "RS256", SealedKey: sealed, CreatedAt: tx.Now}, tx.Now)
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (d desk) form(changes ...string) token.Request {
	f := url.Values{
		"grant_type":    {"password"},
		"client_id":     {d.id},
		"client_secret": {d.secret},
		"username":      {d.user},
		"password":      {d.password},
		"scope":         {"api_access"},
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
	var e *token.OAuthError
	if errors.As(err, &e) {
		return fmt.Sprintf("%d %s", e.Status, e.Code)
	}
	return fmt.Sprint(err)
}

// onSQLite is a desk for fuzzing and benchmarks.
func onSQLite(t testing.TB) desk {
	t.Helper()
	c := clock.NewManual(start)
	return withKey(t, newDesk(t, storetest.SQLite(t, c), c))
}
