package concurrency_test

import (
	"testing"

	"github.com/pquerna/otp/totp"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// ending are the use cases that end the sessions of a user and after which who knows the password alone can't begin
// another one.
var ending = map[string]func(w *world, a store.Agent) func() error{
	"another password is set": func(w *world, a store.Agent) func() error {
		return func() error {
			_, err := w.Accounts.ResetUserPassword(w.Context(), "cli", w.slug, a.ID)
			return err
		}
	},
	"they change the password": func(w *world, a store.Agent) func() error {
		return func() error {
			return w.Accounts.ChangePassword(w.Context(), w.slug, a.ID, password, "a long secret of mine", "")
		}
	},
	"they are disabled": func(w *world, a store.Agent) func() error {
		return func() error {
			return w.Accounts.SetUserState(w.Context(), "cli", w.slug, a.ID, access.StateDisabled)
		}
	},
	"a second factor is set up": func(w *world, a store.Agent) func() error {
		drawn, err := w.Accounts.GenerateSecondFactor(w.Context(), w.slug, a.ID)
		w.must(err)
		code, err := totp.GenerateCode(drawn.Secret, w.now.Now())
		w.must(err)
		return func() error {
			_, err := w.Accounts.ConfirmSecondFactor(w.Context(), w.slug, a.ID, drawn.Sealed, code, "")
			return err
		}
	},
}

func TestNoSessionBeginsWhileTheSessionsOfAUserEnd(t *testing.T) {
	for _, name := range []string{"sqlite", "postgres"} {
		now := clock.NewManual(noon)
		e, n := open(t, name, now), 0
		for what, stage := range ending {
			t.Run(name+" while "+what, func(t *testing.T) {
				for range rounds() {
					n++
					w := newWorld(t, e, now, n)
					a := w.user(access.Agent)
					end := stage(w, a)
					together(func(i int) {
						if i == 0 {
							if err := end(); err != nil {
								w.Error(err)
							}
							return
						}
						if err := w.signIn(a); err != nil && !fault.Is(err, fault.Unauthenticated) {
							w.Error(err)
						}
					})
					if left := w.count(`SELECT count(*) FROM sessions WHERE company = $1`); left > 0 {
						t.Errorf("%d sessions are left", left)
					}
				}
			})
		}
	}
}

// signIn signs a user in who has no second factor, as the console does.
func (w *world) signIn(a store.Agent) error {
	proven, err := w.Accounts.SignIn(w.Context(), a.Email, password, w.address)
	if err != nil || proven.TOTPSecret != nil {
		return err
	}
	_, err = w.sessions.Start(w.Context(), "", proven, w.address, "test")
	return err
}
