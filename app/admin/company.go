package admin

import (
	"context"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// NewCompany is what is told of a company that was made.
type NewCompany struct {
	Company string `json:"company"` // the slug
}

// CreateCompany makes a company with a data key of its own.
func (a *Accounts) CreateCompany(ctx context.Context, actor, slug, name string) (NewCompany, error) {
	if !access.ValidSlug(slug) {
		return NewCompany{}, fault.BadField("slug", "pattern",
			"the slug has to be 2 to 31 lower-case letters, digits and hyphens")
	}
	name, err := checkName(name)
	if err != nil {
		return NewCompany{}, err
	}
	wrapped := a.Keys.NewCompanyKey(slug)
	err = a.change(ctx, entry(slug, actor, "company.create", "company:"+slug, nil), func(tx *store.Tx) error {
		return tx.InsertCompany(ctx, store.Company{Slug: slug, Name: name, WrappedKey: wrapped, CreatedAt: tx.Now})
	})
	if err != nil {
		return NewCompany{}, taken(err, "slug", "there is a company with this slug already")
	}
	return NewCompany{Company: slug}, nil
}
