package administration

import (
	"github.com/gofiber/fiber/v2"

	"proofdesk/app/session"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	views "proofdesk/views/page"
)

// sessionsShown is how many sessions the list shows.
const sessionsShown = 500

// sessions lists who is signed in, last used first.
func (w *Handler) sessions(c *fiber.Ctx, v shell.Visitor) error {
	page := w.AdministrationPage(c, v, v.T("Sessions"), "sessions")
	page.Intro = v.WithZone(v.T("Who is signed in now. Sessions end after %s of inactivity, and after %s at the "+
		"latest.",
		v.Age(session.Idle), v.Age(session.Absolute)))
	rows, err := w.Store.Sessions(c.UserContext(), v.Company, sessionsShown)
	if err != nil {
		return err
	}
	names, err := w.AgentNames(c, v)
	if err != nil {
		return err
	}
	list := views.Section{
		Heading: v.T("Sessions"),
		Columns: v.Each("Who", "Browser", "Address", "Since", "Last used"),
		Empty:   v.T("Nobody is signed in."),
	}
	for _, s := range rows {
		if now := w.Now(); now.Sub(s.SeenAt) >= session.Idle || !now.Before(s.ExpiresAt) {
			continue // run out, and not swept yet
		}
		row := views.Row{Cells: []views.Cell{
			{Text: shell.ActorName("agent:"+s.AgentID, names)},
			{Text: format.Browser(v.Language, s.UserAgent), Wrap: true},
			{Text: s.Address, Data: true},
			{Time: v.Time(s.CreatedAt), Data: true},
			{Time: v.Time(s.SeenAt), Data: true},
		}}
		if s.IDHash == shell.Session(c).Hash {
			row.Cells[1].Under = v.T("this browser")
		} else {
			row.Actions = []views.Form{
				{
					Path:   "/sessions/end",
					Button: v.T("End"),
					Danger: true,
					Hidden: []views.Value{{Label: "agent", Value: s.AgentID}, {Label: "session", Value: s.IDHash}},
				},
			}
		}
		list.Rows = append(list.Rows, row)
	}
	page.Sections = []views.Section{list}
	return w.Render(c, views.SectionPage(page))
}

func (w *Handler) endAnySession(c *fiber.Ctx, v shell.Visitor) error {
	if err := w.Accounts.EndUserSession(c.UserContext(), v.Actor(), v.Company, form.Value(c, "agent"),
		form.Value(c, "session")); err != nil {
		return err
	}
	return c.Redirect("/sessions?done=session", fiber.StatusSeeOther)
}
