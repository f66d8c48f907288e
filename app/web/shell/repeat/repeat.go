package repeat

import (
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/trail"
	"proofdesk/views/layout"
	views "proofdesk/views/page"
)

// secretActions are those whose answer shows a secret this one time.
var secretActions = []string{
	"client.create", "client.secret", "integration_user.create", "integration_user.password", "user.create",
	"user.password_reset", "user.totp_on", "user.recovery_codes", "apikey.create", "apikey.secret_add",
	"repository_token.create",
	"endpoint.create", "endpoint.key.create",
}

// Answer returns what answers a form that was carried out before and answered with a page.
func Answer(w *shell.Shell) func(c *fiber.Ctx, v shell.Visitor, before store.Submission) error {
	return func(c *fiber.Ctx, v shell.Visitor, before store.Submission) error {
		return w.Render(c, views.SectionPage(page(w, c, v, before)))
	}
}

func page(w *shell.Shell, c *fiber.Ctx, v shell.Visitor, before store.Submission) views.Page {
	p := w.PlainPage(c, v, v.T("Already done"), "")
	p.Frame.Path = "" // the address of a form is none to come back to
	p.Done = v.T("This was sent at %s and carried out. "+
		"The answer got lost, so it was sent again; it was not done twice.", v.Recent(before.CreatedAt, w.Now()))
	back, secret := pageOf(c.Path()), false
	done := views.Section{Heading: v.T("What was done")}
	for _, did := range before.Actions {
		kind, id, _ := strings.Cut(did.Target, ":")
		href := path(v, kind, id)
		done.Facts = append(done.Facts, views.Fact{
			Name: format.Sentence(trail.Action(v, did.Action)),
			Cell: views.Cell{Text: trail.Target(v, kind, id), Href: href, Data: true},
		})
		secret = secret || slices.Contains(secretActions, did.Action)
	}
	if secret {
		done.Warning = v.T("The answer showed a secret, which is stored nowhere and can't be shown again. Create a " +
			"new one, or disable or delete what was created.")
	}
	if len(done.Facts)+len(done.Warning) > 0 {
		p.Sections = []views.Section{done}
	}
	p.Back = &layout.Link{Href: back, Label: v.T("Back to the page")}
	return p
}

// pageOf returns the page that a form belongs to, where secrets are replaced and things are disabled or deleted.
func pageOf(path string) string {
	parts := strings.Split(path, "/")
	switch first := parts[1]; {
	case first == "integration-users":
		return "/clients"
	case first == "jobs" && len(parts) > 2:
		return "/jobs/" + parts[2]
	case first == "quality", first == "views", first == "logout":
		return "/queue"
	default:
		return "/" + first
	}
}

// path returns the page of a target; empty for none.
func path(v shell.Visitor, kind, id string) string {
	switch kind {
	case "client":
		return "/clients/" + id
	case "user": // as the audit trail names integration users
		return "/clients"
	case "repository_token":
		return "/repository-tokens"
	case "apikey":
		return "/keys"
	case "endpoint":
		return "/webhooks/" + id
	case "job":
		return "/jobs/" + id
	case "agent":
		if id == v.ID {
			return "/me"
		}
		return "/users"
	}
	return ""
}
