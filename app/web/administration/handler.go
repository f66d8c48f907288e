package administration

import (
	"proofdesk/app/access"
	"proofdesk/app/accounts"
	"proofdesk/app/audittrail"
	"proofdesk/app/companies"
	"proofdesk/app/quality"
	"proofdesk/app/retention"
	"proofdesk/app/review"
	"proofdesk/app/web/shell"
)

// Handler serves the pages of administration.
type Handler struct {
	*shell.Shell
	Accounts  *accounts.Registry
	Companies *companies.Registry
	Trail     *audittrail.Trail
	Desk      *review.Desk
	Checks    *quality.Checker
	Retention *retention.Sweeper
	// Installation are settings of the environment that the settings page shows.
	Installation []Setting
}

// People and Company are the groups of the menu that lead to pages of this wing.
var (
	People = shell.Group{Heading: "People", Links: []shell.Link{
		{Key: "users", Label: "Users", Href: "/users", Needs: access.ManageUsers},
		{Key: "roles", Label: "Roles", Href: "/roles", Needs: access.ViewSettings},
		{Key: "sessions", Label: "Sessions", Href: "/sessions", Needs: access.ManageUsers},
	}}
	Company = shell.Group{Heading: "Company", Links: []shell.Link{
		{Key: "settings", Label: "Settings", Href: "/settings", Needs: access.ViewSettings},
		{Key: "reasons", Label: "Reasons", Href: "/settings/reasons", Needs: access.ViewSettings},
		{Key: "retention", Label: "Retention", Href: "/retention", Needs: access.ViewSettings},
		{Key: "audit", Label: "Audit", Href: "/audit", Needs: access.ViewAudit},
	}}
)

// Routes adds the pages of administration.
func (w *Handler) Routes(r shell.Router) {
	r.Get("/users", access.ManageUsers, w.users)
	r.Post("/users", access.ManageUsers, w.addUser)
	r.Post("/users/:id/role", access.ManageUsers, w.userRole)
	r.Post("/users/:id/state", access.ManageUsers, w.userState)
	r.Post("/users/:id/password", access.ManageUsers, w.resetUser)
	r.Post("/users/:id/sessions", access.ManageUsers, w.endUserSessions)
	r.Post("/users/:id/unlock", access.ManageUsers, w.unlockUser)
	r.Get("/roles", access.ViewSettings, w.roles)
	r.Post("/users/:id/totp", access.ManageUsers, w.resetUserTOTP)
	r.Get("/sessions", access.ManageUsers, w.sessions)
	r.Post("/sessions/end", access.ManageUsers, w.endAnySession)
	r.Get("/audit", access.ViewAudit, w.audit)
	r.Post("/audit/verify", access.ViewAudit, w.verifyAudit)
	r.Get("/audit.csv", access.ViewAudit, w.exportAudit)
	r.Get("/settings", access.ViewSettings, w.settings)
	r.Post("/settings", access.ManageSettings, w.saveSettings)
	r.Get("/settings/reasons", access.ViewSettings, w.reasons)
	for _, edit := range []string{"add", "rename", "move", "retire", "restore"} {
		r.Post("/settings/reasons/"+edit, access.ManageSettings, w.editReason)
	}
	r.Get("/retention", access.ViewSettings, w.retention)
	r.Post("/retention", access.ManageSettings, w.saveRetention)
	r.Post("/retention/run", access.ManageSettings, w.runRetention)
	r.Post("/retention/stop", access.ManageSettings, w.stopRetention)
}
