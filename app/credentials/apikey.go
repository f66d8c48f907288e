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

// NewAPIKey is an API key with a secret that was just created; the secret is shown only this once.
type NewAPIKey struct {
	ID     string `json:"id"` // the URN, as sent in X-Api-Key-Id
	Secret string `json:"secret"`
}

// String leaves the secret out.
func (k NewAPIKey) String() string { return "new API key " + k.ID }

// LogValue leaves the secret out.
func (k NewAPIKey) LogValue() slog.Value { return slog.StringValue(k.String()) }

// CreateAPIKey creates a key with its first secret, under a name that no other key of the company has. An empty name
// becomes "API key", with a number where that is taken; a zero time never expires.
func (g *Registry) CreateAPIKey(
	ctx context.Context, actor, company, name string, expires time.Time,
) (NewAPIKey, error) {
	if _, err := g.Store.Company(ctx, company); err != nil {
		return NewAPIKey{}, err
	}
	if !expires.IsZero() && !expires.After(g.Clock.Now()) {
		return NewAPIKey{}, fault.BadField("expires", "future", "the expiry date must be in the future")
	}
	row := store.APIKey{Company: company, ID: ids.UUID(), ExpiresAt: expires}
	secret, made := g.newSecret(company, row.ID)
	err := g.Store.Change(ctx, keyEntry(company, actor, "apikey.create", row.ID, nil), func(tx *store.Tx) error {
		if err := tx.LockCompany(ctx, company); err != nil { // no other key can take the name meanwhile
			return err
		}
		others, err := tx.APIKeys(ctx, company)
		if err != nil {
			return err
		}
		names := make([]string, 0, len(others))
		for _, other := range others {
			names = append(names, other.Name)
		}
		if row.Name, err = naming.Unique(name, "API key", names); err != nil {
			return err
		}
		if err := tx.InsertAPIKey(ctx, row); err != nil {
			return err
		}
		return tx.InsertAPIKeySecret(ctx, secret)
	})
	if err != nil {
		return NewAPIKey{}, err
	}
	return made, nil
}

// AddAPIKeySecret adds a second secret to a key, for rotation; a Conflict where it has two.
func (g *Registry) AddAPIKeySecret(ctx context.Context, actor, company, keyID string) (NewAPIKey, error) {
	if _, err := g.Store.APIKey(ctx, company, keyID); err != nil {
		return NewAPIKey{}, err
	}
	secret, made := g.newSecret(company, keyID)
	e := keyEntry(company, actor, "apikey.secret_add", keyID, map[string]string{"secret": secret.ID})
	err := g.Store.Change(ctx, e, func(tx *store.Tx) error {
		if err := tx.LockAPIKey(ctx, company, keyID); err != nil { // so that the number of its secrets stays the same
			return err
		}
		return tx.InsertAPIKeySecret(ctx, secret)
	})
	if err != nil {
		return NewAPIKey{}, err
	}
	return made, nil
}

// RevokeAPIKeySecret revokes one secret of a key at once.
func (g *Registry) RevokeAPIKeySecret(ctx context.Context, actor, company, keyID, secretID string) error {
	e := keyEntry(company, actor, "apikey.secret_revoke", keyID, map[string]string{"secret": secretID})
	return g.Store.Change(ctx, e,
		func(tx *store.Tx) error { return tx.RevokeAPIKeySecret(ctx, company, keyID, secretID) })
}

// SetAPIKeyState enables or disables a key at once.
func (g *Registry) SetAPIKeyState(ctx context.Context, actor, company, keyID, state string) error {
	if err := access.CheckState(state); err != nil {
		return err
	}
	return g.Store.Change(ctx, keyEntry(company, actor, "apikey.state", keyID, map[string]string{"state": state}),
		func(tx *store.Tx) error {
			return tx.SetAPIKeyState(ctx, company, keyID, state)
		})
}

func (g *Registry) newSecret(company, keyID string) (store.APIKeySecret, NewAPIKey) {
	secret := access.NewAPIKeySecret()
	row := store.APIKeySecret{
		Company: company,
		KeyID:   keyID,
		ID:      ids.UUID(),
		MAC:     access.MAC(g.Keys.Master.Pepper(access.APIKeyPepper), secret),
		Hint:    access.Hint(secret),
	}
	return row, NewAPIKey{ID: g.KeyURN(company, keyID), Secret: secret}
}

// KeyURN returns the URN of a key, which callers send as its id.
func (g *Registry) KeyURN(company, keyID string) string {
	return access.URN{
		Kind:        access.KindAPIKey,
		Environment: g.Environment,
		Region:      g.Region,
		Company:     company,
		ID:          keyID,
	}.String()
}

func keyEntry(company, actor, action, id string, detail any) audit.Entry {
	return audit.NewEntry(company, actor, action, "apikey:"+id, detail)
}
