package customers

import (
	"proofdesk/app/access"
	"proofdesk/app/customer"
	"proofdesk/app/quality"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/masking"
)

// Handler serves the pages about enrolled persons.
type Handler struct {
	*shell.Shell
	Customers *customer.Registry
	Checks    *quality.Checker
	Masking   *masking.Guard
}

// Link is the entry of the wing in the top bar.
var Link = shell.Link{Key: "customers", Label: "Customers", Href: "/customers", Needs: access.ViewCustomers}

// Routes adds enrolled persons and their erasure.
func (w *Handler) Routes(r shell.Router) {
	r.Get("/customers", access.ViewCustomers, w.customers)
	r.Get("/customers/:number", access.ViewCustomers, w.customer)
	r.Get("/customers/:number/erase", access.EraseCustomers, w.eraseDryRun)
	r.Post("/customers/:number/erase", access.EraseCustomers, w.erase)
}
