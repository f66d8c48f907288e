package credentials_test

import (
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/admintest"
	"proofdesk/app/apikey"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

func TestAPIKeyRotationAndItsEnds(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, now *clock.Manual) {
		ctx := t.Context()
		v := &apikey.Verifier{
			Store:       o.Store,
			Clock:       now,
			Master:      o.Keys.Master,
			Environment: "test",
			Region:      "local",
			Log:         slog.New(slog.DiscardHandler),
		}
		key, err := o.Credentials.CreateAPIKey(ctx, "cli", "acme", "k", now.Now().Add(24*time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(`^urn:apikeysv1:test:local:acme:[0-9a-f-]{36}$`).MatchString(key.ID) {
			t.Errorf("id %q", key.ID)
		}
		urn, _ := access.ParseURN(access.KindAPIKey, key.ID)
		second, err := o.Credentials.AddAPIKeySecret(ctx, "cli", "acme", urn.ID)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.Credentials.AddAPIKeySecret(ctx, "cli", "acme", urn.ID); !fault.Is(err, fault.Conflict) {
			t.Errorf("a third secret: %v", err)
		}
		good := func(secret string) bool {
			i, err := v.Verify(ctx, key.ID, secret, "192.0.2.1")
			return err == nil && i == apikey.Identity{Company: "acme", KeyID: urn.ID}
		}
		if !good(key.Secret) || !good(second.Secret) {
			t.Fatal("one of two live secrets is refused")
		}
		secrets, _ := o.Store.APIKeySecrets(ctx, "acme", urn.ID)
		for _, s := range secrets {
			if strings.Contains(string(s.MAC), key.Secret) ||
				(s.Hint != access.Hint(key.Secret) && s.Hint != access.Hint(second.Secret)) {
				t.Errorf("secret row %+v", s)
			}
			if s.Hint == access.Hint(key.Secret) {
				if err := o.Credentials.RevokeAPIKeySecret(ctx, "cli", "acme", urn.ID, s.ID); err != nil {
					t.Fatal(err)
				}
			}
		}
		if good(key.Secret) || !good(second.Secret) {
			t.Error("a revoked secret counts, or the other one does not")
		}
		if err := v.Flush(ctx); err != nil {
			t.Fatal(err)
		}
		if k, _ := o.Store.APIKey(ctx, "acme", urn.ID); !k.LastUsedAt.Equal(now.Now()) {
			t.Errorf("last used %v", k.LastUsedAt)
		}
		now.Advance(24 * time.Hour)
		if good(second.Secret) {
			t.Error("an expired key counts")
		}
	})
}

func TestAPIKeyFailuresAreOneAnswerAndThrottled(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, now *clock.Manual) {
		ctx := t.Context()
		v := &apikey.Verifier{
			Store:       o.Store,
			Clock:       now,
			Master:      o.Keys.Master,
			Environment: "test",
			Region:      "local",
			Log:         slog.New(slog.DiscardHandler),
		}
		key, _ := o.Credentials.CreateAPIKey(ctx, "cli", "acme", "k", time.Time{})
		other, _ := o.Credentials.CreateAPIKey(ctx, "cli", "acme", "other", time.Time{})
		if _, err := o.Companies.CreateCompany(ctx, "cli", "zeta", "Zeta"); err != nil {
			t.Fatal(err)
		}
		urn, _ := access.ParseURN(access.KindAPIKey, key.ID)
		tests := map[string][2]string{
			"wrong secret":       {key.ID, access.NewAPIKeySecret()},
			"another's secret":   {key.ID, other.Secret},
			"cut secret":         {key.ID, key.Secret[:50]},
			"no secret":          {key.ID, ""},
			"no id":              {"", key.Secret},
			"not a URN":          {"acme", key.Secret},
			"unknown id":         {strings.Replace(key.ID, urn.ID, ids.UUID(), 1), key.Secret},
			"other company":      {strings.Replace(key.ID, ":acme:", ":zeta:", 1), key.Secret},
			"other environment":  {strings.Replace(key.ID, ":test:", ":prod:", 1), key.Secret},
			"other region":       {strings.Replace(key.ID, ":local:", ":eu:", 1), key.Secret},
			"document's URN":     {strings.Replace(key.ID, "apikeysv1", "documentsv1", 1), key.Secret},
			"secret as the id":   {key.Secret, key.Secret},
			"bad UTF-8 in id":    {key.ID + "\xff", key.Secret},
			"very long id":       {strings.Repeat("x", 10000), key.Secret},
			"space after secret": {key.ID, key.Secret + " "},
		}
		var text string
		for name, pair := range tests {
			_, err := v.Verify(ctx, pair[0], pair[1], "192.0.2.1")
			if !fault.Is(err, fault.Unauthenticated) || (text != "" && err.Error() != text) {
				t.Errorf("%s: %v", name, err)
				continue
			}
			text = err.Error()
		}
		for range 60 {
			_, _ = v.Verify(ctx, key.ID, "x", "192.0.2.1")
		}
		if _, err := v.Verify(ctx, key.ID, key.Secret, "192.0.2.1"); !fault.Is(err, fault.Throttled) {
			t.Errorf("after too many: %v", err)
		}
		if _, err := v.Verify(ctx, key.ID, key.Secret, "192.0.2.2"); err != nil {
			t.Errorf("from another address: %v", err)
		}
		now.Advance(time.Minute)
		if _, err := v.Verify(ctx, key.ID, key.Secret, "192.0.2.1"); err != nil {
			t.Errorf("a minute later: %v", err)
		}
	})
}

func TestAKeyIsNotCreatedExpired(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, now *clock.Manual) {
		_, err := o.Credentials.CreateAPIKey(t.Context(), "cli", "acme", "k", now.Now())
		if !fault.Is(err, fault.Invalid) {
			t.Errorf("a key that ends now: %v", err)
		}
	})
}
