package shell

import (
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	views "proofdesk/views/page"
	"proofdesk/views/ui"
)

// doneTexts are the messages about what was done, by the word that a redirect puts into the URL of the page.
var doneTexts = map[string]string{
	"password":   "Your password is changed. Other browsers were signed out.",
	"saved":      "Saved.",
	"sessions":   "Signed out everywhere.",
	"session":    "The session has ended.",
	"totp-off":   "The second factor is off.",
	"totp-reset": "The second factor is off; the user was signed out everywhere and can set up a new one.",
	"state":      "Saved. The change applies from now on.",
	"revoked":    "Revoked. The link no longer works.",
	"begun":      "The run has started.",
	"stopped":    "The run was stopped. What it removed can't be restored.",
}

// AdministrationPage returns a page of administration without its sections. Current is the key of its entry in the
// menu.
func (w *Shell) AdministrationPage(c *fiber.Ctx, v Visitor, heading, current string) views.Page {
	return views.Page{
		Frame:   w.Frame(c, v, heading, "office"),
		Side:    w.menuFor(v),
		Current: current,
		Heading: heading,
		Done:    v.T(doneTexts[c.Query("done")]),
	}
}

// PlainPage returns a page of sections that stands alone, without the menu of administration.
func (w *Shell) PlainPage(c *fiber.Ctx, v Visitor, heading, section string) views.Page {
	return views.Page{Frame: w.Frame(c, v, heading, section), Heading: heading, Done: v.T(doneTexts[c.Query("done")])}
}

// StateForm returns the form that disables what is enabled, and the other way round. Warning is what a user confirms
// before something is disabled.
func (v Visitor) StateForm(path, state, warning string) views.Form {
	if state == access.StateActive {
		return views.Form{
			Path:    path,
			Button:  v.T("Disable"),
			Danger:  true,
			Confirm: warning,
			Hidden:  []views.Value{{Label: "state", Value: access.StateDisabled}},
		}
	}
	return views.Form{
		Path:   path,
		Button: v.T("Enable"),
		Hidden: []views.Value{{Label: "state", Value: access.StateActive}},
	}
}

// StateCell returns the cell that shows whether something is enabled.
func (v Visitor) StateCell(state string) views.Cell {
	if state == access.StateActive {
		return views.Cell{Text: v.T("active"), Tone: ui.Pass, Tag: true}
	}
	return views.Cell{Text: v.T("disabled"), Tone: ui.Fail, Tag: true}
}

// UsedCell returns the cell that shows when something was last used.
func (v Visitor) UsedCell(at time.Time) views.Cell {
	if at.IsZero() {
		return views.Cell{Text: v.T("never"), Tone: ui.Soft}
	}
	return views.Cell{Time: v.Time(at), Data: true}
}
