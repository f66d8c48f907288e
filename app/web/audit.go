package web

import (
	"strings"

	"github.com/gofiber/fiber/v2"

	views "proofdesk/views/admin"
)

const auditPage = 100

// audit shows the company's trail, newest first.
func (w *Console) audit(c *fiber.Ctx, v visitor) error {
	rows, err := w.Store.AuditPage(c.UserContext(), v.Company, c.Query("before"), auditPage+1)
	if err != nil {
		return err
	}
	names, err := w.agentNames(c, v)
	if err != nil {
		return err
	}
	page := w.adminPage(c, v, "Audit", "audit")
	page.Intro = "Everything that people and programs did, chained so that a change would show."
	list := views.Section{Heading: "Audit", Columns: []string{"When", "Who", "What", "On", "Position", "Detail"}, Empty: "Nothing has happened yet."}
	if len(rows) > auditPage {
		rows = rows[:auditPage]
		list.More = "/audit?before=" + rows[auditPage-1].ID
	}
	for _, r := range rows {
		position := views.Cell{Text: "not sealed yet"}
		if r.Position > 0 {
			position = views.Cell{Text: count(int(r.Position)), Data: true}
		}
		list.Rows = append(list.Rows, views.Row{Cells: []views.Cell{
			{Text: dayTime(r.At), Data: true}, {Text: actorName(r.Actor, names)}, {Text: words(r.Action)}, {Text: r.Target, Data: true}, position, {Text: strings.Trim(r.Detail, "{}"), Data: true},
		}})
	}
	page.Sections = []views.Section{list}
	return w.render(c, views.AdminPage(page))
}
