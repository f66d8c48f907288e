package control_test

import (
	"encoding/json"
	"testing"
	"time"

	"proofdesk/app/accounts"
	"proofdesk/app/admintest"
	"proofdesk/app/clock"
	"proofdesk/app/control"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/vault"
)

func TestMain(m *testing.M) {
	storetest.Main(m)
}

func TestALockedOutAdministratorIsLetInAgainFromTheCommandLine(t *testing.T) {
	now := clock.NewManual(time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC))
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		o := admintest.On(st, now, vault.Ephemeral())
		o.Accounts.Limits = accounts.Limits{
			Window:    time.Minute,
			Account:   100,
			Address:   100,
			LockAfter: 2,
			LockFor:   time.Hour,
		}
		c := &control.Commands{Store: st, Accounts: o.Accounts, Companies: o.Companies}
		do := func(command string, args control.Args) (any, error) {
			body, err := json.Marshal(args)
			if err != nil {
				t.Fatal(err)
			}
			return c.Do(ctx, control.Request{Command: command, Args: body})
		}
		if _, err := do("company.create", control.Args{Company: "acme", Name: "Acme"}); err != nil {
			t.Fatal(err)
		}
		made, err := do("user.create", control.Args{
			Company: "acme",
			Email:   "ada@acme.test",
			Role:    "admin",
			OneTime: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		signIn := func(password string) error {
			_, err := o.Accounts.SignIn(ctx, "ada@acme.test", password, "192.0.2.1")
			return err
		}
		for range 2 {
			if err := signIn("wrong"); !fault.Is(err, fault.Unauthenticated) {
				t.Fatal(err)
			}
		}
		password := made.(accounts.NewUser).Password
		if err := signIn(password); !fault.Is(err, fault.Unauthenticated) {
			t.Fatalf("a locked account signs in: %v", err)
		}
		if _, err := do("user.unlock", control.Args{Email: "Ada@acme.test"}); err != nil {
			t.Fatal(err)
		}
		if err := signIn(password); err != nil {
			t.Fatal(err)
		}
		ada, err := st.AgentByEmail(ctx, "ada@acme.test")
		if err != nil || !ada.MustChange {
			t.Fatalf("a one-time password need not be changed: %v", err)
		}
		if err := st.Write(ctx,
			func(tx *store.Tx) error {
				return tx.SetAgentTOTP(ctx, "acme", ada.ID, []byte("sealed"), nil)
			}); err != nil {
			t.Fatal(err)
		}
		if _, err := do("user.reset-totp", control.Args{Email: "ada@acme.test"}); err != nil {
			t.Fatal(err)
		}
		if ada, _ = st.AgentByEmail(ctx, "ada@acme.test"); ada.TOTPSecret != nil {
			t.Error("the second factor is still on")
		}
		again, err := do("user.reset-password", control.Args{Email: "ada@acme.test"})
		if err != nil || signIn(again.(accounts.NewUser).Password) != nil || signIn(password) == nil {
			t.Error("the password was not replaced", err)
		}
		if _, err := do("user.unlock", control.Args{Email: "nobody@acme.test"}); !fault.Is(err, fault.NotFound) {
			t.Error(err)
		}
	})
}
