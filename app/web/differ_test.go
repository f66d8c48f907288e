package web_test

import (
	"strings"
	"testing"

	"proofdesk/app/web"
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
		if got := marked(web.Differ(c.a, c.b)); got != c.want {
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
		if got := marked(web.Parts(c.value, c.others)); got != c.want {
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
		for _, part := range web.Breakable(web.Differ(value, "STONE")) {
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

func TestByteRanges(t *testing.T) {
	cases := []struct {
		header   string
		from, to int64
		partial  bool
	}{
		{"", 0, 99, false},
		{"bytes=0-", 0, 99, true},
		{"bytes=10-19", 10, 19, true},
		{"bytes=90-500", 90, 99, true},
		{"bytes=100-", 0, 99, false},
		{"bytes=-5", 0, 99, false},
		{"bytes=5-2", 5, 99, true},
		{"items=0-1", 0, 99, false},
		{"bytes=0-1,3-4", 0, 99, true},
		{"bytes=x-y", 0, 99, false},
	}
	for _, c := range cases {
		from, to, partial := web.ByteRange(c.header, 100)
		if from != c.from || to != c.to || partial != c.partial {
			t.Errorf("%q: %d-%d %v", c.header, from, to, partial)
		}
	}
}

func TestTurnedPicturesAreSetUpright(t *testing.T) {
	for turned, want := range map[int][2]string{
		0:   {"0 0 64 40", "rotate(0)"},
		90:  {"0 0 40 64", "translate(0 64) rotate(-90)"},
		180: {"0 0 64 40", "translate(64 40) rotate(180)"},
		270: {"0 0 40 64", "translate(40 0) rotate(90)"},
	} {
		if view, place := web.Upright(64, 40, turned); view != want[0] || place != want[1] {
			t.Errorf("%d: %s, %s", turned, view, place)
		}
	}
}
