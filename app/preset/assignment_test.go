package preset_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
)

// placed returns which preset each of many applicants gets.
func placed(t *testing.T, shares map[string]int) []string {
	t.Helper()
	var all []preset.Assignment
	for _, name := range []string{"alpha", "brand", "trial"} { // as the store lists them
		if shares[name] > 0 {
			all = append(all, preset.Assignment{Preset: name, Percent: shares[name], Newest: 1})
		}
	}
	names := make([]string, 20_000)
	for i := range names {
		if a, ok := preset.Choose(all, "", "", fmt.Sprintf("applicant %d", i), time.Unix(0, 0)); ok {
			names[i] = a.Preset
		}
	}
	return names
}

func TestEachPresetGetsItsShareOfTheApplicants(t *testing.T) {
	shares := map[string]int{"alpha": 20, "trial": 30}
	counts := map[string]int{}
	for _, name := range placed(t, shares) {
		counts[name]++
	}
	shares[""] = 50
	for name, share := range shares {
		if got := float64(counts[name]) / 200; got < float64(share)-1.5 || got > float64(share)+1.5 {
			t.Errorf("%q gets %.1f per cent, not %d", name, got, share)
		}
	}
}

func TestAPresetThatIsAddedMovesApplicantsToItselfOnly(t *testing.T) {
	before := placed(t, map[string]int{"brand": 70, "trial": 30})
	for i, name := range placed(t, map[string]int{"brand": 50, "trial": 30, "alpha": 20}) {
		if name != before[i] && name == "brand" {
			t.Fatalf("applicant %d went from %q to %q", i, before[i], name)
		}
	}
	moved := 0
	alone := placed(t, map[string]int{"trial": 30})
	for i, name := range placed(t, map[string]int{"trial": 30, "alpha": 20}) {
		if alone[i] == "trial" && name != "trial" {
			moved++
		}
		if alone[i] == "" && name == "trial" {
			moved++
		}
	}
	if share := float64(moved) / 200; share > 13 { // a fifth of thirty leaves, and as many take their place
		t.Errorf("%.1f per cent of all applicants changed to or from the other preset", share)
	}
}

// What changes these names moves the applicants of every installation to other presets, in the middle of their capture.
func TestAnApplicantKeepsThePresetFromOneReleaseToTheNext(t *testing.T) {
	of := func(client string, function onboarding.Function) []preset.Assignment {
		return []preset.Assignment{
			{Preset: "brand", Client: client, Function: function, Newest: 1, Percent: 50},
			{Preset: "trial", Client: client, Function: function, Newest: 1, Percent: 30},
		}
	}
	for scope, want := range map[[2]string]string{
		{"", ""}:                      "trial trial none brand brand trial none trial",
		{"acme-mobile", ""}:           "brand brand brand brand brand brand none none",
		{"acme-web", ""}:              "trial none brand brand none trial trial trial",
		{"", "ID_VALIDATION"}:         "trial brand brand trial trial trial brand trial",
		{"acme-web", "VOICE_CAPTURE"}: "trial brand brand brand trial trial brand none",
	} {
		client, function := scope[0], onboarding.Function(scope[1])
		var names []string
		for i := range 8 {
			a, _ := preset.Choose(of(client, function), client, function, fmt.Sprintf("applicant %d", i), monday)
			names = append(names, cmp.Or(a.Preset, "none"))
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%v: %s, want %s", scope, got, want)
		}
	}
}

func TestTheNarrowestAssignmentIsUsed(t *testing.T) {
	const client, function = "acme-web", onboarding.Function("ID_VALIDATION")
	narrowest := []preset.Assignment{
		{Preset: "both", Client: client, Function: function},
		{Preset: "client", Client: client},
		{Preset: "function", Function: function},
		{Preset: "company"},
	}
	for i := range narrowest {
		narrowest[i].Percent, narrowest[i].Newest = 100, 1
	}
	for i, want := range narrowest {
		all := slices.Clone(narrowest[i:])
		slices.Reverse(all)
		if a, ok := preset.Choose(all, client, function, "anna", monday); !ok || a.Preset != want.Preset {
			t.Errorf("of %v an applicant gets %q, want %q", all, a.Preset, want.Preset)
		}
	}
	for _, of := range [][2]string{{"acme-mobile", "ID_VALIDATION"}, {client, "LIVE_FACE_CHECK"}} {
		if a, ok := preset.Choose(narrowest[:1], of[0], onboarding.Function(of[1]), "anna", monday); ok {
			t.Errorf("an applicant of %v gets %q of another client or function", of, a.Preset)
		}
	}
}

