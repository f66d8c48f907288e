package account

import (
	"cmp"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/accounts"
	"proofdesk/app/preference"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/shell/format"
	views "proofdesk/views/page"
	"proofdesk/views/ui"
	"proofdesk/views/words"
)

func (w *Handler) mePage(c *fiber.Ctx, v shell.Visitor) (views.Page, error) {
	page := w.PlainPage(c, v, v.T("Your account"), "me")
	page.Intro = v.DisplayName + ", " + v.T(string(v.Role)) + ", " + v.Email
	password := views.Section{Heading: v.T("Password"), Form: &views.Form{
		Path:   "/me/password",
		Button: v.T("Change password"),
		Tall:   true,
		Fields: []views.Field{
			{
				Name:     "current",
				Label:    v.T("Current password"),
				Kind:     "password",
				Required: true,
				Complete: "current-password",
			},
			{
				Name:     "password",
				Label:    v.T("New password"),
				Kind:     "password",
				Required: true,
				Complete: "new-password",
				Hint: v.T("At least 12 characters; several words are easier to remember than one. Other browsers " +
					"are signed out."),
			},
		},
	}}
	if v.MustChange {
		page.Intro = v.T("Choose your own password to continue.")
		page.Sections = []views.Section{password}
		return page, nil
	}
	sessions, err := w.ownSessions(c, v)
	page.Sections = []views.Section{preferencesSection(v), shortcutsSection(v), password, factorSection(v), sessions}
	return page, err
}

// zones are suggestions; any IANA name is taken.
var zones = []string{
	"UTC", "America/Mexico_City", "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
	"America/Bogota", "America/Lima", "America/Santiago",
	"America/Sao_Paulo", "America/Argentina/Buenos_Aires", "Europe/London", "Europe/Madrid", "Europe/Paris",
	"Europe/Berlin", "Europe/Warsaw", "Europe/Istanbul",
	"Africa/Lagos", "Africa/Nairobi", "Africa/Johannesburg", "Asia/Dubai", "Asia/Karachi", "Asia/Kolkata",
	"Asia/Dhaka", "Asia/Jakarta", "Asia/Manila", "Asia/Singapore", "Asia/Tokyo", "Australia/Sydney",
}

func preferencesSection(v shell.Visitor) views.Section {
	p := v.Agent.Preferences
	choose := func(chosen string, all []string) []views.Option {
		var options []views.Option
		for _, one := range all {
			options = append(options, views.Option{Value: one, Label: v.T(one), On: one == chosen})
		}
		return options
	}
	return views.Section{Heading: v.T("Profile and preferences"), Form: &views.Form{
		Path:   "/me",
		Button: v.T("Save"),
		Tall:   true,
		Hidden: []views.Value{{Label: "version", Value: form.Version(accounts.ProfileOf(v.Agent))}},
		Fields: []views.Field{
			{
				Name:     "name",
				Label:    v.T("Name"),
				Kind:     "text",
				Value:    v.DisplayName,
				Required: true,
				Complete: "name",
				Hint:     v.T("Shown next to your decisions, and in events as the reviewer."),
			},
			{
				Name:    "theme",
				Label:   v.T("Theme"),
				Kind:    "select",
				Options: choose(cmp.Or(p.Theme, "auto"), preference.Themes),
			},
			{
				Name:    "density",
				Label:   v.T("Density"),
				Kind:    "select",
				Options: choose(cmp.Or(p.Density, preference.Densities[0]), preference.Densities),
				Hint:    v.T("Compact fits more rows on the screen."),
			},
			{Name: "language", Label: v.T("Language"), Kind: "select", Options: languageOptions(v, p.Language)},
			{
				Name:  "timeZone",
				Label: v.T("Time zone"),
				Kind:  "text",
				Value: p.TimeZone,
				List:  zones,
				Hint: v.T("Used for times on pages; your browser's if empty, now %s. Events and files always use UTC.",
					cmp.Or(v.BrowserZone, "UTC")),
			},
			{
				Name:  "blur",
				Label: v.T("Blur pictures"),
				Kind:  "checkbox",
				On:    p.Blur,
				Hint:  v.T("Until you hover over them or focus them with the keyboard."),
			},
			{
				Name:  "grey",
				Label: v.T("Show pictures in greyscale"),
				Kind:  "checkbox",
				On:    p.Grey,
				Hint:  v.T("Only you see the effect of these two settings."),
			},
			{
				Name:  "keysOff",
				Label: v.T("Turn off single-letter shortcuts"),
				Kind:  "checkbox",
				On:    p.KeysOff,
				Hint:  v.T("For speech input and screen readers. Ctrl+K still opens the command palette."),
			},
		},
	}}
}

func languageOptions(v shell.Visitor, chosen string) []views.Option {
	options := []views.Option{{Label: v.T("The browser's"), On: chosen == ""}}
	for _, l := range words.Languages() {
		options = append(options, views.Option{Value: string(l), Label: l.Name(), On: chosen == string(l)})
	}
	return options
}

