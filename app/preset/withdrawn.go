package preset

import (
	"slices"
	"time"
)

// Withdrawn is a proposal that ended because somebody else changed the preset or withdrew it. It is kept for the
// proposer.
type Withdrawn struct {
	By      string           `json:"by"` // the proposer
	Note    string           `json:"note"`
	Because WithdrawnBecause `json:"because"`
	Version int              `json:"version,omitempty"` // the version that was published
	Actor   string           `json:"actor"`             // who changed the preset
	At      time.Time        `json:"at"`
}

// WithdrawnBecause is why a proposal ended.
type WithdrawnBecause string

// The reasons.
const (
	BecausePublished WithdrawnBecause = "PUBLISHED" // another version was published
	BecauseReplaced  WithdrawnBecause = "REPLACED"  // another version was proposed
	BecauseAssigned  WithdrawnBecause = "ASSIGNED"  // of assignments: others were made
	BecauseArchived  WithdrawnBecause = "ARCHIVED"  // the preset was archived
	BecauseWithdrawn WithdrawnBecause = "WITHDRAWN" // somebody withdrew it
)

// withdrawnShown is how long the proposer is told.
const withdrawnShown = 14 * 24 * time.Hour

// EndProposal withdraws the proposal that waits and returns it; nil where none waits.
// The proposer is told, unless it is the actor.
func (p *Preset) EndProposal(because WithdrawnBecause, actor string, now time.Time) *Withdrawn {
	if p.Proposal == nil {
		return nil
	}
	ended := Withdrawn{By: p.Proposal.By, Note: p.Proposal.Note, Because: because, Actor: actor, At: now}
	if because == BecausePublished {
		ended.Version = p.Latest
	}
	p.Proposal = nil
	p.ForgetWithdrawn(ended.By)
	if ended.By != actor {
		p.Withdrawn = append(p.Withdrawn, ended)
	}
	return &ended
}

// ForgetWithdrawn removes what a proposer was told: whoever proposes or publishes again has seen it.
func (p *Preset) ForgetWithdrawn(by string) {
	p.Withdrawn = slices.DeleteFunc(slices.Clone(p.Withdrawn), func(w Withdrawn) bool { return w.By == by })
}

// Waits reports whether a version waits for a second person. Assignments that do are no version.
func (p Preset) Waits() bool { return p.Proposal != nil && p.Proposal.Assignments == nil }

// Propose sets the proposal that waits for a second person.
func (p *Preset) Propose(proposal Proposal) {
	p.ForgetWithdrawn(proposal.By)
	p.Proposal = &proposal
}

// WithdrawnOf returns the proposal of an actor that others ended lately, and whether there is one.
func (p Preset) WithdrawnOf(actor string, now time.Time) (Withdrawn, bool) {
	i := slices.IndexFunc(p.Withdrawn, func(w Withdrawn) bool {
		return w.By == actor && now.Sub(w.At) < withdrawnShown
	})
	if i < 0 {
		return Withdrawn{}, false
	}
	return p.Withdrawn[i], true
}
