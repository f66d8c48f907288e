package web

import (
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/admin"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	views "proofdesk/views/admin"
)

func (w *Console) keysPage(c *fiber.Ctx, v visitor) (views.Page, error) {
	page := w.adminPage(c, v, "API keys", "keys")
	page.Intro = "What your servers read snapshots and documents with. A key has up to two secrets, so that one can replace the other."
	keys, err := w.Store.APIKeys(c.UserContext(), v.Company)
	if err != nil {
		return page, err
	}
	list := views.Section{Heading: "API keys", Columns: []string{"Name", "Key id (URN)", "Secrets end in", "State", "Expires", "Last used"}, Empty: "No key yet. Add one for your server.", Form: &views.Form{Path: "/keys", Button: "Add key", Fields: []views.Field{
		{Name: "name", Label: "Name", Kind: "text"}, {Name: "expires", Label: "Expires on, or leave it empty", Kind: "date"},
	}}}
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

func (w *Console) keyRow(c *fiber.Ctx, v visitor, k store.APIKey) (views.Row, error) {
	secrets, err := w.Store.APIKeySecrets(c.UserContext(), v.Company, k.ID)
	hints, path := "", "/keys/"+k.ID
	var actions []views.Form
	for _, s := range secrets {
		if !s.RevokedAt.IsZero() {
			continue
		}
		hints = joined(", ", hints, s.Hint)
		actions = append(actions, views.Form{Path: path + "/revoke", Button: "Revoke …" + s.Hint, Danger: true, Hidden: []views.Value{{Label: "secret", Value: s.ID}}})
	}
	if len(actions) < store.MaxAPIKeySecrets {
		actions = append(actions, views.Form{Path: path + "/secret", Button: "Another secret"})
	}
	expires := views.Cell{Text: "never"}
	if !k.ExpiresAt.IsZero() {
		expires = views.Cell{Text: k.ExpiresAt.Format(time.DateOnly), Data: true}
	}
	return views.Row{
		Cells:   []views.Cell{{Text: k.Name}, {Text: w.Accounts.KeyURN(v.Company, k.ID), Data: true}, {Text: firstOf(hints, "none"), Data: true}, stateCell(k.State), expires, usedCell(k.LastUsedAt)},
		Actions: append(actions, stateForm(path+"/state", k.State)),
	}, err
}

func (w *Console) apiKeys(c *fiber.Ctx, v visitor) error {
	page, err := w.keysPage(c, v)
	if err != nil {
		return err
	}
	return w.render(c, views.AdminPage(page))
}

func (w *Console) addKey(c *fiber.Ctx, v visitor) error {
	var expires time.Time
	if text := form(c, "expires"); text != "" {
		day, err := time.Parse(time.DateOnly, text)
		if err != nil {
			return w.showKeys(c, v, admin.NewAPIKey{}, fault.BadField("expires", "date", "give the date as YYYY-MM-DD"))
		}
		expires = day
	}
	made, err := w.Accounts.CreateAPIKey(c.UserContext(), v.actor(), v.Company, form(c, "name"), expires)
	return w.showKeys(c, v, made, err)
}

func (w *Console) addSecret(c *fiber.Ctx, v visitor) error {
	made, err := w.Accounts.AddAPIKeySecret(c.UserContext(), v.actor(), v.Company, c.Params("id"))
	return w.showKeys(c, v, made, err)
}

// showKeys shows the list with a secret that was made, or with what was wrong.
func (w *Console) showKeys(c *fiber.Ctx, v visitor, made admin.NewAPIKey, cause error) error {
	page, err := w.keysPage(c, v)
	if err != nil {
		return err
	}
	if cause != nil {
		return w.refused(c, page, cause)
	}
	page.Secrets = views.Secrets{Values: []views.Value{{Label: "X-Api-Key-Id", Value: made.ID}, {Label: "X-Api-Key-Secret", Value: made.Secret}}}
	return w.render(c, views.AdminPage(page))
}

func (w *Console) revokeSecret(c *fiber.Ctx, v visitor) error {
	return w.changedKey(c, v, w.Accounts.RevokeAPIKeySecret(c.UserContext(), v.actor(), v.Company, c.Params("id"), form(c, "secret")))
}

func (w *Console) keyState(c *fiber.Ctx, v visitor) error {
	return w.changedKey(c, v, w.Accounts.SetAPIKeyState(c.UserContext(), v.actor(), v.Company, c.Params("id"), form(c, "state")))
}

func (w *Console) changedKey(c *fiber.Ctx, v visitor, cause error) error {
	if cause == nil {
		return c.Redirect("/keys", fiber.StatusSeeOther)
	}
	return w.showKeys(c, v, admin.NewAPIKey{}, cause)
}
