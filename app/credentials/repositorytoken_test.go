package credentials_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/admintest"
	"proofdesk/app/apikey"
	"proofdesk/app/clock"
	"proofdesk/app/credentials"
	"proofdesk/app/fault"
)

// verifierOf returns the verifier of an office.
func verifierOf(o admintest.Office, now clock.Clock) *apikey.Verifier {
	return &apikey.Verifier{Store: o.Store, Clock: now, Master: o.Keys.Master, Log: slog.New(slog.DiscardHandler)}
}

const day = 24 * time.Hour

func TestARepositoryTokenOpensTheRepositoryUntilItEnds(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, now *clock.Manual) {
		ctx, v := t.Context(), verifierOf(o, now)
		made, err := o.Credentials.CreateRepositoryToken(ctx, "agent:ann", "acme", "Build server", now.Now().Add(2*day))
		if err != nil {
			t.Fatal(err)
		}
		short, err := o.Credentials.CreateRepositoryToken(ctx, "cli", "acme", "Short", now.Now().Add(day))
		if err != nil {
			t.Fatal(err)
		}
		good := func(token string) bool {
			i, err := v.VerifyToken(ctx, token, "192.0.2.1")
			if err != nil && !fault.Is(err, fault.Unauthenticated) {
				t.Errorf("refused with %v", err)
			}
			return err == nil && i.Company == "acme"
		}
		if !good(made.Token) || !good(short.Token) || good(access.NewRepositoryToken()) || good("") ||
			good(made.Token[:50]) || good(made.Token+" ") || good(access.NewAPIKeySecret()) {
			t.Error("a token is refused, or what is none is taken")
		}
		if err := v.Flush(ctx); err != nil {
			t.Fatal(err)
		}
		rows, err := o.Store.RepositoryTokens(ctx, "acme")
		if err != nil || len(rows) != 2 {
			t.Fatal(rows, err)
		}
		for _, row := range rows {
			if !row.LastUsedAt.Equal(now.Now()) || strings.Contains(string(row.MAC), made.Token) ||
				row.ID == made.ID && (row.CreatedBy != "agent:ann" || row.Hint != access.Hint(made.Token)) {
				t.Errorf("row %+v", row)
			}
		}
		now.Advance(day)
		if good(short.Token) || !good(made.Token) {
			t.Error("an expired token counts, or one that is in force does not")
		}
		if err := o.Credentials.RevokeRepositoryToken(ctx, "cli", "acme", made.ID); err != nil {
			t.Fatal(err)
		}
		if good(made.Token) {
			t.Error("a revoked token counts")
		}
		if err := o.Credentials.RevokeRepositoryToken(ctx, "cli", "acme", made.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("revoked twice: %v", err)
		}
		rows, err = o.Store.RepositoryTokens(ctx, "acme")
		if audited, e := o.Store.AuditOf(ctx, "acme", "repository_token:"+made.ID, "", 9); err != nil || e != nil ||
			len(audited) != 2 {
			t.Errorf("the trail has %+v of %+v: %v, %v", audited, rows, err, e)
		}
	})
}

func TestARepositoryTokenHasANameAndALife(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, now *clock.Manual) {
		create := func(name string, life time.Duration) (credentials.NewRepositoryToken, error) {
			return o.Credentials.CreateRepositoryToken(t.Context(), "cli", "acme", name, now.Now().Add(life))
		}
		for _, life := range []time.Duration{-day, 0, credentials.MaxTokenLife + time.Millisecond} {
			if _, err := create("Life", life); !fault.Is(err, fault.Invalid) {
				t.Errorf("lasts %s: %v", life, err)
			}
		}
		made, err := create("Life", credentials.MaxTokenLife)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := create("life", day); !fault.Is(err, fault.Conflict) {
			t.Errorf("a name twice: %v", err)
		}
		if err := o.Credentials.RevokeRepositoryToken(t.Context(), "cli", "acme", made.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := create("life", day); err != nil {
			t.Errorf("the name of a token that was revoked: %v", err)
		}
	})
}

func TestNetworksThatGuessTokensWaitAndTheirAPIKeysDoNot(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, now *clock.Manual) {
		ctx, v := t.Context(), verifierOf(o, now)
		made, err := o.Credentials.CreateRepositoryToken(ctx, "cli", "acme", "k", now.Now().Add(day))
		if err != nil {
			t.Fatal(err)
		}
		for range 60 {
			if _, err := v.VerifyToken(ctx, "x", "192.0.2.1"); !fault.Is(err, fault.Unauthenticated) {
				t.Fatal(err)
			}
		}
		if _, err := v.VerifyToken(ctx, "x", "192.0.2.1"); !fault.Is(err, fault.Throttled) {
			t.Errorf("after too many: %v", err)
		}
		if _, err := v.VerifyToken(ctx, made.Token, "192.0.2.1"); !fault.Is(err, fault.Throttled) {
			t.Errorf("a right one after too many: %v", err)
		}
		if _, err := v.VerifyToken(ctx, made.Token, "192.0.2.2"); err != nil {
			t.Errorf("from another address: %v", err)
		}
		if _, err := v.Verify(ctx, "x", "x", "192.0.2.1"); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("an API key from the same network: %v", err)
		}
		now.Advance(time.Minute)
		if _, err := v.VerifyToken(ctx, made.Token, "192.0.2.1"); err != nil {
			t.Errorf("a minute later: %v", err)
		}
	})
}
