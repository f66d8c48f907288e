package accounts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"proofdesk/app/accounts"
	"proofdesk/app/admintest"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// enrolled returns a user whose second factor is on, with its secret and recovery codes.
func enrolled(t *testing.T, o admintest.Office) (agent store.Agent, password, secret string, codes []string) {
	t.Helper()
	u := user(t, o)
	agent, err := o.Store.AgentByEmail(t.Context(), u.Email)
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := o.Accounts.GenerateSecondFactor(t.Context(), "acme", agent.ID)
	if err != nil {
		t.Fatal(err)
	}
	codes, err = o.Accounts.ConfirmSecondFactor(t.Context(), "acme", agent.ID, drawn.Sealed,
		code(t, o, drawn.Secret, 0), "")
	if err != nil {
		t.Fatal(err)
	}
	return agent, u.Password, drawn.Secret, codes
}

// code returns what an authenticator shows so much later than now.
func code(t *testing.T, o admintest.Office, secret string, later time.Duration) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, o.Clock.Now().Add(later))
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// guess returns a code that an authenticator shows neither now nor half a minute before or after.
func guess(t *testing.T, o admintest.Office, secret string) string {
	t.Helper()
	counting := near(t, o, secret)
	for n := 0; ; n++ {
		if guess := fmt.Sprintf("%06d", n); !slices.Contains(counting, guess) {
			return guess
		}
	}
}

// near are the codes that count now.
func near(t *testing.T, o admintest.Office, secret string) []string {
	t.Helper()
	return []string{
		code(t, o, secret, -30*time.Second), code(t, o, secret, 0), code(t, o, secret, 30*time.Second),
	}
}

func second(t *testing.T, o admintest.Office, agent store.Agent, code string) error {
	t.Helper()
	_, err := o.Accounts.SecondFactor(t.Context(), "acme", agent.ID, code, "192.0.2.1")
	return err
}

func TestASecondFactorCountsOnlyOnceConfirmed(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, now *clock.Manual) {
		u := user(t, o)
		agent, _ := o.Store.AgentByEmail(t.Context(), u.Email)
		drawn, err := o.Accounts.GenerateSecondFactor(t.Context(), "acme", agent.ID)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := o.Accounts.OpenSecondFactor(t.Context(), "acme", agent.ID, drawn.Sealed); err != nil ||
			again.Secret != drawn.Secret {
			t.Errorf("the drawn factor opens as %v, %v", again, err)
		}
		for _, wrong := range []string{
			"", guess(t, o, drawn.Secret), code(t, o, drawn.Secret, -time.Minute),
			code(t, o, drawn.Secret, time.Minute),
		} {
			if slices.Contains(near(t, o, drawn.Secret), wrong) {
				continue // by chance: there are but a million codes
			}
			if _, err := o.Accounts.ConfirmSecondFactor(t.Context(), "acme", agent.ID, drawn.Sealed, wrong,
				""); !fault.Is(err, fault.Invalid) {
				t.Errorf("%q confirms: %v", wrong, err)
			}
		}
		if now, _ := o.Accounts.SignIn(t.Context(), u.Email, u.Password, ""); now.TOTPSecret != nil {
			t.Error("an unconfirmed factor is asked for")
		}
		other, err := o.Accounts.CreateUser(t.Context(), "cli", accounts.UserRequest{
			Company: "acme",
			Email:   "bob@acme.test",
			Role:    "agent",
		})
		if err != nil {
			t.Fatal(err)
		}
		bob, _ := o.Store.AgentByEmail(t.Context(), other.Email)
		if _, err := o.Accounts.ConfirmSecondFactor(t.Context(), "acme", bob.ID, drawn.Sealed,
			code(t, o, drawn.Secret, 0),
			""); err == nil {
			t.Error("a factor that was drawn for somebody else is taken")
		}
	})
}

func TestACodeCountsOnceAndWithinAStep(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, now *clock.Manual) {
		agent, _, secret, _ := enrolled(t, o)
		if err := second(t, o, agent, code(t, o, secret, 0)); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("the code that confirmed it signs in: %v", err)
		}
		now.Advance(30 * time.Second)
		early := code(t, o, secret, 30*time.Second)
		spaced := early[:3] + " " + early[3:]
		if err := second(t, o, agent, spaced); err != nil {
			t.Errorf("a code of an authenticator that is half a minute ahead: %v", err)
		}
		for name, code := range map[string]string{
			"the same":          early,
			"an older one":      code(t, o, secret, 0),
			"one from far away": code(t, o, secret, 5*time.Minute),
		} {
			if err := second(t, o, agent, code); !fault.Is(err, fault.Unauthenticated) {
				t.Errorf("%s code signs in: %v", name, err)
			}
		}
		now.Advance(2 * time.Minute)
		if err := second(t, o, agent, code(t, o, secret, 0)); err != nil {
			t.Errorf("the next code: %v", err)
		}
	})
}

