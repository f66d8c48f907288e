package review

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/store"
)

// The pages whose filters can be saved.
const (
	PageQueue = "queue"
	PageJobs  = "jobs"
)

const (
	maxViewName  = 40 // characters
	maxViewQuery = 1000
	maxOwnViews  = 30 // of an agent, and the same number of a company
)

// ViewRequest is a view to be saved: the query of the list's URL under a name.
type ViewRequest struct {
	Page   string
	Name   string
	Query  string
	Shared bool
}

// viewName checks a name and returns it with single spaces.
func viewName(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	switch {
	case name == "":
		return "", fault.BadField("name", "required", "enter a name for the view")
	case utf8.RuneCountInString(name) > maxViewName:
		return "", fault.BadField("name", "max_length", "a view's name can have at most 40 characters")
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "", fault.BadField("name", "characters", "a view's name can contain only letters, digits, symbols "+
			"and spaces")
	}
	return name, nil
}

// mayShare refuses to change shared views to agents who are not seniors.
func (a Agent) mayShare() error {
	if !a.Senior {
		return fault.New(fault.Forbidden, "only senior agents and administrators can share views with the company")
	}
	return nil
}

// SaveView saves a list's filters under a name: as the agent's own, or, by a senior, shared with the company.
func (d *Desk) SaveView(ctx context.Context, a Agent, r ViewRequest) (store.SavedView, error) {
	name, err := viewName(r.Name)
	if err != nil {
		return store.SavedView{}, err
	}
	if (r.Page != PageQueue && r.Page != PageJobs) || len(r.Query) > maxViewQuery {
		return store.SavedView{}, fault.BadField("query", "one_of",
			"these filters are too long to be saved as a view: remove some of them")
	}
	v := store.SavedView{
		Company: a.Company,
		ID:      ids.ULID(d.Clock.Now()),
		Owner:   a.ID,
		Shared:  r.Shared,
		Page:    r.Page,
		Name:    name,
		Query:   r.Query,
	}
	if v.Shared {
		if err := a.mayShare(); err != nil {
			return v, err
		}
	}
	return v, d.Store.Write(ctx, func(tx *store.Tx) error {
		scope, err := lockViews(ctx, tx, a, v.Shared)
		if err != nil {
			return err
		}
		n, err := tx.CountSavedViews(ctx, a.Company, scope)
		if err == nil && n >= maxOwnViews {
			err = fault.New(fault.Conflict, "there are already 30 views: delete one first")
		}
		if err != nil {
			return err
		}
		if err := tx.InsertSavedView(ctx, v); err != nil {
			return err
		}
		return auditView(ctx, tx, a, "view.share", v)
	})
}

// lockViews keeps the number of an agent's own views, or of the company's shared ones, unchanged until the transaction
// ends. It returns their scope for CountSavedViews.
func lockViews(ctx context.Context, tx *store.Tx, a Agent, shared bool) (scope string, err error) {
	if shared {
		return "", tx.LockCompany(ctx, a.Company)
	}
	_, err = tx.LockAgent(ctx, a.Company, a.ID)
	return a.ID, err
}

// auditView audits a change of a shared view.
func auditView(ctx context.Context, tx *store.Tx, a Agent, action string, v store.SavedView) error {
	if !v.Shared {
		return nil
	}
	return tx.Audit(ctx, audit.Entry{
		Company: a.Company,
		Actor:   a.actor(),
		Action:  action,
		Target:  "view:" + v.ID,
		Detail:  map[string]string{"page": v.Page},
	})
}

// changeable returns a view that the agent may change: their own, or a shared one as a senior.
func (d *Desk) changeable(ctx context.Context, a Agent, id string) (store.SavedView, error) {
	v, err := d.Store.SavedView(ctx, a.Company, a.ID, id)
	if err == nil && v.Shared {
		err = a.mayShare()
	}
	return v, err
}

// RenameView changes the name of a view that the agent has seen under another one. Where somebody has renamed it
// meanwhile, it is a Conflict, and the view is returned with the name that it has.
func (d *Desk) RenameView(ctx context.Context, a Agent, id, was, name string) (store.SavedView, error) {
	v, err := d.changeable(ctx, a, id)
	if err != nil {
		return v, err
	}
	if name, err = viewName(name); err != nil {
		return v, err
	}
	to := v
	to.Name = name
	err = d.Store.Write(ctx, func(tx *store.Tx) error {
		renamed, err := tx.RenameSavedView(ctx, to, was)
		if err != nil {
			return err
		}
		if !renamed {
			if v, err = tx.SavedView(ctx, a.Company, a.ID, id); err != nil {
				return err
			}
			return fault.New(fault.Conflict, "this view has another name by now")
		}
		return auditView(ctx, tx, a, "view.rename", to)
	})
	if err != nil {
		return v, err
	}
	return to, nil
}

// DeleteView removes a view and returns it.
func (d *Desk) DeleteView(ctx context.Context, a Agent, id string) (store.SavedView, error) {
	v, err := d.changeable(ctx, a, id)
	if err != nil {
		return v, err
	}
	return v, d.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.DeleteSavedView(ctx, a.Company, id); err != nil {
			return err
		}
		return auditView(ctx, tx, a, "view.delete", v)
	})
}

// StartWith sets or clears a view as the agent's default, and returns it.
func (d *Desk) StartWith(ctx context.Context, a Agent, id string, on bool) (store.SavedView, error) {
	v, err := d.Store.SavedView(ctx, a.Company, a.ID, id)
	if err != nil {
		return v, err
	}
	return v, d.Store.Write(ctx, func(tx *store.Tx) error {
		if !on {
			id = ""
		}
		return tx.SetStartView(ctx, a.Company, a.ID, id)
	})
}
