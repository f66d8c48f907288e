package company_test

import (
	"encoding/json"
	"testing"

	"proofdesk/app/company"
	"proofdesk/app/onboarding"
)

func TestSettingsKeepUnknownMembers(t *testing.T) {
	for _, tt := range []struct{ name, kept, want string }{
		{"nothing", `{}`, `{"masking":true}`},
		{"a member of a newer program", `{"other":{"kept":1}}`, `{"masking":true,"other":{"kept":1}}`},
		{
			"known and unknown members",
			`{"zone":[1],"policy":{"version":3,"minimumAge":0},"videoIdPhrase":"blue moon"}`,
			`{"masking":true,"policy":{"version":3,"minimumAge":0},"videoIdPhrase":"blue moon","zone":[1]}`,
		},
	} {
		var s company.Settings
		if err := json.Unmarshal([]byte(tt.kept), &s); err != nil {
			t.Fatal(err)
		}
		s.Masking = true
		got, err := json.Marshal(s)
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: %s %v, want %s", tt.name, got, err, tt.want)
		}
	}
}

func TestACompanyThatSetNothingHasTheDefaults(t *testing.T) {
	var s company.Settings
	p := s.EffectivePolicy()
	if p.Version != 1 || p.MinimumAge != 18 || len(p.DeclineOn) == 0 || len(p.Accepted) != 0 {
		t.Errorf("%+v", p)
	}
	if all := s.ActiveReasons(); len(all) != 14 || !company.BuiltIn(all[0]) {
		t.Errorf("%+v", all)
	}
	if len(s.Quality.Rates) > 0 || s.Quality.Rates.Of(onboarding.Approved) != 0 {
		t.Errorf("rates %+v", s.Quality.Rates)
	}
}

func TestACompanysSettingsOverrideTheDefaults(t *testing.T) {
	none, zero := []string{}, 0
	s := company.Settings{Policy: company.PolicySettings{Version: 7, MinimumAge: &zero, DeclineOn: &none}}
	if p := s.EffectivePolicy(); p.Version != 7 || p.MinimumAge != 0 || len(p.DeclineOn) != 0 {
		t.Errorf("%+v", p)
	}
}

func TestABuiltInReasonIsOneOnlyWithTheTextItCameWith(t *testing.T) {
	var s company.Settings
	first := s.ActiveReasons()[0]
	first.Text += " or so"
	if company.BuiltIn(first) {
		t.Error("a text of the company's own counts as built in")
	}
}
