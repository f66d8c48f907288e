// Package companies creates companies and changes their settings. Every change is audited in its own transaction. The
// caller decides who may call what, from access.Role.
package companies

import (
	"context"
	"maps"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/company"
	"proofdesk/app/fault"
	"proofdesk/app/keyring"
	"proofdesk/app/naming"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// Registry creates and changes companies. Its fields are set once, before use.
type Registry struct {
	Store *store.Store
	Keys  *keyring.Keys
}

// NewCompany is the result of creating a company.
type NewCompany struct {
	Company string `json:"company"` // the slug
}

// CreateCompany creates a company with a data key of its own.
func (g *Registry) CreateCompany(ctx context.Context, actor, slug, name string) (NewCompany, error) {
	if !access.ValidSlug(slug) {
		return NewCompany{}, fault.BadField("slug", "format",
			"the slug must be 2 to 31 lower-case letters, digits and hyphens")
	}
	name, err := naming.Check(name)
	if err != nil {
		return NewCompany{}, err
	}
	wrapped := g.Keys.NewCompanyKey(slug)
	err = g.Store.Change(ctx, entry(slug, actor, "company.create", nil), func(tx *store.Tx) error {
		return tx.InsertCompany(ctx, company.Company{Slug: slug, Name: name, WrappedKey: wrapped, CreatedAt: tx.Now})
	})
	if err != nil {
		return NewCompany{}, naming.Taken(err, "slug", "another company already uses this slug: choose another one")
	}
	return NewCompany{Company: slug}, nil
}

// SetRules replaces a company's rules if they still have the version that the caller read; otherwise it returns a
// Conflict.
func (g *Registry) SetRules(ctx context.Context, actor, slug string, rules company.Rules) error {
	return g.change(ctx, slug, func(c *company.Company) (audit.Entry, error) {
		changed, err := c.SetRules(rules)
		return entry(slug, actor, "company.settings", changed), err
	})
}

// SetRates replaces the share of a company's decisions that is checked a second time. It returns a Conflict where the
// rates have changed since the caller read them. The new ones apply to decisions that are sampled from then on.
func (g *Registry) SetRates(ctx context.Context, actor, slug string, was, rates company.Rates) error {
	if err := rates.Check(); err != nil {
		return err
	}
	return g.change(ctx, slug, func(c *company.Company) (audit.Entry, error) {
		if !maps.Equal(c.Settings.Quality.Rates, was) {
			return audit.Entry{}, company.ErrChanged()
		}
		c.Settings.Quality.Rates = rates
		return entry(slug, actor, "quality.rates", rates), nil
	})
}

// AddReason adds a reason at the end of its band.
func (g *Registry) AddReason(ctx context.Context, actor, slug string, band onboarding.Band, text string) error {
	return g.change(ctx, slug, func(c *company.Company) (audit.Entry, error) {
		code, err := c.Settings.AddReason(band, text)
		return reasonEntry(slug, actor, "reason.add", code), err
	})
}

// RenameReason sets the text of a reason that still is the one that the caller has seen; its code stays.
func (g *Registry) RenameReason(ctx context.Context, actor, slug, code, was, text string) error {
	return g.change(ctx, slug, func(c *company.Company) (audit.Entry, error) {
		return reasonEntry(slug, actor, "reason.rename", code), c.Settings.RenameReason(code, was, text)
	})
}

// MoveReason swaps a reason with the one before it (up) or after it in its band.
func (g *Registry) MoveReason(ctx context.Context, actor, slug, code, past string, up bool) error {
	return g.change(ctx, slug, func(c *company.Company) (audit.Entry, error) {
		return reasonEntry(slug, actor, "reason.order", code), c.Settings.MoveReason(code, past, up)
	})
}

// RetireReason stops offering a reason.
func (g *Registry) RetireReason(ctx context.Context, actor, slug, code string) error {
	return g.change(ctx, slug, func(c *company.Company) (audit.Entry, error) {
		return reasonEntry(slug, actor, "reason.retire", code), c.Settings.RetireReason(code)
	})
}

// RestoreReason offers a retired reason again.
func (g *Registry) RestoreReason(ctx context.Context, actor, slug, code string) error {
	return g.change(ctx, slug, func(c *company.Company) (audit.Entry, error) {
		return reasonEntry(slug, actor, "reason.restore", code), c.Settings.RestoreReason(code)
	})
}

func (g *Registry) change(
	ctx context.Context, slug string, change func(*company.Company) (audit.Entry, error),
) error {
	return g.Store.Write(ctx, func(tx *store.Tx) error { return tx.ChangeCompany(ctx, slug, change) })
}

func entry(slug, actor, action string, detail any) audit.Entry {
	return audit.NewEntry(slug, actor, action, "company:"+slug, detail)
}

func reasonEntry(slug, actor, action, code string) audit.Entry {
	return audit.NewEntry(slug, actor, action, "reason:"+code, nil)
}
