package accounts

import (
	"context"

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

// SaveProfile saves a user's own name, and the preferences that change has edited. Where one of them breaks a rule,
// neither is saved.
func (g *Registry) SaveProfile(
	ctx context.Context, company, id, name string, change func(*preference.Preferences),
) error {
	name, badName := naming.Check(name)
	return g.Store.Change(ctx, ownEntry(company, id, "user.preferences"), func(tx *store.Tx) error {
		err := tx.ChangePreferences(ctx, company, id, func(p *preference.Preferences) error {
			change(p)
			return fault.JoinFields(badName, p.Check())
		})
		if err != nil {
			return err
		}
		renamed, err := tx.RenameAgent(ctx, company, id, name)
		if err != nil || !renamed {
			return err
		}
		return tx.Audit(ctx, ownEntry(company, id, "user.rename"))
	})
}

// ownEntry returns the entry of a user's action on their own account.
func ownEntry(company, id, action string) audit.Entry {
	return audit.NewEntry(company, "agent:"+id, action, "agent:"+id, nil)
}
