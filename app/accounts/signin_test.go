package accounts_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/accounts"
	"proofdesk/app/admintest"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// user makes Ann, a senior.
func user(t testing.TB, o admintest.Office) accounts.NewUser {
	t.Helper()
	u, err := o.Accounts.CreateUser(t.Context(), "cli", accounts.UserRequest{
		Company: "acme",
		Email:   "Ann@Acme.test",
		Role:    "senior",
	})
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestASignInBringsAPasswordUnderTheCostsOfToday(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		u := user(t, o)
		signIn := func() string {
			if _, err := o.Accounts.SignIn(t.Context(), u.Email, u.Password, "192.0.2.1"); err != nil {
				t.Fatal(err)
			}
			agent, err := o.Store.AgentByEmail(t.Context(), u.Email)
			if err != nil {
				t.Fatal(err)
			}
			return agent.PasswordHash
		}
		before := signIn()
		o.Accounts.Hasher = access.NewHasher(2, 50, access.Params{Memory: 128, Passes: 1, Lanes: 1})
		after := signIn()
		if after == before || signIn() != after {
			t.Errorf("from %s to %s", before, after)
		}
	})
}

func TestSignIn(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		ctx := t.Context()
		u := user(t, o)
		if a, err := o.Accounts.SignIn(ctx, " ANN@acme.test ", u.Password, "192.0.2.1"); err != nil ||
			a.Role != access.Senior {
			t.Fatalf("right password: %+v, %v", a, err)
		}
		wrong := []struct{ email, password string }{
			{u.Email, "wrong"},
			{u.Email, ""},
			{"nobody@acme.test", u.Password},
			{"", ""},
			{strings.Repeat("x", 300) + "@acme.test", u.Password},
			{u.Email, strings.Repeat("x", 5000)},
		}
		var text string
		for _, w := range wrong {
			_, err := o.Accounts.SignIn(ctx, w.email, w.password, "192.0.2.1")
			if !fault.Is(err, fault.Unauthenticated) || (text != "" && err.Error() != text) {
				t.Errorf("%.20q: %v", w.email, err)
			}
			text = err.Error()
		}
		agent, _ := o.Store.AgentByEmail(ctx, u.Email)
		if err := o.Accounts.SetUserState(ctx, "cli", "acme", agent.ID, access.StateDisabled); err != nil {
			t.Fatal(err)
		}
		if _, err := o.Accounts.SignIn(ctx, u.Email, u.Password, "192.0.2.1"); err == nil || err.Error() != text {
			t.Errorf("disabled: %v", err)
		}
	})
}

func TestSignInIsThrottledPerAccountAndPerAddressThenLocked(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, now *clock.Manual) {
		ctx := t.Context()
		u := user(t, o)
		for i := range o.Accounts.Limits.Account {
			if _, err := o.Accounts.SignIn(ctx, u.Email, "wrong",
				fmt.Sprintf("192.0.2.%d", i)); !fault.Is(err, fault.Unauthenticated) {
				t.Fatalf("attempt %d: %v", i, err)
			}
		}
		now.Advance(20 * time.Second)
		_, err := o.Accounts.SignIn(ctx, u.Email, u.Password, "192.0.2.200")
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.Throttled || f.RetryAfter != 40*time.Second {
			t.Fatalf("beyond the account's limit: %v", err)
		}
		now.Advance(40 * time.Second)
		if _, err := o.Accounts.SignIn(ctx, u.Email, u.Password, "192.0.2.200"); !fault.Is(err, fault.Unauthenticated) {
			t.Fatalf("a locked account: %v", err)
		}
		now.Advance(o.Accounts.Limits.LockFor)
		if _, err := o.Accounts.SignIn(ctx, u.Email, u.Password, "192.0.2.200"); err != nil {
			t.Fatalf("after the lock: %v", err)
		}
		for i := range o.Accounts.Limits.Address {
			_, _ = o.Accounts.SignIn(ctx, fmt.Sprintf("x%d@acme.test", i), "wrong", "2001:db8::1")
		}
		if _, err := o.Accounts.SignIn(ctx, u.Email, u.Password, "2001:db8::2"); !fault.Is(err, fault.Throttled) {
			t.Fatalf("beyond the network's limit: %v", err)
		}
		if _, err := o.Accounts.SignIn(ctx, u.Email, u.Password, "2001:db8:0:1::2"); err != nil {
			t.Fatalf("from another network: %v", err)
		}
	})
}

func TestRightPasswordsAreNeverThrottled(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		u := user(t, o)
		for i := range 3 * o.Accounts.Limits.Account {
			if _, err := o.Accounts.SignIn(t.Context(), u.Email, u.Password, "192.0.2.1"); err != nil {
				t.Fatalf("sign-in %d: %v", i, err)
			}
		}
	})
}

func TestPasswordChangeEndsOtherSessions(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		ctx := t.Context()
		u := user(t, o)
		agent, _ := o.Store.AgentByEmail(ctx, u.Email)
		for _, id := range []string{"here", "there"} {
			err := o.Store.Write(ctx, func(tx *store.Tx) error {
				return tx.InsertSession(ctx, store.Session{
					IDHash:    id,
					Company:   "acme",
					AgentID:   agent.ID,
					Data:      []byte("{}"),
					SeenAt:    tx.Now,
					CreatedAt: tx.Now,
					ExpiresAt: tx.Now.Add(time.Hour),
				})
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := o.Accounts.ChangePassword(ctx, "acme", agent.ID, "wrong", "another long secret",
			"here"); !fault.Is(err, fault.Invalid) {
			t.Fatalf("wrong current password: %v", err)
		}
		if err := o.Accounts.ChangePassword(ctx, "acme", agent.ID, u.Password, u.Password,
			"here"); !fault.Is(err, fault.Invalid) {
			t.Fatalf("same password: %v", err)
		}
		if err := o.Accounts.ChangePassword(ctx, "acme", agent.ID, u.Password, "another long secret",
			"here"); err != nil {
			t.Fatal(err)
		}
		if left, _ := o.Store.SessionsOf(ctx, "acme", agent.ID); len(left) != 1 || left[0].IDHash != "here" {
			t.Errorf("sessions left: %+v", left)
		}
		if _, err := o.Accounts.SignIn(ctx, u.Email, u.Password, ""); err == nil {
			t.Error("the old password still signs in")
		}
		again, err := o.Accounts.ResetUserPassword(ctx, "cli", "acme", agent.ID)
		if err != nil {
			t.Fatal(err)
		}
		if a, err := o.Accounts.SignIn(ctx, u.Email, again.Password, ""); err != nil || !a.MustChange {
			t.Errorf("after a reset: %v, must change %v", err, a.MustChange)
		}
		if left, _ := o.Store.SessionsOf(ctx, "acme", agent.ID); len(left) != 0 {
			t.Errorf("sessions after a reset: %d", len(left))
		}
	})
}
