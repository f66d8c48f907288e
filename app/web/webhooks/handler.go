package webhooks

import (
	"proofdesk/app/access"
	"proofdesk/app/endpoints"
	"proofdesk/app/keyring"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/masking"
	views "proofdesk/views/webhooks"
)

// Handler serves the pages about webhooks.
type Handler struct {
	*shell.Shell
	Endpoints *endpoints.Registry
	Keys      *keyring.Keys
	Masking   *masking.Guard
}

// Link is the entry of the wing in the top bar.
var Link = shell.Link{Key: "webhooks", Label: "Webhooks", Href: "/webhooks", Needs: access.ViewDeliveries}

// Pages returns the pages about webhooks.
func Pages() []shell.Link {
	var all []shell.Link
	for _, page := range views.Pages {
		all = append(all, shell.Link{Label: page.Label, Href: page.Href, Needs: access.ViewDeliveries})
	}
	return all
}

// Routes adds endpoints with their hosts, and deliveries. The pages of breakers have moved to those of endpoints.
func (w *Handler) Routes(r shell.Router) {
	r.Get("/webhooks", access.ViewDeliveries, w.endpoints)
	r.Post("/webhooks", access.ManageEndpoints, w.addEndpoint)
	r.Get("/webhooks/hosts/:host", access.ViewDeliveries, w.breaker)
	r.Post("/webhooks/hosts/:host/resume", access.Redeliver, w.resetBreaker)
	r.Post("/webhooks/hosts/:host/pause", access.ManageEndpoints, w.forceBreaker)
	r.Get("/webhooks/:id", access.ViewDeliveries, w.endpoint)
	r.Post("/webhooks/:id", access.ManageEndpoints, w.changeEndpoint)
	r.Post("/webhooks/:id/headers", access.ManageEndpoints, w.changeEndpointHeader)
	r.Post("/webhooks/:id/keys", access.ManageEndpoints, w.addEndpointKey)
	r.Post("/webhooks/:id/keys/promote", access.ManageEndpoints, w.promoteEndpointKey)
	r.Post("/webhooks/:id/keys/drop", access.ManageEndpoints, w.dropEndpointKey)
	r.Post("/webhooks/:id/pause", access.Redeliver, w.pauseEndpoint)
	r.Post("/webhooks/:id/resume", access.Redeliver, w.resumeEndpoint)
	r.Post("/webhooks/:id/test", access.ManageEndpoints, w.testEndpoint)
	r.Post("/webhooks/:id/check", access.ManageEndpoints, w.checkSignature)
	r.Post("/webhooks/:id/delete", access.ManageEndpoints, w.deleteEndpoint)
	r.Get("/deliveries", access.ViewDeliveries, w.deliveries)
	r.Post("/deliveries/redeliver", access.Redeliver, w.redeliverChosen)
	r.Post("/deliveries/settle", access.Redeliver, w.settleChosen)
	r.Get("/deliveries/window", access.Redeliver, w.window)
	r.Post("/deliveries/window", access.Redeliver, w.startWindow)
	r.Post("/deliveries/window/stop", access.Redeliver, w.stopWindow)
	r.Get(shell.TroublePath, access.ViewDeliveries, w.trouble)
	r.Get("/deliveries/:id", access.ViewDeliveries, w.delivery)
	r.Post("/deliveries/:id/redeliver", access.Redeliver, w.redeliverOne)
	r.Post("/deliveries/:id/settle", access.Redeliver, w.settleOne)
	r.Get("/breakers", access.ViewDeliveries, w.movedBreakers)
	r.Get("/breakers/:host", access.ViewDeliveries, w.movedBreaker)
}
