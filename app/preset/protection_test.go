package preset_test

import (
	"testing"
	"time"

	"proofdesk/app/preset"
)

// Version 1 of strict and trial protect, version 2 of trial does not.
func protecting(c preset.Choice) preset.Values {
	return preset.Values{debug: c.Preset == "trial" && c.Version == 2}
}

func TestLossesCountFromTheDayOnWhichAnAssignmentBegins(t *testing.T) {
	now := []preset.Assignment{{Preset: "strict", Newest: 1, Percent: 100}}
	for about, tt := range map[string]struct {
		from time.Time
		want int
	}{
		"at once":       {time.Time{}, 1},
		"from tomorrow": {tuesday, 1},
	} {
		later := preset.Assignment{Preset: "trial", Newest: 2, Percent: 100, From: tt.from, Client: "acme"}
		losses := preset.Losses(now, append(now[:1:1], later), protecting, monday)
		clients := map[string]bool{}
		for _, l := range losses {
			clients[l.Client] = true
		}
		if len(clients) != tt.want || !clients["acme"] {
			t.Errorf("%s: %+v", about, losses)
		}
	}
}

func TestLossesCountWhatIsGivenOnceAHoldRuleHolds(t *testing.T) {
	hold := &preset.Hold{RetryRate: .5, ErrorRate: 1, MinJobs: 1, Window: time.Hour}
	before := []preset.Assignment{{Preset: "strict", Newest: 1, Percent: 100}}
	// Version 3 protects as strict does; the one before it, which stands in for it while it is held, does not.
	after := []preset.Assignment{{Preset: "trial", Newest: 3, Percent: 100, Hold: hold}}
	if losses := preset.Losses(before, after, protecting, monday); len(losses) == 0 {
		t.Error("nobody loses what they lose while the assignment is held")
	}
	after[0].Hold = nil
	if losses := preset.Losses(before, after, protecting, monday); len(losses) > 0 {
		t.Errorf("without a rule that holds: %+v", losses)
	}
}
