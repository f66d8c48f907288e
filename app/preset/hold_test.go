package preset_test

import (
	"fmt"
	"testing"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
)

var holdNow = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// rule is a hold rule of at least ten jobs in a day.
func rule(retry, failed float64) preset.Hold {
	return preset.Hold{RetryRate: retry, ErrorRate: failed, MinJobs: 10, Window: 24 * time.Hour}
}

func TestARuleIsBrokenOnlyByEnoughJobsAboveItsRate(t *testing.T) {
	for _, tt := range []struct {
		name     string
		rule     preset.Hold
		outcomes preset.Outcomes
		want     preset.Figure
	}{
		{"too few jobs", rule(.2, .2), preset.Outcomes{Kept: 9, Retaken: 9, Ended: 9, Errors: 9}, ""},
		{"at the rate", rule(.2, 1), preset.Outcomes{Kept: 10, Retaken: 2}, ""},
		{"above the rate", rule(.2, 1), preset.Outcomes{Kept: 10, Retaken: 3}, preset.RetryFigure},
		{"a rate without a limit", rule(1, .2), preset.Outcomes{Kept: 10, Retaken: 10}, ""},
		{"errors", rule(1, .2), preset.Outcomes{Ended: 10, Errors: 3}, preset.ErrorFigure},
		{"the first error", rule(1, 0), preset.Outcomes{Ended: 10, Errors: 1}, preset.ErrorFigure},
		{"no jobs", preset.Hold{RetryRate: 0, ErrorRate: 0, MinJobs: 1, Window: time.Hour}, preset.Outcomes{}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			held := tt.rule.Broken(3, tt.outcomes, holdNow)
			switch {
			case held == nil && tt.want == "":
			case held == nil || held.Figure != tt.want || held.Version != 3 || !held.Since.Equal(holdNow):
				t.Errorf("%+v, want %q", held, tt.want)
			}
		})
	}
}

func TestJobsFromBeforeAnAssignmentWasResumedDoNotCount(t *testing.T) {
	h := rule(.2, 1)
	if got := h.Since(holdNow); !got.Equal(holdNow.Add(-24 * time.Hour)) {
		t.Errorf("never resumed: from %s", got)
	}
	h.Resumed = holdNow.Add(-time.Hour)
	if got := h.Since(holdNow); !got.Equal(h.Resumed) {
		t.Errorf("resumed an hour ago: from %s", got)
	}
	h.Resumed = holdNow.Add(-25 * time.Hour)
	if got := h.Since(holdNow); !got.Equal(holdNow.Add(-24 * time.Hour)) {
		t.Errorf("resumed before the window: from %s", got)
	}
}

func TestARuleThatLimitsNothingOrTooMuchIsRefused(t *testing.T) {
	for _, tt := range []struct {
		rule preset.Hold
		want string
	}{
		{rule(.2, 1), ""},
		{rule(0, 0), ""},
		{rule(1, 1), "h.retryRate required"},
		{rule(-.1, 1.1), "h.retryRate range h.errorRate range"},
		{preset.Hold{RetryRate: .2, ErrorRate: 1}, "h.minJobs range h.window range"},
		{preset.Hold{RetryRate: .2, ErrorRate: 1, MinJobs: 1, Window: 31 * 24 * time.Hour}, "h.window range"},
	} {
		got := ""
		for _, f := range tt.rule.Check("h") {
			if got += " "; got == " " {
				got = ""
			}
			got += f.Name + " " + f.Rule
		}
		if got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.rule, got, tt.want)
		}
	}
}

func TestAWindowIsHoursOrDays(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"1h": time.Hour, "24h": 24 * time.Hour, "7d": 7 * 24 * time.Hour, "30d": 30 * 24 * time.Hour,
	} {
		got, ok := preset.ParseWindow(text)
		if !ok || got != want || preset.WindowText(got) != text {
			t.Errorf("%s: %s %v, again %s", text, got, ok, preset.WindowText(got))
		}
	}
	for _, text := range []string{"", "h", "24", "+1h", "-1h", "1.5h", "1m", "24h ", "99999999d"} {
		if got, ok := preset.ParseWindow(text); ok {
			t.Errorf("%q is read as %s", text, got)
		}
	}
}

