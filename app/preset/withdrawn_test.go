package preset_test

import (
	"testing"
	"time"

	"proofdesk/app/preset"
)

func TestAProposerIsToldForTwoWeeksThatSomebodyElseEndedTheProposal(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	ended := func(by string) preset.Preset {
		p := preset.Preset{Latest: 3}
		p.Propose(preset.Proposal{By: "ann", Note: "blue"})
		p.EndProposal(preset.BecausePublished, by, now)
		return p
	}
	p := ended("ben")
	const fortnight = 14 * 24 * time.Hour
	for after, want := range map[time.Duration]bool{0: true, fortnight - 1: true, fortnight: false} {
		told, ok := p.WithdrawnOf("ann", now.Add(after))
		if ok != want || ok && (told.Actor != "ben" || told.Version != 3) {
			t.Errorf("%s later the proposer is told %v: %+v", after, ok, told)
		}
	}
	if told, ok := p.WithdrawnOf("ben", now); ok {
		t.Errorf("who ended it is told: %+v", told)
	}
	p = ended("ann")
	if told, ok := p.WithdrawnOf("ann", now); ok {
		t.Errorf("who ended their own proposal is told: %+v", told)
	}
}
