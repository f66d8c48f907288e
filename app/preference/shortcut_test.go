package preference_test

import (
	"maps"
	"testing"

	"proofdesk/app/preference"
)

func TestAKeyIsOneCharacterThatNoOtherActionHas(t *testing.T) {
	cases := []struct {
		rule   string
		wanted map[string]string
		chosen map[string]string
		wrong  string // the action whose key can't be
		other  string // what has it
	}{
		{"nothing chosen", nil, map[string]string{}, "", ""},
		{"a free letter", map[string]string{"a": "W"}, map[string]string{"a": "w"}, "", ""},
		{"two change places", map[string]string{"a": "d", "d": "a"}, map[string]string{"a": "d", "d": "a"}, "", ""},
		{"a letter beyond ASCII", map[string]string{"n": "Ñ"}, map[string]string{"n": "ñ"}, "", ""},
		{"as it comes", map[string]string{"a": "a"}, map[string]string{}, "", ""},
		{"another action's", map[string]string{"n": "a"}, map[string]string{}, "n", "a"},
		{"the key of an action further down", map[string]string{"a": "n"}, map[string]string{}, "a", "n"},
		{"a digit", map[string]string{"n": "3"}, map[string]string{}, "n", ""},
		{"a blank", map[string]string{"n": " "}, map[string]string{}, "n", ""},
		{"none", map[string]string{"n": ""}, map[string]string{}, "n", ""},
		{"two characters", map[string]string{"n": "ab"}, map[string]string{}, "n", ""},
		{"what no keyboard has", map[string]string{"n": "🙂"}, map[string]string{}, "n", ""},
		{"a sign beyond ASCII", map[string]string{"n": "→"}, map[string]string{}, "n", ""},
		{"no text", map[string]string{"n": "\xff"}, map[string]string{}, "n", ""},
	}
	for _, c := range cases {
		t.Run(c.rule, func(t *testing.T) {
			chosen, problems := preference.ChosenKeys(c.wanted)
			if !maps.Equal(chosen, c.chosen) {
				t.Errorf("chosen %v, want %v", chosen, c.chosen)
			}
			switch {
			case c.wrong == "" && len(problems) > 0, c.wrong != "" && len(problems) != 1:
				t.Fatalf("problems %+v", problems)
			case c.wrong != "" && (problems[0].Key != c.wrong || problems[0].Other.Key != c.other):
				t.Errorf("problem %+v, want %s against %s", problems[0], c.wrong, c.other)
			}
		})
	}
}

func TestAKeyThatAnotherActionHasNowIsNotChosenAnyMore(t *testing.T) {
	p := preference.Preferences{Theme: "dark", Keys: map[string]string{"n": "q", "s": "w"}}
	got := p.Current()
	if !maps.Equal(got.Keys, map[string]string{"s": "w"}) || got.Theme != "dark" || got.Check() != nil {
		t.Errorf("got %+v, %v", got, got.Check())
	}
}
