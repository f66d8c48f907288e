package integration

import (
	"cmp"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/credentials"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	views "proofdesk/views/page"
	"proofdesk/views/ui"
)

func (w *Handler) keysPage(c *fiber.Ctx, v shell.Visitor) (views.Page, error) {
	page := w.AdministrationPage(c, v, v.T("API keys"), "keys")
	page.Docs = v.DocsLink("/docs/api#calls-snapshot")
	page.Intro = v.WithZone(v.T("Keys that your servers use to read snapshots and documents. A key can have two " +
		"secrets, so you can rotate without downtime: add a second secret, switch to it, then revoke the first."))
	keys, err := w.Store.APIKeys(c.UserContext(), v.Company)
	if err != nil {
		return page, err
	}
	list := views.Section{
		Heading: v.T("API keys"),
		Columns: v.Each("Key", "Secrets end in", "State", "Expires", "Last used"),
		Empty:   v.T("No API keys yet. Add one for your server."),
		Form: &views.Form{Path: "/keys", Button: v.T("Add key"), Fields: []views.Field{
			{Name: "name", Label: v.T("Name"), Kind: "text", Required: true},
			{Name: "expires", Label: v.T("Expiry date (UTC, optional)"), Kind: "day"},
		}},
	}
	for _, k := range keys {
		row, err := w.keyRow(c, v, k)
		if err != nil {
			return page, err
		}
		list.Rows = append(list.Rows, row)
	}
	page.Sections = []views.Section{list}
	return page, nil
}

func (w *Handler) keyRow(c *fiber.Ctx, v shell.Visitor, k store.APIKey) (views.Row, error) {
	secrets, err := w.Store.APIKeySecrets(c.UserContext(), v.Company, k.ID)
	hints, path := "", "/keys/"+k.ID
	var actions []views.Form
	for _, s := range secrets {
		if !s.RevokedAt.IsZero() {
			continue
		}
		hints = format.Join(", ", hints, s.Hint)
		actions = append(actions, views.Form{
			Path:    path + "/revoke",
			Button:  v.T("Revoke %s", s.Hint),
			Danger:  true,
			Confirm: v.T("This secret stops working immediately and can't be restored."),
			Hidden:  []views.Value{{Label: "secret", Value: s.ID}},
		})
	}
	if len(actions) < store.MaxAPIKeySecrets {
		actions = append(actions, views.Form{Path: path + "/secret", Button: v.T("Add a secret")})
	}
	return views.Row{
		Cells: []views.Cell{
			{Text: k.Name, Under: w.Credentials.KeyURN(v.Company, k.ID)},
			{Text: cmp.Or(hints, v.T("none")), Data: true},
			v.StateCell(k.State), w.expiryCell(v, k.ExpiresAt), v.UsedCell(k.LastUsedAt),
		},
		Actions: append(actions, v.StateForm(path+"/state", k.State, v.T("Requests with this key get a 401 response "+
			"from now on."))),
	}, err
}

// expiryCell returns the cell with the expiry of a key.
func (w *Handler) expiryCell(v shell.Visitor, at time.Time) views.Cell {
	switch left := at.Sub(w.Now()); {
	case at.IsZero():
		return views.Cell{Text: v.T("never"), Tone: ui.Soft}
	case left <= 0:
		return views.Cell{Text: v.T("expired"), Tone: ui.Fail, Tag: true, Under: v.When(at)}
	case left < expiresSoon:
		return views.Cell{Text: v.T("in %s", v.Age(left)), Tone: ui.Warn, Tag: true, Under: v.When(at)}
	}
	return views.Cell{Time: v.Time(at), Data: true}
}

// expiresSoon is how long before its end a key is pointed out.
const expiresSoon = 14 * 24 * time.Hour

func (w *Handler) apiKeys(c *fiber.Ctx, v shell.Visitor) error {
	page, err := w.keysPage(c, v)
	if err != nil {
		return err
	}
	return w.Render(c, views.SectionPage(page))
}

func (w *Handler) addKey(c *fiber.Ctx, v shell.Visitor) error {
	expires, err := form.Day(form.Value(c, "expires"), "expires", time.UTC)
	if err != nil {
		return w.showKeys(c, v, credentials.NewAPIKey{}, err)
	}
	name, err := form.Name(c)
	if err != nil {
		return w.showKeys(c, v, credentials.NewAPIKey{}, err)
	}
	made, err := w.Credentials.CreateAPIKey(c.UserContext(), v.Actor(), v.Company, name, expires)
	return w.showKeys(c, v, made, err)
}

func (w *Handler) addSecret(c *fiber.Ctx, v shell.Visitor) error {
	made, err := w.Credentials.AddAPIKeySecret(c.UserContext(), v.Actor(), v.Company, c.Params("id"))
	return w.showKeys(c, v, made, err)
}

// showKeys shows the list with a secret that was made, or with what was wrong.
func (w *Handler) showKeys(c *fiber.Ctx, v shell.Visitor, made credentials.NewAPIKey, cause error) error {
	page, err := w.keysPage(c, v)
	if err != nil {
		return err
	}
	if cause != nil {
		return w.Refused(c, page, cause)
	}
	page.Secrets = views.Secrets{
		Values: []views.Value{{Label: "X-Api-Key-Id", Value: made.ID}, {Label: "X-Api-Key-Secret", Value: made.Secret}},
	}
	return w.Render(c, views.SectionPage(page))
}

func (w *Handler) revokeSecret(c *fiber.Ctx, v shell.Visitor) error {
	return w.changedKey(c, v,
		w.Credentials.RevokeAPIKeySecret(c.UserContext(), v.Actor(), v.Company, c.Params("id"),
			form.Value(c, "secret")))
}

func (w *Handler) keyState(c *fiber.Ctx, v shell.Visitor) error {
	return w.changedKey(c, v,
		w.Credentials.SetAPIKeyState(c.UserContext(), v.Actor(), v.Company, c.Params("id"), form.Value(c, "state")))
}

func (w *Handler) changedKey(c *fiber.Ctx, v shell.Visitor, cause error) error {
	if cause == nil {
		return c.Redirect("/keys?done=state", fiber.StatusSeeOther)
	}
	return w.showKeys(c, v, credentials.NewAPIKey{}, cause)
}
