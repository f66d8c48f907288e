package token_test

import (
	"errors"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/token"
)

func FuzzGrant(f *testing.F) {
	d := onSQLite(f)
	d.Hasher = access.NewHasher(1, 8, access.Params{Memory: 8, Passes: 1, Lanes: 1})
	f.Add(formType, "", "", string(d.form().Body))
	f.Add("text/plain", "Basic Og==", "a=b", "a=%zz&&=")
	f.Fuzz(func(t *testing.T, contentType, authorization, query, body string) {
		_, err := d.Grant(t.Context(), token.Request{
			ContentType:   contentType,
			Authorization: authorization,
			Query:         query,
			Body:          []byte(body),
			Address:       body,
		})
		var e *token.OAuthError
		if err != nil && (!errors.As(err, &e) || e.Status >= 500) {
			t.Fatalf("%v", err)
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	d := onSQLite(b)
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
			fresh := &token.Service{Store: d.Store, Clock: d.clock, Master: d.Master, Issuer: d.Issuer}
			if _, err := fresh.Verify(b.Context(), raw); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkGrant(b *testing.B) {
	d := onSQLite(b)
	d.Hasher = access.NewHasher(2, 32, access.DefaultParams)
	d.token(b)
	for b.Loop() {
		d.token(b)
	}
}
