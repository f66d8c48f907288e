package account

import (
	"cmp"
	"maps"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/preference"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	"proofdesk/views/account"
	views "proofdesk/views/page"
)

// shortcutsSection leads from the account to the table of keys.
func shortcutsSection(v shell.Visitor) views.Section {
	changed := len(v.Agent.Preferences.Keys)
	state := views.Cell{Text: v.T("default")}
	if changed > 0 {
		state = views.Cell{Text: v.N(changed, "1 changed", "%d changed")}
	}
	state.Href, state.Under = "/me/keys", v.T("Customize shortcuts")
	return views.Section{Heading: v.T("Shortcuts"), Facts: []views.Fact{{Name: v.T("Keys"), Cell: state}}}
}

// shortcuts shows the table of keys.
func (w *Handler) shortcuts(c *fiber.Ctx, v shell.Visitor) error {
	saved := v.Agent.Preferences.Keys
	page := w.shortcutsPage(c, v, saved, saved)
	if c.Query("done") != "" {
		page.Done = v.T("Saved.")
	}
	return w.Render(c, account.KeysPage(page))
}

// shortcutsPage returns the table of the keys that are saved, filled with those that were typed.
func (w *Handler) shortcutsPage(c *fiber.Ctx, v shell.Visitor, saved, typed map[string]string) account.Keys {
	page := account.Keys{Frame: w.Frame(c, v, v.T("Keyboard shortcuts"), "me"), Version: keysVersion(saved)}
	page.Frame.Extras = w.Assets.Path("extras.js")
	_, problems := preference.ChosenKeys(typed)
	wrong := map[string]string{}
	for _, p := range problems {
		wrong[p.Key] = v.T("Enter one letter or symbol, but not a digit from 1 to 9.")
		if p.Other.Key != "" {
			wrong[p.Key] = v.T("Already used for “%s”.", v.T(p.Other.Does))
		}
	}
	for _, s := range preference.Shortcuts() {
		if n := len(page.Groups); n == 0 || page.Groups[n-1].Name != v.T(s.Group) {
			page.Groups = append(page.Groups, account.KeyGroup{Name: v.T(s.Group)})
		}
		action := account.KeyAction{Name: s.Key, Does: v.T(s.Does), Key: s.Key, Problem: wrong[s.Key]}
		if key, ok := typed[s.Key]; ok {
			action.Key, action.Changed = key, key != s.Key
		}
		page.Changed = page.Changed || action.Changed
		group := &page.Groups[len(page.Groups)-1]
		group.Actions = append(group.Actions, action)
	}
	if len(problems) > 0 {
		page.Problem = v.T("Nothing was saved: some keys are not valid.")
	}
	return page
}

// keysVersion returns the version of the chosen keys. Keys that nobody chose and keys that were all reset are the same.
func keysVersion(chosen map[string]string) string {
	if len(chosen) == 0 {
		chosen = map[string]string{}
	}
	return form.Version(chosen)
}

// saveShortcuts saves the chosen keys if each action has one of its own; else it shows the table again as it was typed.
func (w *Handler) saveShortcuts(c *fiber.Ctx, v shell.Visitor) error {
	typed, was := typedKeys(c), map[string]string{}
	cause := form.ReadVersion(c, &was)
	switch reset := form.Value(c, "reset"); reset {
	case "":
	case "all":
		clear(typed)
	default: // one action, and nothing else that was typed
		typed = maps.Clone(was)
		delete(typed, reset)
	}
	saved := v.Agent.Preferences.Keys
	chosen, problems := preference.ChosenKeys(typed)
	if cause == nil && len(problems) == 0 {
		saved, cause = w.Accounts.SaveKeys(c.UserContext(), v.Company, v.ID, was, chosen)
	}
	if cause == nil && len(problems) == 0 {
		return c.Redirect("/me/keys?done=saved", fiber.StatusSeeOther)
	}
	return w.refusedShortcuts(c, v, saved, typed, cause)
}

// typedKeys returns the keys of the form that was sent.
func typedKeys(c *fiber.Ctx) map[string]string {
	typed := map[string]string{}
	for _, s := range preference.Shortcuts() {
		if key := form.Value(c, "key."+s.Key); len(form.All(c, "key."+s.Key)) > 0 {
			typed[s.Key] = key
		}
	}
	return typed
}

// refusedShortcuts shows the table again as it was typed. Where another browser has saved other keys meanwhile, each
// action whose key differs also shows the one that is saved.
func (w *Handler) refusedShortcuts(c *fiber.Ctx, v shell.Visitor, saved, typed map[string]string, cause error) error {
	if cause != nil && !shell.IsRefusal(cause) {
		return cause
	}
	page := w.shortcutsPage(c, v, saved, typed)
	if cause != nil {
		page.Problem = v.Sentence(shell.Message(cause))
	}
	if fault.Is(cause, fault.Conflict) {
		for _, g := range page.Groups {
			for i := range g.Actions {
				a := &g.Actions[i]
				if now := cmp.Or(saved[a.Name], a.Name); a.Key != now {
					a.Problem = v.SavedMeanwhile(now)
				}
			}
		}
	}
	return w.Render(c.Status(shell.RefusalStatus(cause)), account.KeysPage(page))
}
