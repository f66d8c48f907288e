package web

import (
	"slices"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/accounts"
	"proofdesk/app/audittrail"
	"proofdesk/app/companies"
	"proofdesk/app/credentials"
	"proofdesk/app/customer"
	"proofdesk/app/endpoints"
	"proofdesk/app/evidence"
	"proofdesk/app/httpserver"
	"proofdesk/app/intake"
	"proofdesk/app/keyring"
	"proofdesk/app/playground"
	presetdesk "proofdesk/app/presets"
	qualitydesk "proofdesk/app/quality"
	"proofdesk/app/rendition"
	"proofdesk/app/retention"
	reviewdesk "proofdesk/app/review"
	"proofdesk/app/web/account"
	"proofdesk/app/web/administration"
	"proofdesk/app/web/customers"
	"proofdesk/app/web/dashboard"
	"proofdesk/app/web/docs"
	"proofdesk/app/web/integration"
	"proofdesk/app/web/jobs"
	"proofdesk/app/web/media"
	"proofdesk/app/web/presets"
	"proofdesk/app/web/quality"
	"proofdesk/app/web/queue"
	"proofdesk/app/web/review"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/figure"
	"proofdesk/app/web/shell/masking"
	"proofdesk/app/web/shell/repeat"
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
	Presets     *presetdesk.Registry
	Library     *presetdesk.Library // the images and fonts of presets
	// Customers are the enrolled persons; Intake takes the sandbox's jobs.
	Customers *customer.Registry
	Intake    *intake.Intake
	// Retention removes what is old.
	Retention *retention.Sweeper
	// Installation are settings of the environment that the settings page shows.
	Installation []administration.Setting
	// Address is the origin of the server as integrators see it, for the documentation.
	Address string
	// Pictures makes the pictures of captures.
	Pictures *rendition.Maker
}

// Bodies returns the body rules of the console, for httpserver.Options.
func Bodies() []httpserver.BodyRule { return append(presets.Bodies(), docs.Bodies()...) }

// wing is one part of the console: a handler with pages of its own.
type wing interface {
	Routes(r shell.Router)
}

// Routes adds the routes of all wings to an app.
func (w *Console) Routes(app fiber.Router) {
	w.Links = []shell.Link{queue.Link, jobs.Link, webhooks.Link, presets.Link, customers.Link, dashboard.Link}
	w.Menu = []shell.Group{administration.People, integration.Menu, administration.Company}
	w.Repeated = repeat.Answer(w.Shell)
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
		&dashboard.Handler{Shell: s, Desk: desk, Presets: w.Presets, Checks: checks},
		&docs.Handler{
			Shell:   s,
			Base:    w.Address,
			Intake:  w.Intake,
			Masking: rules,
			Studio:  &playground.Studio{Today: s.Clock.Now},
		},
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
		&media.Handler{Shell: s, Keys: w.Keys, Safe: w.Safe, Masking: rules, Pictures: w.Pictures},
		&presets.Handler{Shell: s, Presets: w.Presets, Library: w.Library},
		&quality.Handler{Shell: s, Desk: desk, Checks: checks, Masking: rules, Companies: w.Companies},
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