// heldAt returns a rule that is broken by a version.
func heldAt(version int) *preset.Hold {
	h := rule(.2, 1)
	h.Held = &preset.Held{Since: holdNow, Version: version, Figure: preset.RetryFigure, Jobs: 10, Bad: 3}
	return &h
}

// TestAHeldAssignmentGivesWay requests the version of each of 400 applicants of client c.
func TestAHeldAssignmentGivesWay(t *testing.T) {
	company := preset.Assignment{Preset: "plain", Version: 1, Percent: 100}
	trial := preset.Assignment{Preset: "trial", Client: "c", Newest: 3, Percent: 30}
	held := trial
	held.Hold = heldAt(3)
	whole := held
	whole.Percent = 100
	first := whole
	first.Newest, first.Hold = 1, heldAt(1)
	early := trial
	early.Newest, early.Hold = 1, heldAt(1)
	other := preset.Assignment{Preset: "other", Client: "c", Version: 5, Percent: 70}
	fixed := trial
	fixed.Newest, fixed.Hold = 4, heldAt(3)
	for _, tt := range []struct {
		name string
		all  []preset.Assignment
		want map[string]bool // versions that some applicants get
	}{
		{"not held", []preset.Assignment{company, trial}, versions("trial@3", "plain@1")},
		{"to its version before", []preset.Assignment{company, held}, versions("trial@2", "plain@1")},
		{"to it beside another", []preset.Assignment{company, held, other}, versions("trial@2", "other@5")},
		{"its first to the next wider one", []preset.Assignment{company, early}, versions("plain@1")},
		{"its first to the other", []preset.Assignment{company, early, other}, versions("other@5")},
		{"to the version before", []preset.Assignment{whole}, versions("trial@2")},
		{"some to the version before", []preset.Assignment{held}, versions("trial@2", "")},
		{"to the defaults", []preset.Assignment{first}, versions("")},
		{"a version that was published since", []preset.Assignment{company, fixed}, versions("trial@4", "plain@1")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := map[string]bool{}
			for i := range 400 {
				got[chosen(tt.all, fmt.Sprint("applicant", i))] = true
			}
			if fmt.Sprint(got) != fmt.Sprint(tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
			possible, everybody := preset.Possible(tt.all, "c", onboarding.Enrollment, holdNow)
			listed := map[string]bool{}
			for _, a := range possible {
				listed[fmt.Sprintf("%s@%d", a.Preset, a.InForce())] = true
			}
			if !everybody {
				listed[""] = true
			}
			if fmt.Sprint(listed) != fmt.Sprint(tt.want) {
				t.Errorf("possible %v, want %v", listed, tt.want)
			}
		})
	}
}

func TestAHoldMovesNobodyButThoseThatTheAssignmentTook(t *testing.T) {
	trial := preset.Assignment{Preset: "trial", Newest: 1, Percent: 30}
	others := []preset.Assignment{
		{Preset: "a", Version: 1, Percent: 35},
		{Preset: "b", Version: 1, Percent: 35},
	}
	held := trial
	held.Hold = heldAt(1)
	moved := map[string]int{}
	for i := range 1000 {
		who := fmt.Sprint("applicant", i)
		before := chosen(append([]preset.Assignment{trial}, others...), who)
		after := chosen(append([]preset.Assignment{held}, others...), who)
		if before == "trial@1" {
			moved[after]++
		} else if before != after {
			t.Fatalf("%s is moved from %s to %s", who, before, after)
		}
	}
	if moved["a@1"] < 100 || moved["b@1"] < 100 || len(moved) != 2 {
		t.Errorf("those of the held one get %v", moved)
	}
}

func versions(all ...string) map[string]bool {
	set := map[string]bool{}
	for _, one := range all {
		set[one] = true
	}
	return set
}

func chosen(all []preset.Assignment, applicant string) string {
	a, ok := preset.Choose(all, "c", onboarding.Enrollment, applicant, holdNow)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s@%d", a.Preset, a.InForce())
}
