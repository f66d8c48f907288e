package credentials

import (
	"context"
	"log/slog"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/naming"
	"proofdesk/app/store"
)

// MaxTokenLife is how long a repository token may last.
const MaxTokenLife = 366 * 24 * time.Hour

// NewRepositoryToken is a token that was just created; it is shown only this once.
type NewRepositoryToken struct {
	ID      string    `json:"id"`
	Token   string    `json:"token"` // as sent in Private-Token
	Expires time.Time `json:"expires"`
}

// String leaves the token out.
func (t NewRepositoryToken) String() string { return "new repository token " + t.ID }

// LogValue leaves the token out.
func (t NewRepositoryToken) LogValue() slog.Value { return slog.StringValue(t.String()) }

// CreateRepositoryToken creates a token with which the company downloads the web SDK, under a name that no other live
// one of the company has. It lasts MaxTokenLife at most.
func (g *Registry) CreateRepositoryToken(
	ctx context.Context, actor, company, name string, expires time.Time,
) (NewRepositoryToken, error) {
	if _, err := g.Store.Company(ctx, company); err != nil {
		return NewRepositoryToken{}, err
	}
	now := g.Clock.Now()
	if !expires.After(now) {
		return NewRepositoryToken{}, fault.BadField("expires", "future", "the expiry date must be in the future")
	}
	if expires.After(now.Add(MaxTokenLife)) {
		return NewRepositoryToken{}, fault.BadField("expires", "range", "a token lasts one year at most")
	}
	token := access.NewRepositoryToken()
	row := store.RepositoryToken{
		Company:   company,
		ID:        ids.UUID(),
		MAC:       access.MAC(g.Keys.Master.Pepper(access.RepositoryPepper), token),
		Hint:      access.Hint(token),
		CreatedBy: actor,
		ExpiresAt: expires,
	}
	e := tokenEntry(company, actor, "repository_token.create", row.ID)
	err := g.Store.Change(ctx, e, func(tx *store.Tx) error {
		if err := tx.LockCompany(ctx, company); err != nil { // no other token can take the name meanwhile
			return err
		}
		others, err := tx.RepositoryTokens(ctx, company)
		if err != nil {
			return err
		}
		var names []string
		for _, other := range others {
			if other.RevokedAt.IsZero() {
				names = append(names, other.Name)
			}
		}
		if row.Name, err = naming.Unique(name, "Repository token", names); err != nil {
			return err
		}
		return tx.InsertRepositoryToken(ctx, row)
	})
	if err != nil {
		return NewRepositoryToken{}, err
	}
	return NewRepositoryToken{ID: row.ID, Token: token, Expires: expires}, nil
}

// RevokeRepositoryToken ends a token at once.
func (g *Registry) RevokeRepositoryToken(ctx context.Context, actor, company, id string) error {
	return g.Store.Change(ctx, tokenEntry(company, actor, "repository_token.revoke", id), func(tx *store.Tx) error {
		return tx.RevokeRepositoryToken(ctx, company, id)
	})
}

func tokenEntry(company, actor, action, id string) audit.Entry {
	return audit.NewEntry(company, actor, action, "repository_token:"+id, nil)
}
