package token_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/token"
)

func TestWrongPasswordsThrottleThenLock(t *testing.T) {
	each(t, func(t *testing.T, d desk) {
		ctx := t.Context()
		d.Limits = token.Limits{Window: time.Minute, Account: 3, Address: 100, LockAfter: 6, LockFor: 10 * time.Minute}
		try := func(changes ...string) (string, time.Duration) {
			_, err := d.Grant(ctx, d.form(changes...))
			var e *token.OAuthError
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
	})
}

func TestOneAddressIsThrottledOverAllAccounts(t *testing.T) {
	each(t, func(t *testing.T, d desk) {
		d.Limits.Address = 5
		for i := range 5 {
			if _, err := d.Grant(t.Context(),
				d.form("client_id", fmt.Sprintf("guess-%d", i))); codeOf(err) != "401 invalid_client" {
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
	})
}

func TestRightCredentialsAreNeverThrottled(t *testing.T) {
	each(t, func(t *testing.T, d desk) {
		d.Limits.Account, d.Limits.Address = 2, 2
		d.Hasher = access.NewHasher(2, 64, access.Params{Memory: 64, Passes: 1, Lanes: 1})
		var wg sync.WaitGroup
		for range 32 {
			wg.Go(func() {
				if _, err := d.Grant(context.Background(), d.form()); err != nil {
					t.Error(err)
				}
				if _, err := d.Grant(context.Background(),
					d.form("scope", "other")); codeOf(err) != "400 invalid_scope" {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	})
}

func TestABusyHasherIsA503WithRetryAfterAndCountsNoAttempt(t *testing.T) {
	each(t, func(t *testing.T, d desk) {
		d.Limits.Account = 2
		free := d.Hasher
		d.Hasher = access.NewHasher(0, 0, access.DefaultParams) // always full
		for range 4 {
			_, err := d.Grant(t.Context(), d.form())
			var e *token.OAuthError
			if !errors.As(err, &e) || e.Status != 503 || e.RetryAfter <= 0 {
				t.Fatalf("a full hasher: %v", err)
			}
		}
		d.Hasher = free
		if _, err := d.Grant(t.Context(), d.form()); err != nil {
			t.Fatalf("afterwards: %v", err)
		}
	})
}

func TestPasswordsAreHashedAgainWhenTheCostsChange(t *testing.T) {
	each(t, func(t *testing.T, d desk) {
		d.Hasher = access.NewHasher(2, 8, access.Params{Memory: 128, Passes: 1, Lanes: 1})
		d.token(t)
		user, err := d.Store.IntegrationUser(t.Context(), "acme", d.user)
		if err != nil || !strings.Contains(user.PasswordHash, "m=128") {
			t.Errorf("hash %q, %v", user.PasswordHash, err)
		}
		d.token(t)
	})
}
