package accounts_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/accounts"
	"proofdesk/app/admintest"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/preference"
	"proofdesk/app/store"
)

func TestTheLastAdministratorStays(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		ctx := t.Context()
		var made []store.Agent
		for _, email := range []string{"a@acme.test", "b@acme.test"} {
			u, err := o.Accounts.CreateUser(ctx, "cli",
				accounts.UserRequest{Company: "acme", Email: email, Role: "admin"})
			if err != nil {
				t.Fatal(err)
			}
			agent, _ := o.Store.AgentByEmail(ctx, u.Email)
			made = append(made, agent)
		}
		if err := o.Accounts.SetUserState(ctx, "cli", "acme", made[0].ID, access.StateDisabled); err != nil {
			t.Fatal(err)
		}
		for name, err := range map[string]error{
			"disabling": o.Accounts.SetUserState(ctx, "cli", "acme", made[1].ID, access.StateDisabled),
			"demoting":  o.Accounts.SetUserRole(ctx, "cli", "acme", made[1].ID, access.Admin, string(access.Agent)),
		} {
			if !fault.Is(err, fault.Conflict) {
				t.Errorf("%s the last one: %v", name, err)
			}
		}
		err := o.Accounts.SetUserRole(ctx, "cli", "acme", made[0].ID, access.Admin, string(access.Agent))
		if err != nil {
			t.Errorf("demoting a disabled one: %v", err)
		}
	})
}

func TestPreferencesAreChecked(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		u := user(t, o)
		agent, _ := o.Store.AgentByEmail(t.Context(), u.Email)
		for field, p := range map[string]preference.Preferences{
			"theme":    {Theme: "pink"},
			"density":  {Density: "none"},
			"timeZone": {TimeZone: "Mars/Olympus"},
			"keys":     {Keys: map[string]string{"a": "d"}},
		} {
			var f *fault.Error
			if err := o.Accounts.ChangePreferences(t.Context(), "acme", agent.ID, set(p)); !errors.As(err, &f) ||
				f.Fields[0].Name != field {
				t.Errorf("%s: %v", field, err)
			}
		}
		want := preference.Preferences{
			Theme:    "dark",
			Density:  "compact",
			Blur:     true,
			Grey:     true,
			KeysOff:  true,
			TimeZone: "America/Mexico_City",
			Keys:     map[string]string{"a": "z"},
		}
		if err := o.Accounts.ChangePreferences(t.Context(), "acme", agent.ID, set(want)); err != nil {
			t.Fatal(err)
		}
		agent, _ = o.Store.AgentByEmail(t.Context(), u.Email)
		if got := agent.Preferences; !reflect.DeepEqual(got, want) {
			t.Errorf("kept as %+v", got)
		}
	})
}

// set replaces the preferences by others.
func set(to preference.Preferences) func(*preference.Preferences) {
	return func(p *preference.Preferences) { *p = to }
}

func TestANameAndPreferencesAreSavedTogetherOrNotAtAll(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		user(t, o)
		ctx := t.Context()
		agent, err := o.Store.AgentByEmail(ctx, "ann@acme.test")
		if err != nil {
			t.Fatal(err)
		}
		now := func() store.Agent {
			t.Helper()
			agent, err := o.Store.Agent(ctx, "acme", agent.ID)
			if err != nil {
				t.Fatal(err)
			}
			return agent
		}
		was := accounts.ProfileOf(agent)
		save := func(name, theme string) error {
			sent := was
			sent.Name, sent.Preferences.Theme = name, theme
			_, err := o.Accounts.SaveProfile(ctx, "acme", agent.ID, was, sent)
			return err
		}
		if err := save("🙂", "dark"); !fault.Is(err, fault.Invalid) ||
			!reflect.DeepEqual(now().Preferences, agent.Preferences) {
			t.Errorf("with a bad name: %v, preferences %+v", err, now().Preferences)
		}
		var f *fault.Error
		err = save(" ", "pink")
		if !errors.As(err, &f) || len(f.Fields) != 2 || f.Fields[0].Name != "name" || f.Fields[1].Name != "theme" {
			t.Errorf("with two wrong: %v", err)
		}
		if err := save("Ann Other", "pink"); !fault.Is(err, fault.Invalid) || now().DisplayName != agent.DisplayName {
			t.Errorf("with a bad theme: %v, name %s", err, now().DisplayName)
		}
		if err := save("Ann Other", "dark"); err != nil || now().DisplayName != "Ann Other" ||
			now().Preferences.Theme != "dark" {
			t.Errorf("both right: %v, %+v", err, now())
		}
		if err := save("Ann Third", "light"); !fault.Is(err, fault.Conflict) || now().DisplayName != "Ann Other" {
			t.Errorf("with a name that was changed meanwhile: %v, name %s", err, now().DisplayName)
		}
	})
}

func TestDisablingAUserEndsTheirSessions(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		u, ctx := user(t, o), t.Context()
		agent, err := o.Store.AgentByEmail(ctx, u.Email)
		if err != nil {
			t.Fatal(err)
		}
		err = o.Store.Write(ctx, func(tx *store.Tx) error {
			return tx.InsertSession(ctx, store.Session{
				IDHash:    "there",
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
		if err := o.Accounts.SetUserState(ctx, "cli", "acme", agent.ID, access.StateDisabled); err != nil {
			t.Fatal(err)
		}
		if left, err := o.Store.SessionsOf(ctx, "acme", agent.ID); len(left) != 0 || err != nil {
			t.Errorf("%d sessions are left, %v", len(left), err)
		}
	})
}