func TestAnAssignmentOfZeroPercentIsGivenToNobody(t *testing.T) {
	later := preset.Assignment{Preset: "later", Newest: 2}
	if mistakes := later.Check("assignments[0]"); len(mistakes) > 0 {
		t.Errorf("it is refused: %v", mistakes)
	}
	held := preset.Assignment{Preset: "held", Newest: 1, Percent: 100, Hold: &preset.Hold{
		MinJobs: 1, Window: time.Hour, Held: &preset.Held{Version: 1},
	}}
	now := time.Unix(0, 0)
	for name, all := range map[string][]preset.Assignment{
		"alone":          {later},
		"beside a held":  {later, held},
		"held by itself": {{Preset: "later", Newest: 2, Hold: held.Hold}},
	} {
		if a, ok := preset.Choose(all, "", "", "anna", now); ok {
			t.Errorf("%s: an applicant gets %+v", name, a)
		}
		if some, everybody := preset.Possible(all, "", "", now); len(some) > 0 || everybody {
			t.Errorf("%s: possible are %+v, %v", name, some, everybody)
		}
		none := func(preset.Choice) preset.Values { return nil }
		if losses := preset.Losses(nil, all, none, now); len(losses) > 0 {
			t.Errorf("%s: %+v", name, losses)
		}
	}
}

func TestAnAssignmentIsUsedFromItsFirstInstantOn(t *testing.T) {
	begins := time.Unix(1_000, 0)
	all := []preset.Assignment{{Preset: "brand", Newest: 1, Percent: 100, From: begins}}
	for at, want := range map[time.Time]bool{begins.Add(-1): false, begins: true} {
		if _, ok := preset.Choose(all, "", "", "anna", at); ok != want {
			t.Errorf("at %s, of an assignment from %s on: %v", at, begins, ok)
		}
	}
}

func TestTheSharesOfAScopeMayAddUpToAllApplicantsAndToNoMore(t *testing.T) {
	shares := func(client string, second int) []preset.Assignment {
		return []preset.Assignment{
			{Preset: "brand", Client: "c", Percent: 70}, {Preset: "trial", Client: client, Percent: second},
		}
	}
	for about, tt := range map[string]struct {
		all  []preset.Assignment
		want int
	}{
		"all applicants":   {shares("c", 30), 0},
		"more than all":    {shares("c", 31), 1},
		"of another scope": {shares("d", 31), 0},
	} {
		if mistakes := preset.Overbooked(tt.all); len(mistakes) != tt.want {
			t.Errorf("%s: %+v, want %d mistakes", about, mistakes, tt.want)
		}
	}
}

func TestAnAssignmentBeginsAtATimeThatIsKeptAndSentBackAsItIs(t *testing.T) {
	for from, fine := range map[time.Time]bool{
		{}:                true, // it begins at once
		time.Unix(0, 0):   false,
		time.Unix(-1, 0):  false,
		time.UnixMilli(1): true,
		time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC):                         true,
		time.Date(9999, 12, 31, 23, 59, 59, 0, time.FixedZone("west", -12*3600)): false,
	} {
		mistakes := preset.Assignment{Percent: 100, From: from}.Check("assignments[2]")
		switch {
		case fine != (len(mistakes) == 0):
			t.Errorf("from %s: %v", from, mistakes)
		case !fine && mistakes[0].Name != "assignments[2].from":
			t.Errorf("from %s: the mistake is of %s", from, mistakes[0].Name)
		}
	}
}
