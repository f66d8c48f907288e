package accounts

import (
	"context"
	"crypto/subtle"
	"log/slog"
	"net/url"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// The parameters of the second factor: RFC 6238 with six digits, SHA-1 and steps of 30 seconds, which every
// authenticator supports, and one step of tolerance to either side (RFC 6238, 5.2).
const (
	totpPeriod = 30 * time.Second
	totpSlack  = 1
	totpIssuer = "Proofdesk"
)

// NewSecondFactor is a second factor that was generated and is not active until it is confirmed. The caller may store
// Sealed; only this installation can decrypt it.
type NewSecondFactor struct {
	Sealed []byte
	Secret string // base32, to type
	URI    string // otpauth:, to scan
}

// String leaves the secret out.
func (NewSecondFactor) String() string { return "new second factor" }

// LogValue leaves the secret out.
func (f NewSecondFactor) LogValue() slog.Value { return slog.StringValue(f.String()) }

func totpPlace(id string) string { return "totp:" + id }

// GenerateSecondFactor generates a second factor for a user, to be shown once and confirmed.
func (g *Registry) GenerateSecondFactor(ctx context.Context, company, id string) (NewSecondFactor, error) {
	agent, err := g.Store.Agent(ctx, company, id)
	if err != nil {
		return NewSecondFactor{}, err
	}
	key, err := totp.Generate(totp.GenerateOpts{Issuer: totpIssuer, AccountName: agent.Email})
	if err != nil {
		return NewSecondFactor{}, fault.Wrap(err, fault.Internal, "a second factor could not be made")
	}
	sealed, err := g.Keys.Seal(ctx, company, []byte(key.Secret()), totpPlace(id))
	return NewSecondFactor{Sealed: sealed, Secret: key.Secret(), URI: otpauth(agent.Email, key.Secret())}, err
}

// otpauth returns the key URI that authenticators scan; it leaves out the parameters with default values.
func otpauth(email, secret string) string {
	return "otpauth://totp/" + totpIssuer + ":" + url.PathEscape(email) + "?issuer=" + totpIssuer + "&secret=" + secret
}

// OpenSecondFactor decrypts a generated second factor, for a page that is shown once more.
func (g *Registry) OpenSecondFactor(ctx context.Context, company, id string, sealed []byte) (NewSecondFactor, error) {
	agent, err := g.Store.Agent(ctx, company, id)
	if err != nil {
		return NewSecondFactor{}, err
	}
	secret, err := g.Keys.Open(ctx, company, sealed, totpPlace(id))
	if err != nil {
		return NewSecondFactor{}, err
	}
	return NewSecondFactor{Sealed: sealed, Secret: string(secret), URI: otpauth(agent.Email, string(secret))}, nil
}

// ConfirmSecondFactor enables a generated second factor once a code shows that the authenticator has it, ends the
// user's other sessions and returns recovery codes, which can't be shown again; keep is the hash of the session that
// stays.
func (g *Registry) ConfirmSecondFactor(
	ctx context.Context, company, id string, sealed []byte, code, keep string,
) ([]string, error) {
	secret, err := g.Keys.Open(ctx, company, sealed, totpPlace(id))
	if err != nil {
		return nil, err
	}
	step, ok := totpStep(string(secret), code, g.Clock.Now())
	if !ok {
		return nil, fault.BadField("code", "match",
			"this is not the code that the authenticator shows now: enter the newest one, and check the device's clock")
	}
	codes, hashes := g.newRecovery(id)
	err = g.Store.Change(ctx, ownEntry(company, id, "user.totp_on"), func(tx *store.Tx) error {
		if fresh, err := tx.UseTOTPStep(ctx, company, id, step); err != nil || !fresh {
			return usedCode(err)
		}
		if err := tx.SetAgentTOTP(ctx, company, id, sealed, hashes); err != nil {
			return err
		}
		_, err := tx.EndSessions(ctx, company, id, keep)
		return err
	})
	if err != nil {
		return nil, err
	}
	return codes, nil
}

func usedCode(err error) error {
	if err != nil {
		return err
	}
	return fault.BadField("code", "used", "this code was used already: wait for the next one")
}

// RemoveSecondFactor disables a user's own second factor; it requires the password.
func (g *Registry) RemoveSecondFactor(ctx context.Context, company, id, password string) error {
	if _, err := g.reauthenticated(ctx, company, id, password); err != nil {
		return err
	}
	return g.Store.Change(ctx, ownEntry(company, id, "user.totp_off"), func(tx *store.Tx) error {
		return tx.SetAgentTOTP(ctx, company, id, nil, nil)
	})
}

// ResetSecondFactor disables the second factor of a user who has lost it, and ends the user's sessions.
func (g *Registry) ResetSecondFactor(ctx context.Context, actor, company, id string) error {
	return g.Store.Change(ctx, userEntry(company, actor, "user.totp_reset", id, nil), func(tx *store.Tx) error {
		if err := tx.SetAgentTOTP(ctx, company, id, nil, nil); err != nil {
			return err
		}
		_, err := tx.EndSessions(ctx, company, id, "")
		return err
	})
}

// reauthenticated returns a signed-in user who has entered the password again. Failures count like at the sign-in.
func (g *Registry) reauthenticated(ctx context.Context, company, id, password string) (store.Agent, error) {
	agent, err := g.Store.Agent(ctx, company, id)
	if err != nil {
		return agent, err
	}
	leave, err := g.enter(ctx, agent.Email)
	if err != nil {
		return agent, err
	}
	defer leave()
	if agent, err = g.Store.Agent(ctx, company, id); err != nil { // as the attempt before this one left it
		return agent, err
	}
	throttles := []store.Throttle{
		{Scope: access.ThrottleScope("signin account", agent.Email), Limit: g.Limits.Account, Window: g.Limits.Window},
	}
	if err := g.held(ctx, throttles); err != nil {
		return agent, err
	}
	right, _, err := g.Hasher.Verify(ctx, agent.PasswordHash, password)
	if err != nil || right {
		return agent, err
	}
	err = g.Store.Write(ctx, func(tx *store.Tx) error { return tx.CountAttempts(ctx, throttles) })
	if err != nil {
		return agent, err
	}
	return agent, wrongPassword()
}

func wrongPassword() error {
	return fault.BadField("current", "match", "the current password is incorrect")
}

// totpStep returns the time step of a code, among those within the tolerance.
func totpStep(secret, code string, now time.Time) (int64, bool) {
	code = plainCode(code)
	current, found := now.Unix()/int64(totpPeriod.Seconds()), int64(-1)
	for step := current - totpSlack; step <= current+totpSlack; step++ {
		want, err := hotp.GenerateCodeCustom(secret, uint64(step), hotp.ValidateOpts{
			Digits:    otp.DigitsSix,
			Algorithm: otp.AlgorithmSHA1,
		})
		if err == nil && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			found = step
		}
	}
	return found, found >= 0
}

