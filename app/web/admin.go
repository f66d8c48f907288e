package web

import (
	"proofdesk/app/access"
	"proofdesk/app/web/shell"
)

var office = []shell.Group{
	{Heading: "People", Links: []shell.Link{
		{Key: "users", Label: "Users", Href: "/users", Needs: access.ManageUsers},
		{Key: "roles", Label: "Roles", Href: "/roles", Needs: access.ViewSettings},
		{Key: "sessions", Label: "Sessions", Href: "/sessions", Needs: access.ManageUsers},
	}},
	{Heading: "Integration", Links: []shell.Link{
		{Key: "clients", Label: "Clients", Href: "/clients", Needs: access.ManageClients},
		{Key: "keys", Label: "API keys", Href: "/keys", Needs: access.ManageClients},
		{Key: "sandbox", Label: "Sandbox", Href: "/sandbox", Needs: access.ManageSettings},
	}},
	{Heading: "Company", Links: []shell.Link{
		{Key: "settings", Label: "Settings", Href: "/settings", Needs: access.ViewSettings},
		{Key: "reasons", Label: "Reasons", Href: "/settings/reasons", Needs: access.ViewSettings},
		{Key: "retention", Label: "Retention", Href: "/retention", Needs: access.ViewSettings},
		{Key: "audit", Label: "Audit", Href: "/audit", Needs: access.ViewAudit},
	}},
}

// adminRoutes adds administration, customers and the visitor's own account.
func (w *Console) adminRoutes(r shell.Router) {
	w.accountRoutes(r)
	w.customerRoutes(r)
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
	r.Get("/clients", access.ManageClients, w.clients)
	r.Post("/clients", access.ManageClients, w.addClient)
	r.Get("/clients/:id", access.ManageClients, w.client)
	r.Post("/clients/:id/secret", access.ManageClients, w.clientSecret)
	r.Post("/clients/:id/state", access.ManageClients, w.clientState)
	r.Post("/clients/:id/trust", access.ManageClients, w.trustClient)
	r.Post("/integration-users", access.ManageClients, w.addIntegrationUser)
	r.Post("/integration-users/password", access.ManageClients, w.integrationUserPassword)
	r.Post("/integration-users/state", access.ManageClients, w.integrationUserState)
	r.Get("/keys", access.ManageClients, w.apiKeys)
	r.Post("/keys", access.ManageClients, w.addKey)
	r.Post("/keys/:id/secret", access.ManageClients, w.addSecret)
	r.Post("/keys/:id/revoke", access.ManageClients, w.revokeSecret)
	r.Post("/keys/:id/state", access.ManageClients, w.keyState)
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
	r.Get("/sandbox", access.ManageSettings, w.sandbox)
	r.Post("/sandbox", access.ManageSettings, w.runSandbox)
	r.Post("/sandbox/client", access.ManageClients, w.addSandboxClient)
}