func TestARecoveryCodeCountsOnce(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, now *clock.Manual) {
		agent, password, _, codes := enrolled(t, o)
		if len(codes) != 10 {
			t.Fatalf("%d codes", len(codes))
		}
		if err := second(t, o, agent, codes[3]); err != nil {
			t.Fatal(err)
		}
		if err := second(t, o, agent, codes[3]); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("a used code signs in: %v", err)
		}
		after, _ := o.Store.Agent(t.Context(), "acme", agent.ID)
		if left := len(after.Recovery); left != 9 {
			t.Errorf("%d codes left", left)
		}
		if _, err := o.Accounts.NewRecoveryCodes(t.Context(), "acme", agent.ID,
			"wrong"); !fault.Is(err, fault.Invalid) {
			t.Errorf("new codes without the password: %v", err)
		}
		fresh, err := o.Accounts.NewRecoveryCodes(t.Context(), "acme", agent.ID, password)
		if err != nil {
			t.Fatal(err)
		}
		if err := second(t, o, agent, codes[4]); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("a replaced code signs in: %v", err)
		}
		if err := second(t, o, agent, fresh[0]); err != nil {
			t.Errorf("a new code: %v", err)
		}
	})
}

func TestARecoveryCodeIsAcceptedHoweverItIsGrouped(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		agent, _, _, codes := enrolled(t, o)
		for i, typed := range []string{
			strings.ReplaceAll(codes[0], "-", ""), strings.ReplaceAll(codes[1], "-", " "), strings.ToUpper(codes[2]),
			"\u00a0" + strings.ReplaceAll(codes[3], "-", " – ") + "\r\n",
		} {
			if err := second(t, o, agent, typed); err != nil {
				t.Errorf("%d, as %q: %v", i, typed, err)
			}
		}
		for _, wrong := range []string{codes[4][1:], codes[4] + "2", strings.Repeat("a", 20), strings.Repeat("é", 10)} {
			if err := second(t, o, agent, wrong); !fault.Is(err, fault.Unauthenticated) {
				t.Errorf("%q: %v", wrong, err)
			}
		}
	})
}

func TestGuessingCodesIsThrottledAndLocksEvenWithTheRightPassword(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, now *clock.Manual) {
		agent, password, secret, _ := enrolled(t, o)
		throttled := false
		for i := range 2 * o.Accounts.Limits.LockAfter {
			if _, err := o.Accounts.SignIn(t.Context(), agent.Email, password, fmt.Sprintf("192.0.2.%d", i)); fault.Is(
				err,
				fault.Unauthenticated) {
				break // locked
			}
			err := second(t, o, agent, guess(t, o, secret))
			throttled = throttled || fault.Is(err, fault.Throttled)
			if throttled {
				now.Advance(o.Accounts.Limits.Window)
			}
		}
		if !throttled {
			t.Error("guesses were not throttled")
		}
		now.Advance(o.Accounts.Limits.Window)
		if err := second(t, o, agent, code(t, o, secret, 0)); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("a locked account takes a code: %v", err)
		}
		now.Advance(o.Accounts.Limits.LockFor)
		if err := second(t, o, agent, code(t, o, secret, 0)); err != nil {
			t.Errorf("after the lock: %v", err)
		}
	})
}

func TestASecondFactorIsTurnedOffByItsOwnerOrReset(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, now *clock.Manual) {
		agent, password, _, _ := enrolled(t, o)
		if err := o.Accounts.RemoveSecondFactor(t.Context(), "acme", agent.ID, "wrong"); !fault.Is(err, fault.Invalid) {
			t.Errorf("without the password: %v", err)
		}
		if err := o.Accounts.RemoveSecondFactor(t.Context(), "acme", agent.ID, password); err != nil {
			t.Fatal(err)
		}
		if now, _ := o.Accounts.SignIn(t.Context(), agent.Email, password, ""); now.TOTPSecret != nil {
			t.Error("it is still asked for")
		}
		if err := o.Accounts.ResetSecondFactor(t.Context(), "agent:x", "zeta",
			agent.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("another company's user: %v", err)
		}
		err := o.Store.Write(t.Context(), func(tx *store.Tx) error {
			return tx.InsertSession(t.Context(), store.Session{
				Company:   "acme",
				AgentID:   agent.ID,
				IDHash:    "open",
				Data:      []byte("{}"),
				SeenAt:    tx.Now,
				CreatedAt: tx.Now,
				ExpiresAt: tx.Now.Add(time.Hour),
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := o.Accounts.ResetSecondFactor(t.Context(), "agent:x", "acme", agent.ID); err != nil {
			t.Error(err)
		}
		if left, err := o.Store.SessionsOf(t.Context(), "acme", agent.ID); len(left) > 0 || err != nil {
			t.Errorf("%d sessions are left: %v", len(left), err)
		}
	})
}

func TestWhoFindsABrowserOpenTriesFewPasswords(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		agent, password, _, _ := enrolled(t, o)
		for range o.Accounts.Limits.Account {
			err := o.Accounts.RemoveSecondFactor(t.Context(), "acme", agent.ID, "wrong")
			if !fault.Is(err, fault.Invalid) {
				t.Fatalf("a wrong password: %v", err)
			}
		}
		err := o.Accounts.RemoveSecondFactor(t.Context(), "acme", agent.ID, password)
		if !fault.Is(err, fault.Throttled) {
			t.Errorf("after too many: %v", err)
		}
	})
}

func TestAUserWhoIsDisabledBetweenPasswordAndCodeIsNotSignedIn(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, now *clock.Manual) {
		agent, _, secret, _ := enrolled(t, o)
		now.Advance(time.Minute)
		err := o.Store.Write(t.Context(), func(tx *store.Tx) error {
			return tx.SetAgentState(t.Context(), "acme", agent.ID, "DISABLED")
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := second(t, o, agent, code(t, o, secret, 0)); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("signed in with a right code: %v", err)
		}
	})
}
