package admin_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/admin"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/engine"
)

func TestRulesAreCheckedAndKeepOtherSettings(t *testing.T) {
	o := newOffice(t)
	ctx := t.Context()
	if err := o.Store.Write(ctx,
		func(tx *store.Tx) error { return tx.SetCompanySettings(ctx, "acme", `{"other":{"kept":1}}`) }); err != nil {
		t.Fatal(err)
	}
	was, err := o.RulesOf(ctx, "acme")
	if err != nil || was.MinimumAge != 18 || was.Version != 1 {
		t.Fatalf("%+v, %v", was, err)
	}
	tests := []struct {
		name   string
		change func(*admin.Rules)
		code   fault.Code
		at     string
	}{
		{"no name", func(r *admin.Rules) { r.Name = " " }, fault.Invalid, "name required"},
		{"an age that nobody has", func(r *admin.Rules) { r.MinimumAge = 130 }, fault.Invalid, "minimumAge range"},
		{
			"a check that guesses", func(r *admin.Rules) { r.DeclineOn = []string{engine.CodeGlare} }, fault.Invalid,
			"declineOn one_of",
		},
		{
			"an assurance that is no lower",
			func(r *admin.Rules) { r.Accepted = map[string]engine.Assurance{engine.CodeLiveness: 3} }, fault.Invalid,
			"accepted." + engine.CodeLiveness + " range",
		},
		{
			"an assurance of nothing",
			func(r *admin.Rules) { r.Accepted = map[string]engine.Assurance{engine.CodeLiveness: 0} }, fault.Invalid,
			"accepted." + engine.CodeLiveness + " range",
		},
		{"an older version", func(r *admin.Rules) { r.Version = 0 }, fault.Conflict, ""},
	}
	for _, tt := range tests {
		r := was
		tt.change(&r)
		err := o.SetRules(ctx, "cli", "acme", r)
		var f *fault.Error
		at := ""
		if errors.As(err, &f) && len(f.Fields) > 0 {
			at = f.Fields[0].Name + " " + f.Fields[0].Rule
		}
		if !fault.Is(err, tt.code) || at != tt.at {
			t.Errorf("%s: %v at %q", tt.name, err, at)
		}
	}
	next := admin.Rules{
		Name:       "Acme Two",
		Version:    1,
		MinimumAge: 21,
		DeclineOn:  []string{},
		Accepted:   map[string]engine.Assurance{engine.CodeLiveness: 1},
	}
	if err := o.SetRules(ctx, "agent:x", "acme", next); err != nil {
		t.Fatal(err)
	}
	now, _ := o.RulesOf(ctx, "acme")
	if now.Version != 2 || now.Name != "Acme Two" || now.MinimumAge != 21 || len(now.DeclineOn) != 0 ||
		now.Accepted[engine.CodeLiveness] != 1 {
		t.Errorf("now %+v", now)
	}
	c, _ := o.Store.Company(ctx, "acme")
	if !strings.Contains(c.Settings, `"other":{"kept":1}`) {
		t.Errorf("settings %s", c.Settings)
	}
	rows, _ := o.Store.AuditPage(ctx, "acme", "", 1)
	if rows[0].Action != "company.settings" || !strings.Contains(rows[0].Detail, `"minimumAge":[18,21]`) {
		t.Errorf("audited as %+v", rows[0])
	}
}

func TestTheLastAdministratorStays(t *testing.T) {
	o := newOffice(t)
	ctx := t.Context()
	var made []store.Agent
	for _, email := range []string{"a@acme.test", "b@acme.test"} {
		u, err := o.CreateUser(ctx, "cli", admin.UserRequest{Company: "acme", Email: email, Role: "admin"})
		if err != nil {
			t.Fatal(err)
		}
		agent, _ := o.Store.AgentByEmail(ctx, u.Email)
		made = append(made, agent)
	}
	if err := o.SetUserState(ctx, "cli", "acme", made[0].ID, store.StateDisabled); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"disabling": o.SetUserState(ctx, "cli", "acme", made[1].ID, store.StateDisabled),
		"demoting":  o.SetUserRole(ctx, "cli", "acme", made[1].ID, string(access.Agent)),
	} {
		if !fault.Is(err, fault.Conflict) {
			t.Errorf("%s the last one: %v", name, err)
		}
	}
	if err := o.SetUserRole(ctx, "cli", "acme", made[0].ID, string(access.Agent)); err != nil {
		t.Errorf("demoting a disabled one: %v", err)
	}
}

func TestPreferencesAreChecked(t *testing.T) {
	o := newOffice(t)
	u := o.user(t)
	agent, _ := o.Store.AgentByEmail(t.Context(), u.Email)
	for field, p := range map[string]admin.Preferences{
		"theme":    {Theme: "pink"},
		"density":  {Density: "none"},
		"timeZone": {TimeZone: "Mars/Olympus"},
		"keys":     {Keys: map[string]string{"a": "d"}},
	} {
		var f *fault.Error
		if err := o.SetPreferences(t.Context(), "acme", agent.ID, p); !errors.As(err, &f) || f.Fields[0].Name != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	want := admin.Preferences{
		Theme:    "dark",
		Density:  "compact",
		Blur:     true,
		Grey:     true,
		KeysOff:  true,
		TimeZone: "America/Mexico_City",
		Keys:     map[string]string{"a": "q"},
	}
	if err := o.SetPreferences(t.Context(), "acme", agent.ID, want); err != nil {
		t.Fatal(err)
	}
	agent, _ = o.Store.AgentByEmail(t.Context(), u.Email)
	if got := admin.PreferencesOf(agent); !reflect.DeepEqual(got, want) || got.Zone().String() != want.TimeZone {
		t.Errorf("kept as %+v", got)
	}
	if !slices.Contains(admin.Themes, "auto") ||
		!reflect.DeepEqual(admin.PreferencesOf(store.Agent{Preferences: "?"}), admin.Preferences{}) {
		t.Error("unreadable preferences are not as they come")
	}
}

func TestANameAndPreferencesAreSavedTogetherOrNotAtAll(t *testing.T) {
	o := newOffice(t)
	o.user(t)
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
	dark := admin.Preferences{Theme: "dark", Language: "es"}
	if err := o.SaveProfile(ctx, "acme", agent.ID, "🙂", dark); !fault.Is(err, fault.Invalid) ||
		now().Preferences != agent.Preferences {
		t.Errorf("with a bad name: %v, preferences %s", err, now().Preferences)
	}
	var f *fault.Error
	err = o.SaveProfile(ctx, "acme", agent.ID, " ", admin.Preferences{Theme: "pink"})
	if !errors.As(err, &f) || len(f.Fields) != 2 || f.Fields[0].Name != "name" || f.Fields[1].Name != "theme" {
		t.Errorf("with two wrong: %v", err)
	}
	if err := o.SaveProfile(ctx, "acme", agent.ID, "Ann Other",
		admin.Preferences{Theme: "pink"}); !fault.Is(err, fault.Invalid) || now().DisplayName != agent.DisplayName {
		t.Errorf("with a bad theme: %v, name %s", err, now().DisplayName)
	}
	if err := o.SaveProfile(ctx, "acme", agent.ID, "Ann Other", dark); err != nil || now().DisplayName != "Ann Other" ||
		admin.PreferencesOf(now()).Theme != "dark" {
		t.Errorf("both right: %v, %+v", err, now())
	}
}
