package integration

import (
	"strconv"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/credentials"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/trail"
	views "proofdesk/views/page"
	"proofdesk/views/ui"
)

// tokenLives are how long a token may last, in days.
var tokenLives = []views.Option{
	{Value: "90", Label: "90 days"},
	{Value: "30", Label: "30 days"},
	{Value: "180", Label: "180 days"},
	{Value: "366", Label: "1 year"},
}

func (w *Handler) tokensPage(c *fiber.Ctx, v shell.Visitor) (views.Page, error) {
	page := w.AdministrationPage(c, v, v.T("Repository tokens"), "tokens")
	page.Intro = v.WithZone(v.T("Tokens that your developers and build servers send in the header Private-Token to " +
		"download the web SDK from /artifacts/."))
	tokens, err := w.Store.RepositoryTokens(c.UserContext(), v.Company)
	if err != nil {
		return page, err
	}
	names, err := w.AgentNames(c, v)
	if err != nil {
		return page, err
	}
	life := views.Field{Name: "days", Label: v.T("Valid for"), Kind: "select"}
	for _, o := range tokenLives {
		life.Options = append(life.Options, views.Option{Value: o.Value, Label: v.T(o.Label)})
	}
	list := views.Section{
		Heading: v.T("Repository tokens"),
		Columns: v.Each("Token", "Ends in", "Created by", "Expires", "Last used"),
		Empty:   v.T("No repository tokens yet. Add one for your build server."),
		Form: &views.Form{Path: "/repository-tokens", Button: v.T("Add token"), Fields: []views.Field{
			{Name: "name", Label: v.T("Name"), Kind: "text", Required: true},
			life,
		}},
	}
	for _, t := range tokens {
		list.Rows = append(list.Rows, w.tokenRow(v, t, names))
	}
	page.Sections = []views.Section{list}
	return page, nil
}

func (w *Handler) tokenRow(v shell.Visitor, t store.RepositoryToken, names map[string]string) views.Row {
	row := views.Row{Cells: []views.Cell{
		{Text: t.Name},
		{Text: t.Hint, Data: true},
		{Text: trail.Actor(v, t.CreatedBy, names), Under: v.When(t.CreatedAt)},
		w.expiryCell(v, t.ExpiresAt), v.UsedCell(t.LastUsedAt),
	}}
	if !t.RevokedAt.IsZero() {
		row.Cells[3] = views.Cell{Text: v.T("revoked"), Tone: ui.Fail, Tag: true, Under: v.When(t.RevokedAt)}
		return row
	}
	row.Actions = []views.Form{{
		Path:    "/repository-tokens/" + t.ID + "/revoke",
		Button:  v.T("Revoke"),
		Danger:  true,
		Confirm: v.T("This token stops working immediately and can't be restored."),
	}}
	return row
}

func (w *Handler) tokens(c *fiber.Ctx, v shell.Visitor) error {
	page, err := w.tokensPage(c, v)
	if err != nil {
		return err
	}
	return w.Render(c, views.SectionPage(page))
}

func (w *Handler) addToken(c *fiber.Ctx, v shell.Visitor) error {
	name, err := form.Name(c)
	if err != nil {
		return w.showTokens(c, v, credentials.NewRepositoryToken{}, err)
	}
	days, err := strconv.Atoi(form.Value(c, "days"))
	if err != nil {
		return w.showTokens(c, v, credentials.NewRepositoryToken{},
			fault.BadField("days", "format", "choose how long the token is valid"))
	}
	made, err := w.Credentials.CreateRepositoryToken(c.UserContext(), v.Actor(), v.Company, name,
		w.Now().Add(time.Duration(days)*24*time.Hour))
	return w.showTokens(c, v, made, err)
}

// showTokens shows the list with a token that was made, or with what was wrong.
func (w *Handler) showTokens(c *fiber.Ctx, v shell.Visitor, made credentials.NewRepositoryToken, cause error) error {
	page, err := w.tokensPage(c, v)
	if err != nil {
		return err
	}
	if cause != nil {
		return w.Refused(c, page, cause)
	}
	page.Secrets = views.Secrets{Values: []views.Value{{Label: "Private-Token", Value: made.Token}}}
	return w.Render(c, views.SectionPage(page))
}

func (w *Handler) revokeToken(c *fiber.Ctx, v shell.Visitor) error {
	err := w.Credentials.RevokeRepositoryToken(c.UserContext(), v.Actor(), v.Company, c.Params("id"))
	if err == nil {
		return c.Redirect("/repository-tokens?done=state", fiber.StatusSeeOther)
	}
	return w.showTokens(c, v, credentials.NewRepositoryToken{}, err)
}
