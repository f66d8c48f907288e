package administration

import (
	"cmp"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/access"
	"proofdesk/app/web/shell"
	views "proofdesk/views/page"
	"proofdesk/views/ui"
)

// permissionTexts describes what each permission allows.
var permissionTexts = map[access.Permission]string{
	access.ViewJobs:        "View jobs, the queue and their history",
	access.ReviewJobs:      "Claim, decide, skip, escalate and note jobs",
	access.RevealValues:    "Reveal masked values and pictures (audited)",
	access.CorrectFields:   "Correct what was read or submitted",
	access.ReviewEscalated: "Take escalated jobs and second reviews",
	access.ExportJobs:      "Export jobs and evidence",
	access.ViewDashboard:   "View the dashboard",
	access.ViewQuality:     "View agent and quality statistics",
	access.ManageQuality:   "Adjudicate quality checks and set sampling rates",
	access.ViewCustomers:   "View enrolled customers",
	access.EraseCustomers:  "Erase enrolled customers",
	access.ViewDeliveries:  "View endpoints, deliveries and breakers",
	access.Redeliver:       "Redeliver, pause and resume",
	access.ManageEndpoints: "Manage endpoints, their keys and headers",
	access.ManageUsers:     "Manage users, roles and sessions",
	access.ManageClients:   "Manage clients, integration users and API keys",
	access.ViewPresets:     "View presets of SDK options",
	access.ManagePresets:   "Edit, publish and assign presets",
	access.ManageSettings:  "Change settings, reasons, retention and the sandbox",
	access.ViewSettings:    "View settings",
	access.ViewAudit:       "View the audit trail",
}

// allPermissions lists what any role may do, in the order of the roles.
func allPermissions() []access.Permission {
	var all []access.Permission
	for _, role := range access.Roles() {
		for _, p := range role.Permissions() {
			if !slices.Contains(all, p) {
				all = append(all, p)
			}
		}
	}
	return all
}

// roles shows what each role may do, as the program enforces it.
func (w *Handler) roles(c *fiber.Ctx, v shell.Visitor) error {
	page := w.AdministrationPage(c, v, v.T("Roles"), "roles")
	page.Intro = v.T("What each role can do. Every request is checked against this table.")
	what := views.Section{Heading: v.T("Roles")}
	for _, role := range access.Roles() {
		_, does, _ := strings.Cut(v.T(roleTexts[role]), ": ")
		what.Facts = append(what.Facts, views.Fact{Name: v.T(string(role)), Cell: views.Cell{Text: does}})
	}
	table := views.Section{Heading: v.T("Permissions"), Columns: []string{v.T("Permission")}}
	for _, role := range access.Roles() {
		table.Columns = append(table.Columns, v.T(string(role)))
	}
	for _, p := range allPermissions() {
		row := views.Row{Cells: []views.Cell{{Text: v.T(cmp.Or(permissionTexts[p], string(p)))}}}
		for _, role := range access.Roles() {
			cell := views.Cell{Text: "–", Tone: ui.Soft}
			if role.Can(p) {
				cell = views.Cell{Text: v.T("yes"), Tone: ui.Pass, Tag: true}
			}
			row.Cells = append(row.Cells, cell)
		}
		table.Rows = append(table.Rows, row)
	}
	page.Sections = []views.Section{what, table}
	return w.Render(c, views.SectionPage(page))
}