// SecondFactor completes the sign-in of a user whose password was right: with a code of the authenticator or a recovery
// code, each of which works once. Failures count and lock like wrong passwords.
func (g *Registry) SecondFactor(ctx context.Context, company, id, code, address string) (store.Agent, error) {
	agent, err := g.Store.Agent(ctx, company, id)
	if err != nil {
		return agent, err
	}
	leave, err := g.enter(ctx, agent.Email)
	if err != nil {
		return agent, err
	}
	defer leave()
	if agent, err = g.Store.Agent(ctx, company, id); err != nil { // as the attempt before this one left it
		return agent, err
	}
	throttles := g.signInThrottles(agent.Email, address)
	if err := g.held(ctx, throttles); err != nil {
		return agent, err
	}
	open := agent.State == access.StateActive && !g.Clock.Now().Before(agent.LockedUntil) && agent.TOTPSecret != nil
	right := false
	if open {
		if right, err = g.takeCode(ctx, agent, code); err != nil {
			return agent, err
		}
	}
	if !right {
		if err := g.refused(ctx, agent, open, throttles); !fault.Is(err, fault.Unauthenticated) {
			return agent, err
		}
		return agent, fault.New(fault.Unauthenticated, "the code is incorrect or was already used")
	}
	return agent, g.signedIn(ctx, agent)
}

// takeCode uses up a code if it is right.
func (g *Registry) takeCode(ctx context.Context, agent store.Agent, code string) (bool, error) {
	code = plainCode(code)
	if len(code) == recoveryLength {
		return g.takeRecovery(ctx, agent, dashed(code))
	}
	secret, err := g.Keys.Open(ctx, agent.Company, agent.TOTPSecret, totpPlace(agent.ID))
	if err != nil {
		return false, err
	}
	step, ok := totpStep(string(secret), code, g.Clock.Now())
	if !ok {
		return false, nil
	}
	err = g.Store.Write(ctx, func(tx *store.Tx) (err error) {
		ok, err = tx.UseTOTPStep(ctx, agent.Company, agent.ID, step)
		return err
	})
	return ok, err
}