func factorSection(v shell.Visitor) views.Section {
	s := views.Section{Heading: v.T("Second factor")}
	password := []views.Field{
		{
			Name:     "current",
			Label:    v.T("Current password"),
			Kind:     "password",
			Required: true,
			Complete: "current-password",
		},
	}
	if v.TOTPSecret == nil {
		s.Facts = []views.Fact{
			{
				Name: v.T("Authenticator"),
				Cell: views.Cell{Text: v.T("off"), Tone: ui.Warn, Tag: true},
				Hint: v.T("Protects your account even if your password is stolen."),
			},
		}
		s.Forms = []views.Form{{Path: "/me/totp", Button: v.T("Set up an authenticator")}}
		return s
	}
	left := views.Cell{Text: v.T("%d left", len(v.Agent.Recovery)), Data: true}
	s.Facts = []views.Fact{
		{Name: v.T("Authenticator"), Cell: views.Cell{Text: v.T("on"), Tone: ui.Pass, Tag: true}},
		{Name: v.T("Recovery codes"), Cell: left},
	}
	s.Forms = []views.Form{
		{
			Path:    "/me/totp/codes",
			Button:  v.T("New recovery codes"),
			Confirm: v.T("Your old codes stop working. Enter your password to continue:"),
			Fields:  password,
		},
		{
			Path:    "/me/totp/off",
			Button:  v.T("Turn off"),
			Danger:  true,
			Confirm: v.T("You will sign in with your password only. Enter it to continue:"),
			Fields:  password,
		},
	}
	return s
}

func (w *Handler) ownSessions(c *fiber.Ctx, v shell.Visitor) (views.Section, error) {
	sessions, err := w.Store.SessionsOf(c.UserContext(), v.Company, v.ID)
	list := views.Section{
		Heading: v.T("Active sessions"),
		Columns: []string{v.T("Browser"), v.T("Address"), v.T("Since"), v.T("Last used")},
	}
	for _, s := range sessions {
		row := views.Row{
			Cells: []views.Cell{
				{Text: format.Browser(v.Language, s.UserAgent), Wrap: true},
				{Text: s.Address, Data: true},
				{Time: v.Time(s.CreatedAt), Data: true},
				{Time: v.Time(s.SeenAt), Data: true},
			},
		}
		if s.IDHash == shell.Session(c).Hash {
			row.Cells[0].Under = v.T("this browser")
		} else {
			row.Actions = []views.Form{
				{
					Path:   "/me/sessions",
					Button: v.T("End"),
					Danger: true,
					Hidden: []views.Value{{Label: "session", Value: s.IDHash}},
				},
			}
		}
		list.Rows = append(list.Rows, row)
	}
	return list, err
}

func (w *Handler) me(c *fiber.Ctx, v shell.Visitor) error {
	page, err := w.mePage(c, v)
	if err != nil {
		return err
	}
	return w.Render(c, views.SectionPage(page))
}

// savePreferences keeps the name and how the console is to be.
func (w *Handler) savePreferences(c *fiber.Ctx, v shell.Visitor) error {
	was, sent := accounts.Profile{}, accounts.Profile{
		Name: form.Value(c, "name"),
		Preferences: preference.Preferences{
			Theme:    form.Value(c, "theme"),
			Density:  form.Value(c, "density"),
			TimeZone: form.Value(c, "timeZone"),
			Language: form.Value(c, "language"),
			Blur:     form.Value(c, "blur") != "",
			Grey:     form.Value(c, "grey") != "",
			KeysOff:  form.Value(c, "keysOff") != "",
		},
	}
	cause := form.ReadVersion(c, &was)
	var saved accounts.Profile
	if cause == nil {
		saved, cause = w.Accounts.SaveProfile(c.UserContext(), v.Company, v.ID, was, sent)
	}
	if cause != nil {
		return w.refusedMe(c, v, cause)
	}
	shell.KeepTheme(c, cmp.Or(saved.Preferences.Theme, "auto"))
	shell.KeepLanguage(c, saved.Preferences.Language)
	return c.Redirect("/me?done=saved", fiber.StatusSeeOther)
}

func (w *Handler) refusedMe(c *fiber.Ctx, v shell.Visitor, cause error) error {
	page, err := w.mePage(c, v)
	if err != nil {
		return err
	}
	return w.Refused(c, page, cause)
}

func (w *Handler) changePassword(c *fiber.Ctx, v shell.Visitor) error {
	cause := w.Accounts.ChangePassword(c.UserContext(), v.Company, v.ID, form.Value(c, "current"),
		form.Value(c, "password"),
		shell.Session(c).Hash)
	if cause == nil {
		return c.Redirect("/me?done=password", fiber.StatusSeeOther)
	}
	return w.refusedMe(c, v, cause)
}

func (w *Handler) endSession(c *fiber.Ctx, v shell.Visitor) error {
	if err := w.Accounts.EndUserSession(c.UserContext(), v.Actor(), v.Company, v.ID,
		form.Value(c, "session")); err != nil {
		return err
	}
	return c.Redirect("/me?done=session", fiber.StatusSeeOther)
}

// status keeps whether the visitor is available, and goes back to where they were.
func (w *Handler) status(c *fiber.Ctx, v shell.Visitor) error {
	err := w.Desk.Attend(c.UserContext(), v.Reviewer(), store.Availability(form.Value(c, "availability")))
	if err != nil {
		return err
	}
	return c.Redirect(shell.BackPath(c), fiber.StatusSeeOther)
}
