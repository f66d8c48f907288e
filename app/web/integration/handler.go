package integration

import (
	"proofdesk/app/access"
	"proofdesk/app/credentials"
	"proofdesk/app/intake"
	"proofdesk/app/web/shell"
)

// Handler serves the pages about what servers and apps connect with.
type Handler struct {
	*shell.Shell
	Credentials *credentials.Registry
	Intake      *intake.Intake
}

// Menu is the group of the menu that leads to pages of this wing.
var Menu = shell.Group{Heading: "Integration", Links: []shell.Link{
	{Key: "clients", Label: "Clients", Href: "/clients", Needs: access.ManageClients},
	{Key: "keys", Label: "API keys", Href: "/keys", Needs: access.ManageClients},
	{Key: "tokens", Label: "Repository tokens", Href: "/repository-tokens", Needs: access.ManageClients},
	{Key: "links", Label: "Capture links", Href: "/capture-links", Needs: access.ManageClients},
	{Key: "sandbox", Label: "Sandbox", Href: "/sandbox", Needs: access.ManageSettings},
}}

// Routes adds clients, integration users, API keys, repository tokens, capture links and the sandbox.
func (w *Handler) Routes(r shell.Router) {
	r.Get("/clients", access.ManageClients, w.clients)
	r.Post("/clients", access.ManageClients, w.addClient)
	r.Get("/clients/:id", access.ManageClients, w.client)
	r.Post("/clients/:id/secret", access.ManageClients, w.clientSecret)
	r.Post("/clients/:id/state", access.ManageClients, w.clientState)
	r.Post("/clients/:id/trust", access.ManageClients, w.trustClient)
	r.Post("/clients/:id/origins", access.ManageClients, w.allowOrigins)
	r.Post("/integration-users", access.ManageClients, w.addIntegrationUser)
	r.Post("/integration-users/password", access.ManageClients, w.integrationUserPassword)
	r.Post("/integration-users/state", access.ManageClients, w.integrationUserState)
	r.Get("/keys", access.ManageClients, w.apiKeys)
	r.Post("/keys", access.ManageClients, w.addKey)
	r.Post("/keys/:id/secret", access.ManageClients, w.addSecret)
	r.Post("/keys/:id/revoke", access.ManageClients, w.revokeSecret)
	r.Post("/keys/:id/state", access.ManageClients, w.keyState)
	r.Get("/repository-tokens", access.ManageClients, w.tokens)
	r.Post("/repository-tokens", access.ManageClients, w.addToken)
	r.Post("/repository-tokens/:id/revoke", access.ManageClients, w.revokeToken)
	r.Get("/capture-links", access.ManageClients, w.links)
	r.Post("/capture-links", access.ManageClients, w.addLink)
	r.Post("/capture-links/:id/revoke", access.ManageClients, w.revokeLink)
	r.Get("/sandbox", access.ManageSettings, w.sandbox)
	r.Post("/sandbox", access.ManageSettings, w.runSandbox)
	r.Post("/sandbox/client", access.ManageClients, w.addSandboxClient)
}
