package mrz_test

import (
	"slices"
	"testing"

	"proofdesk/engine/mrz"
)

// passport returns the zone of the passport of 9303-4 Appendix A with another second line.
func passport(line2 string) []string {
	return []string{"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", line2}
}

const right = "L898902C36UTO7408122F1204159ZE184226B<<<<<10"

func TestARepairIsCheapAndTheOnlyOne(t *testing.T) {
	const wrong = "L888902C36UTO7408122F1204159ZE184226B<<<<<10" // 8 for 9 in the number
	nine := mrz.Doubt{Line: 1, Col: 2, To: '9', Cost: 1}
	for name, c := range map[string]struct {
		line   string
		doubts []mrz.Doubt
		want   string
	}{
		"nothing is wrong":         {right, []mrz.Doubt{{Line: 1, Col: 2, To: '8', Cost: .1}}, right},
		"the cells are sure":       {wrong, nil, wrong},
		"one way":                  {wrong, []mrz.Doubt{nine}, right},
		"a way that is too dear":   {wrong, []mrz.Doubt{{Line: 1, Col: 2, To: '9', Cost: 5}}, wrong},
		"two ways that cost alike": {wrong, []mrz.Doubt{nine, {Line: 1, Col: 5, To: '1', Cost: 1.5}}, wrong},
		"two ways, one far dearer": {wrong, []mrz.Doubt{nine, {Line: 1, Col: 5, To: '1', Cost: 3}}, right},
		"a composite digit that is nearly sure": {
			right[:43] + "5", []mrz.Doubt{{Line: 1, Col: 43, To: '0', Cost: 3}}, right[:43] + "5",
		},
		"a composite digit in doubt": {right[:43] + "5", []mrz.Doubt{{Line: 1, Col: 43, To: '0', Cost: 2}}, right},
		"a blank digit over a filled field": {
			right[:42] + "70", []mrz.Doubt{{Line: 1, Col: 42, To: '<', Cost: 1}}, right[:42] + "70",
		},
	} {
		fixed, repairs := mrz.Repair(mrz.TD3, passport(c.line), c.doubts...)
		if !slices.Equal(fixed, passport(c.want)) || (len(repairs) > 0) != (c.line != c.want) {
			t.Errorf("%s: %q with %q, want %q", name, fixed[1], repairs, c.want)
		}
	}
}

func TestAZoneIsBelievedByItsDigitsAndItsCharacters(t *testing.T) {
	for name, c := range map[string]struct {
		line     string
		sureness float64
		absent   int
		want     bool
	}{
		"every digit agrees":                 {right, .5, 0, true},
		"characters that are mostly guesses": {right, .45, 0, false},
		"three characters are absent":        {right, .9, 3, true},
		"four characters are absent":         {right, .9, 4, false},
		"two digits agree":                   {"L898902C35UTO7408122F1204158ZE184226B<<<<<11", .56, 0, true},
		"two digits agree, barely legible":   {"L898902C35UTO7408122F1204158ZE184226B<<<<<11", .54, 0, false},
		"no digit agrees":                    {"L898902C35UTO7408121F1204158ZE184226B<<<<<21", .9, 0, true},
		"no digit agrees and hard to read":   {"L898902C35UTO7408121F1204158ZE184226B<<<<<21", .8, 0, false},
	} {
		if got := mrz.Trusted(mrz.TD3, passport(c.line), c.sureness, c.absent); got != c.want {
			t.Errorf("%s: believed %t, want %t", name, got, c.want)
		}
	}
}
