package web

import (
	"context"
	"slices"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/accounts"
	"proofdesk/app/audittrail"
	"proofdesk/app/companies"
	"proofdesk/app/credentials"
	"proofdesk/app/customer"
	"proofdesk/app/endpoints"
	"proofdesk/app/evidence"
	"proofdesk/app/intake"
	"proofdesk/app/keyring"
	qualitydesk "proofdesk/app/quality"
	"proofdesk/app/retention"
	reviewdesk "proofdesk/app/review"
	"proofdesk/app/web/account"
	"proofdesk/app/web/administration"
	"proofdesk/app/web/customers"
	"proofdesk/app/web/dashboard"
	"proofdesk/app/web/integration"
	"proofdesk/app/web/jobs"
	"proofdesk/app/web/media"
	"proofdesk/app/web/quality"
	"proofdesk/app/web/queue"
	"proofdesk/app/web/review"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/figure"
	"proofdesk/app/web/shell/masking"
	"proofdesk/app/web/shell/savedview"
	"proofdesk/app/web/webhooks"
)

// Console is the browser's side of the program. Its fields are what its wings need.
type Console struct {
	*shell.Shell
	Desk   *reviewdesk.Desk
	Checks *qualitydesk.Checker // the quality checks of decisions
	Keys   *keyring.Keys
	Safe   evidence.Safe
	// Accounts, Credentials, Endpoints, Companies and Trail are what administrators manage.
	Accounts    *accounts.Registry
	Credentials *credentials.Registry
	Endpoints   *endpoints.Registry
	Companies   *companies.Registry
	Trail       *audittrail.Trail
	// Customers are the enrolled persons; Intake takes the sandbox's jobs.
	Customers *customer.Registry
	Intake    *intake.Intake
	// Retention removes what is old.
	Retention *retention.Sweeper
	// Installation are settings of the environment that the settings page shows.
	Installation []administration.Setting
	// Rendition makes a picture that is fit to show from a captured image: decoded, upright by its EXIF orientation, at
	// most as wide and high as the size asks (thumb, view, full, blurred), encoded anew without metadata. It returns
	// the bytes and their content type; a fault where the image can't be decoded.
	Rendition func(ctx context.Context, image []byte, size string) ([]byte, string, error)
}

// wing is one part of the console: a handler with pages of its own.
type wing interface {
	Routes(r shell.Router)
}

// Routes adds the routes of all wings to an app.
func (w *Console) Routes(app fiber.Router) {
	w.Links = []shell.Link{queue.Link, jobs.Link, webhooks.Link, customers.Link, dashboard.Link}
	w.Menu = []shell.Group{administration.People, integration.Menu, administration.Company}
	r := w.Router(app)
	for _, one := range w.wings() {
		one.Routes(r)
	}
}

// wings returns every wing with what it needs. A new wing gets its line here.
func (w *Console) wings() []wing {
	s, desk, checks := w.Shell, w.Desk, w.Checks
	rules := &masking.Guard{Store: s.Store, Desk: desk, Checks: checks, Clock: s.Clock}
	views := &savedview.Views{Shell: s, Desk: desk}
	return []wing{
		views,
		&account.Handler{Shell: s, Accounts: w.Accounts, Desk: desk, Keys: w.Keys, Views: views},
		&administration.Handler{
			Shell:        s,
			Accounts:     w.Accounts,
			Companies:    w.Companies,
			Trail:        w.Trail,
			Desk:         desk,
			Checks:       checks,
			Retention:    w.Retention,
			Installation: w.Installation,
		},
		&customers.Handler{Shell: s, Customers: w.Customers, Checks: checks, Masking: rules},
		&dashboard.Handler{Shell: s, Desk: desk},
		&integration.Handler{Shell: s, Credentials: w.Credentials, Intake: w.Intake},
		&jobs.Handler{
			Shell:     s,
			Desk:      desk,
			Checks:    checks,
			Masking:   rules,
			Views:     views,
			Customers: w.Customers,
			Keys:      w.Keys,
			Safe:      w.Safe,
			Pages:     w.pages(),
		},
		&media.Handler{Shell: s, Keys: w.Keys, Safe: w.Safe, Masking: rules, Rendition: w.Rendition},
		&quality.Handler{Shell: s, Desk: desk, Checks: checks, Companies: w.Companies},
		&queue.Handler{Shell: s, Desk: desk, Masking: rules, Views: views},
		&review.Handler{Shell: s, Desk: desk, Checks: checks, Masking: rules, Intake: w.Intake},
		&webhooks.Handler{Shell: s, Endpoints: w.Endpoints, Keys: w.Keys, Masking: rules},
	}
}

// pages returns every page that the box which goes anywhere leads to.
func (w *Console) pages() []shell.Link {
	all := slices.Concat(w.Links, webhooks.Pages(), figure.Pages)
	for _, group := range w.Menu {
		all = append(all, group.Links...)
	}
	return all
}
