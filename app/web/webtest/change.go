package webtest

import (
	"proofdesk/app/company"
	"proofdesk/app/endpoints"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/webhook"
)

// Mask lets acme cover values.
func (h *Fixture) Mask() {
	h.T.Helper()
	storetest.ChangeSettings(h.T, h.Store, "acme", func(s *company.Settings) { s.Masking = true })
}

// Change writes to the store in one transaction.
func (h *Fixture) Change(fn func(*store.Tx) error) {
	h.T.Helper()
	if err := h.Store.Write(h.T.Context(), fn); err != nil {
		h.T.Fatal(err)
	}
}

// Hook adds an endpoint of a company.
func (h *Fixture) Hook(company, address string) endpoints.NewEndpoint {
	h.T.Helper()
	made, err := h.Console.Endpoints.CreateEndpoint(h.T.Context(), "cli", endpoints.EndpointRequest{
		Company: company,
		URL:     address,
		Headers: map[string]string{"Authorization": "Bearer topsecret"},
	})
	if err != nil {
		h.T.Fatal(err)
	}
	return made
}

// Deliveries returns the deliveries of a company.
func (h *Fixture) Deliveries(company string) []webhook.Delivery {
	h.T.Helper()
	found, err := h.Store.Deliveries(h.T.Context(), company, "", 0, 1000)
	if err != nil {
		h.T.Fatal(err)
	}
	return found
}
