package dossier_test

import (
	"strings"
	"testing"

	"proofdesk/app/web/shell/dossier"
	"proofdesk/views/finding"
)

func TestOnlyTheCharactersThatDifferAreMarked(t *testing.T) {
	cases := []struct{ a, b, want string }{
		{"1987-03-13", "1987-03-18", "1987-03-1[3]"},
		{"DOE", "Doe", "DOE"},
		{"JANE MARIA", "Jane", "JANE[ MARIA]"},
		{"G0998", "GO998", "G[0]998"},
		{"", "X", ""},
		{"ABC", "XYZ", "[ABC]"},
		{"straße", "STRASSE", "straße"},
		{"2024-09-14", "2032-09-14", "20[24]-09-14"},
		{"2024-09-14", "2042-09-14", "20[24]-09-14"},
		{"Šťastná", "STASTNY", "Šťastn[á]"},
		{strings.Repeat("a", 300), "b", "[" + strings.Repeat("a", 300) + "]"},
	}
	for _, c := range cases {
		if got := marked(dossier.Differ(c.a, c.b)); got != c.want {
			t.Errorf("%s against %s: %s, want %s", c.a, c.b, got, c.want)
		}
	}
}

// marked writes what differs in brackets.
func marked(parts []finding.Part) string {
	text := ""
	for _, part := range parts {
		if part.Differs {
			text += "[" + part.Text + "]"
		} else {
			text += part.Text
		}
	}
	return text
}

func TestTheOddValueOutIsMarked(t *testing.T) {
	cases := []struct {
		value  string
		others []string
		want   string
	}{
		{"2024-09-14", []string{"2024-09-14", "2024-09-14", "2032-09-14"}, "2024-09-14"},
		{"2032-09-14", []string{"2024-09-14", "", "2024-09-14", "2032-09-14"}, "20[32]-09-14"},
		{"1987-03-13", []string{"1987-03-13", "1987-03-18"}, "1987-03-1[3]"},
		{"Šťastná", []string{"STASTNA", "Šťastná"}, "Šťastná"},
		{"MÜLLER", []string{"MUELLER", "MULLER", "MILLER"}, "MÜLLER"},
		{"MILLER", []string{"MUELLER", "MÜLLER", "MILLER"}, "M[I]LLER"},
		{"", nil, ""},
	}
	for _, c := range cases {
		if got := marked(dossier.Parts(c.value, c.others)); got != c.want {
			t.Errorf("%s among %v: %s, want %s", c.value, c.others, got, c.want)
		}
	}
}

func TestEqualLongValuesBreakAlike(t *testing.T) {
	for value, want := range map[string]string{
		"STONEBRIDGE":    "STONEB|RIDGE",
		"JANE MARIA":     "JANE MARIA",
		"2024-09-14":     "2024-09-14",
		"AN STONEBRIDGE": "AN STONEB|RIDGE",
		"":               "",
	} {
		got := ""
		for _, part := range dossier.Breakable(dossier.Differ(value, "STONE")) {
			if part.Break {
				got += "|"
			}
			got += part.Text
		}
		if got != want {
			t.Errorf("%s breaks as %s, want %s", value, got, want)
		}
	}
}
