package admin

import (
	"context"
	"log/slog"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/store"
)

// NewAPIKey is what is told of an API key, or of another secret for one; the secret is not told again.
type NewAPIKey struct {
	ID     string `json:"id"` // the URN, as sent in X-Api-Key-Id
	Secret string `json:"secret"`
}

// String leaves the secret out.
func (k NewAPIKey) String() string { return "new API key " + k.ID }

// LogValue leaves the secret out.
func (k NewAPIKey) LogValue() slog.Value { return slog.StringValue(k.String()) }

// CreateAPIKey makes a key with its first secret, under a name that no other key of the company has. An empty name is
// "API key", numbered where it is taken; a zero time never expires.
func (a *Accounts) CreateAPIKey(
	ctx context.Context, actor, company, name string, expires time.Time,
) (NewAPIKey, error) {
	if _, err := a.Store.Company(ctx, company); err != nil {
		return NewAPIKey{}, err
	}
	if !expires.IsZero() && !expires.After(a.Clock.Now()) {
		return NewAPIKey{}, fault.BadField("expires", "future", "the key would have expired already")
	}
	row := store.APIKey{Company: company, ID: ids.UUID(), ExpiresAt: expires}
	secret, made := a.newSecret(company, row.ID)
	err := a.change(ctx, entry(company, actor, "apikey.create", "apikey:"+row.ID, nil), func(tx *store.Tx) error {
		others, err := tx.APIKeys(ctx, company)
		if err != nil {
			return err
		}
		names := make([]string, 0, len(others))
		for _, other := range others {
			names = append(names, other.Name)
		}
		if row.Name, err = freshName(name, "API key", names); err != nil {
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

// AddAPIKeySecret returns a key its second secret, for rotation; a Conflict where it has two.
func (a *Accounts) AddAPIKeySecret(ctx context.Context, actor, company, keyID string) (NewAPIKey, error) {
	if _, err := a.Store.APIKey(ctx, company, keyID); err != nil {
		return NewAPIKey{}, err
	}
	secret, made := a.newSecret(company, keyID)
	e := entry(company, actor, "apikey.secret_add", "apikey:"+keyID, map[string]string{"secret": secret.ID})
	if err := a.change(ctx, e, func(tx *store.Tx) error { return tx.InsertAPIKeySecret(ctx, secret) }); err != nil {
		return NewAPIKey{}, err
	}
	return made, nil
}

// RevokeAPIKeySecret ends one secret of a key at once.
func (a *Accounts) RevokeAPIKeySecret(ctx context.Context, actor, company, keyID, secretID string) error {
	e := entry(company, actor, "apikey.secret_revoke", "apikey:"+keyID, map[string]string{"secret": secretID})
	return a.change(ctx, e, func(tx *store.Tx) error { return tx.RevokeAPIKeySecret(ctx, company, keyID, secretID) })
}

// SetAPIKeyState enables or disables a key at once.
func (a *Accounts) SetAPIKeyState(ctx context.Context, actor, company, keyID, state string) error {
	if err := checkState(state); err != nil {
		return err
	}
	return a.change(ctx, entry(company, actor, "apikey.state", "apikey:"+keyID, map[string]string{"state": state}),
		func(tx *store.Tx) error {
			return tx.SetAPIKeyState(ctx, company, keyID, state)
		})
}

func (a *Accounts) newSecret(company, keyID string) (store.APIKeySecret, NewAPIKey) {
	secret := access.NewAPIKeySecret()
	row := store.APIKeySecret{
		Company: company,
		KeyID:   keyID,
		ID:      ids.UUID(),
		MAC:     access.MAC(a.Keys.Master.Pepper(access.APIKeyPepper), secret),
		Hint:    access.Hint(secret),
	}
	return row, NewAPIKey{ID: a.KeyURN(company, keyID), Secret: secret}
}

// KeyURN returns the name under which a key is used.
func (a *Accounts) KeyURN(company, keyID string) string {
	return access.URN{
		Kind:        access.KindAPIKey,
		Environment: a.Environment,
		Region:      a.Region,
		Company:     company,
		ID:          keyID,
	}.String()
}
