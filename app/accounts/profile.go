package accounts

import (
	"cmp"
	"context"
	"maps"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/naming"
	"proofdesk/app/preference"
	"proofdesk/app/store"
)

// ChangePreferences lets change edit a user's own preferences and saves them.
func (g *Registry) ChangePreferences(
	ctx context.Context, company, id string, change func(*preference.Preferences),
) error {
	return g.Store.Change(ctx, ownEntry(company, id, "user.preferences"), func(tx *store.Tx) error {
		return tx.ChangePreferences(ctx, company, id, func(p *preference.Preferences) error {
			change(p)
			return p.Check()
		})
	})
}

// Profile is what a user edits of their own account in one form.
type Profile struct {
	Name        string                 `json:"name"`
	Preferences preference.Preferences `json:"preferences"` // without the chosen keys
}

// ProfileOf returns a user's profile as its form shows it, with the defaults of what was never chosen.
func ProfileOf(a store.Agent) Profile {
	p := a.Preferences
	p.Theme, p.Density = cmp.Or(p.Theme, preference.Themes[0]), cmp.Or(p.Density, preference.Densities[0])
	p.Keys = nil
	return Profile{Name: a.DisplayName, Preferences: p}
}

// SaveProfile saves what a user has changed of their own profile, which was another one when they began, and returns
// the profile that is saved. What they left alone stays as it is, whoever changed it meanwhile. A text that was changed
// meanwhile too is a Conflict. Where one field breaks a rule, none is saved.
func (g *Registry) SaveProfile(ctx context.Context, company, id string, was, sent Profile) (Profile, error) {
	name, badName := naming.Check(sent.Name)
	sent.Name = name
	saved := Profile{}
	err := g.Store.Change(ctx, ownEntry(company, id, "user.preferences"), func(tx *store.Tx) error {
		a, err := tx.LockAgent(ctx, company, id)
		if err != nil {
			return err
		}
		if saved = ProfileOf(a); badName == nil && saved.overwritten(was, sent) {
			return fault.New(fault.Conflict,
				"your name or time zone was changed in another window: review it and save again")
		}
		saved.take(was, sent)
		err = tx.ChangePreferences(ctx, company, id, func(p *preference.Preferences) error {
			keys := p.Keys
			*p = saved.Preferences
			p.Keys = keys
			return fault.JoinFields(badName, p.Check())
		})
		if err != nil {
			return err
		}
		renamed, err := tx.RenameAgent(ctx, company, id, saved.Name)
		if err != nil || !renamed {
			return err
		}
		return tx.Audit(ctx, ownEntry(company, id, "user.rename"))
	})
	return saved, err
}

// SaveKeys saves the keys that a user has chosen, who began with those that were chosen then, and returns those that
// are saved. Where they were changed meanwhile it is a Conflict: a key is right or wrong by all the others, so that two
// tables of keys are never mixed.
func (g *Registry) SaveKeys(
	ctx context.Context, company, id string, was, sent map[string]string,
) (saved map[string]string, err error) {
	err = g.Store.Change(ctx, ownEntry(company, id, "user.preferences"), func(tx *store.Tx) error {
		return tx.ChangePreferences(ctx, company, id, func(p *preference.Preferences) error {
			if saved = p.Keys; !maps.Equal(saved, was) && !maps.Equal(saved, sent) {
				return fault.New(fault.Conflict,
					"your shortcuts were changed in another window: review them and save again")
			}
			saved, p.Keys = sent, sent
			return p.Check()
		})
	})
	return saved, err
}

// overwritten reports whether a text that is sent would replace another one that was saved meanwhile.
func (p *Profile) overwritten(was, sent Profile) bool {
	lost := func(now, was, sent string) bool { return now != was && sent != was && sent != now }
	return lost(p.Name, was.Name, sent.Name) ||
		lost(p.Preferences.TimeZone, was.Preferences.TimeZone, sent.Preferences.TimeZone)
}

// take takes over each field that is sent with another value than it was.
func (p *Profile) take(was, sent Profile) {
	to, from, old := &p.Preferences, sent.Preferences, was.Preferences
	takeOne(&p.Name, was.Name, sent.Name)
	takeOne(&to.TimeZone, old.TimeZone, from.TimeZone)
	takeOne(&to.Theme, old.Theme, from.Theme)
	takeOne(&to.Density, old.Density, from.Density)
	takeOne(&to.Language, old.Language, from.Language)
	takeOne(&to.Blur, old.Blur, from.Blur)
	takeOne(&to.Grey, old.Grey, from.Grey)
	takeOne(&to.KeysOff, old.KeysOff, from.KeysOff)
}

func takeOne[T comparable](to *T, was, sent T) {
	if sent != was {
		*to = sent
	}
}

// ownEntry returns the entry of a user's action on their own account.
func ownEntry(company, id, action string) audit.Entry {
	return audit.NewEntry(company, "agent:"+id, action, "agent:"+id, nil)
}
