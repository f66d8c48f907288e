package presets

import (
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/preset"
	"proofdesk/app/web/shell"
	pages "proofdesk/views/page"
)

// proposedAssignments shows the assignments that wait for a second person; nothing where none wait.
func proposedAssignments(
	w *Handler, v shell.Visitor, d draft, clients map[string]string, may bool,
) []pages.Section {
	p := d.Proposal
	if p == nil || p.Assignments == nil {
		return nil
	}
	s := pages.Section{
		Heading: v.T("Waits for approval"),
		Note: v.T("%s proposed these assignments (%s). They weaken a protection: %s.", who(v, p.By, d.names),
			v.When(p.At), names(p.Weakens)),
		Facts: []pages.Fact{
			{Name: v.T("Proposed"), Cell: pages.Cell{
				Text: strings.Join(w.assigned(v, *p.Assignments, clients), "; "),
				Wrap: true,
			}},
			{Name: v.T("Weaker for"), Cell: pages.Cell{Text: losers(w, v, p.Losses, clients), Wrap: true}},
		},
	}
	if may {
		d.decide(v, &s, v.T("Approve and assign"))
	}
	return []pages.Section{s}
}

// losers names whose applicants are protected less.
func losers(w *Handler, v shell.Visitor, losses []preset.Loss, clients map[string]string) string {
	var named []string
	last := map[string]bool{}
	for _, l := range losses {
		text := v.T("clients without an assignment of their own")
		if l.Client != "" {
			text = w.scope(v, preset.Assignment{Client: l.Client}, clients)
		}
		if !last[text] {
			named, last[text] = append(named, text), true
		}
	}
	return strings.Join(named, "; ")
}

// assignedPage redirects to the page of use after assignments were made or proposed, or shows what was refused.
func assignedPage(w *Handler, c *fiber.Ctx, v shell.Visitor, p preset.Preset, err error) error {
	if err == nil && p.Proposal != nil && p.Proposal.Assignments != nil {
		return w.ended(c, v, "assigning", nil)
	}
	return w.ended(c, v, "assigned", err)
}
