package presets

import (
	"strconv"
	"time"

	"proofdesk/app/preset"
	"proofdesk/app/web/shell"
	pages "proofdesk/views/page"
)

// endsProposal warns that publishing ends the proposal that waits; empty where none waits.
func (d draft) endsProposal(v shell.Visitor) string {
	switch {
	case d.Proposal == nil:
		return ""
	case d.Proposal.By == v.Actor():
		return v.T("Your proposal that waits for approval is withdrawn then.")
	}
	return v.T("The proposal of %s that waits for approval is withdrawn then, and %[1]s is told.",
		who(v, d.Proposal.By, d.names))
}

// withdrawn reports to the visitor that somebody else ended the visitor's proposal, and why; empty where nobody did.
func withdrawn(v shell.Visitor, d draft, now time.Time) string {
	ended, ok := d.WithdrawnOf(v.Actor(), now)
	if !ok {
		return ""
	}
	actor, at, text := who(v, ended.Actor, d.names), v.When(ended.At), ""
	switch ended.Because {
	case preset.BecausePublished:
		text = v.T("Your proposal was withdrawn because %s published version %s (%s).", actor,
			strconv.Itoa(ended.Version), at)
	case preset.BecauseReplaced:
		text = v.T("Your proposal was withdrawn because %s proposed another version (%s).", actor, at)
	case preset.BecauseAssigned:
		text = v.T("Your proposal was withdrawn because %s changed the assignments (%s).", actor, at)
	case preset.BecauseArchived:
		text = v.T("Your proposal was withdrawn because %s archived the preset (%s).", actor, at)
	case preset.BecauseWithdrawn:
		text = v.T("Your proposal was withdrawn by %s (%s).", actor, at)
	}
	if ended.Note == "" { // as of assignments
		return text
	}
	return text + " " + v.T("Its note: %s", ended.Note)
}

// withdrawnSection is the same as a section of a page; none where nobody ended a proposal of the visitor.
func withdrawnSection(v shell.Visitor, d draft, now time.Time) []pages.Section {
	text := withdrawn(v, d, now)
	if text == "" {
		return nil
	}
	return []pages.Section{{Warning: text}}
}
