package companies_test

import (
	"errors"
	"strings"
	"testing"

	"proofdesk/app/admintest"
	"proofdesk/app/clock"
	"proofdesk/app/company"
	"proofdesk/app/fault"
	"proofdesk/app/store/storetest"
	"proofdesk/engine"
)

func TestMain(m *testing.M) { storetest.Main(m) }

func TestRulesAreCheckedVersionedAndAudited(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, _ *clock.Manual) {
		ctx := t.Context()
		rules := func() company.Rules {
			t.Helper()
			c, err := o.Store.Company(ctx, "acme")
			if err != nil {
				t.Fatal(err)
			}
			return c.Rules()
		}
		was := rules()
		if was.MinimumAge != 18 || was.Version != 1 {
			t.Fatalf("%+v", was)
		}
		tests := []struct {
			name   string
			change func(*company.Rules)
			code   fault.Code
			at     string
		}{
			{"no name", func(r *company.Rules) { r.Name = " " }, fault.Invalid, "name required"},
			{
				"an age that nobody has", func(r *company.Rules) { r.MinimumAge = 130 }, fault.Invalid,
				"minimumAge range",
			},
			{
				"a check that guesses", func(r *company.Rules) { r.DeclineOn = []string{engine.CodeGlare} },
				fault.Invalid,
				"declineOn one_of",
			},
			{
				"an assurance that is no lower",
				func(r *company.Rules) { r.Accepted = map[string]engine.Assurance{engine.CodeLiveness: 3} },
				fault.Invalid,
				"accepted." + engine.CodeLiveness + " range",
			},
			{
				"an assurance of nothing",
				func(r *company.Rules) { r.Accepted = map[string]engine.Assurance{engine.CodeLiveness: 0} },
				fault.Invalid,
				"accepted." + engine.CodeLiveness + " range",
			},
			{
				"a long phrase", func(r *company.Rules) { r.Phrase = strings.Repeat("é", 201) }, fault.Invalid,
				"phrase max_length",
			},
			{"a phrase of signs", func(r *company.Rules) { r.Phrase = "12 34" }, fault.Invalid, "phrase letters"},
			{
				"a phrase of two lines", func(r *company.Rules) { r.Phrase = "one\ntwo" }, fault.Invalid,
				"phrase characters",
			},
			{
				"an assurance of no check",
				func(r *company.Rules) { r.Accepted = map[string]engine.Assurance{"nope": 1} },
				fault.Invalid,
				"accepted.nope one_of",
			},
			{"an older version", func(r *company.Rules) { r.Version = 0 }, fault.Conflict, ""},
			{"a version to come", func(r *company.Rules) { r.Version = 2 }, fault.Conflict, ""},
		}
		for _, tt := range tests {
			r := was
			tt.change(&r)
			err := o.Companies.SetRules(ctx, "cli", "acme", r)
			var f *fault.Error
			at := ""
			if errors.As(err, &f) && len(f.Fields) > 0 {
				at = f.Fields[0].Name + " " + f.Fields[0].Rule
			}
			if !fault.Is(err, tt.code) || at != tt.at {
				t.Errorf("%s: %v at %q", tt.name, err, at)
			}
		}
		next := company.Rules{
			Name:       "Acme Two",
			Version:    1,
			MinimumAge: 21,
			DeclineOn:  []string{},
			Phrase:     " I am Ann ",
			Accepted:   map[string]engine.Assurance{engine.CodeLiveness: 1},
		}
		if err := o.Companies.SetRules(ctx, "agent:x", "acme", next); err != nil {
			t.Fatal(err)
		}
		is := rules()
		if is.Phrase != "I am Ann" || is.Moves {
			t.Errorf("phrase %q, moves %t", is.Phrase, is.Moves)
		}
		if is.Version != 2 || is.Name != "Acme Two" || is.MinimumAge != 21 || len(is.DeclineOn) != 0 ||
			is.Accepted[engine.CodeLiveness] != 1 {
			t.Errorf("now %+v", is)
		}
		if !was.Moves || was.Phrase != "" {
			t.Errorf("before: moves %t, phrase %q", was.Moves, was.Phrase)
		}
		rows, _ := o.Store.AuditPage(ctx, "acme", "", 1)
		if rows[0].Action != "company.settings" || !strings.Contains(rows[0].Detail, `"minimumAge":[18,21]`) {
			t.Errorf("audited as %+v", rows[0])
		}
	})
}
