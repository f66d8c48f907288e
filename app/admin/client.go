package admin

import (
	"context"
	"log/slog"

	"proofdesk/app/access"
	"proofdesk/app/store"
)

// NewClient is what is told of an OAuth client that was made; the secret is not told again.
type NewClient struct {
	ClientID     string `json:"client_id"`
	ClientSecret string `json:"client_secret"`
}

// String leaves the secret out.
func (c NewClient) String() string { return "new client " + c.ClientID }

// LogValue leaves the secret out.
func (c NewClient) LogValue() slog.Value { return slog.StringValue(c.String()) }

// CreateClient makes an OAuth client; an empty name is the company's. Jobs of a sandbox client end as they are asked to.
func (a *Accounts) CreateClient(ctx context.Context, actor, company, name string, sandbox bool) (NewClient, error) {
	c, err := a.Store.Company(ctx, company)
	if err != nil {
		return NewClient{}, err
	}
	if name == "" {
		name = c.Name
	}
	if name, err = checkName("name", name); err != nil {
		return NewClient{}, err
	}
	made := NewClient{ClientID: company + "-" + access.NewLabel(), ClientSecret: access.NewClientSecret()}
	row := store.Client{ID: made.ClientID, Company: company, Name: name, SecretHash: a.clientSecretHash(made.ClientSecret), Sandbox: sandbox}
	e := entry(company, actor, "client.create", "client:"+made.ClientID, map[string]bool{"sandbox": sandbox})
	if err := a.change(ctx, e, func(tx *store.Tx) error { return tx.InsertClient(ctx, row) }); err != nil {
		return NewClient{}, err
	}
	return made, nil
}

func (a *Accounts) clientSecretHash(secret string) string {
	return access.MACHex(a.Keys.Master.Pepper(access.ClientPepper), secret)
}

// RotateClientSecret replaces a client's secret at once.
func (a *Accounts) RotateClientSecret(ctx context.Context, actor, company, id string) (NewClient, error) {
	made := NewClient{ClientID: id, ClientSecret: access.NewClientSecret()}
	hash := a.clientSecretHash(made.ClientSecret)
	err := a.change(ctx, entry(company, actor, "client.secret", "client:"+id, nil), func(tx *store.Tx) error {
		return tx.SetClientSecret(ctx, company, id, hash)
	})
	if err != nil {
		return NewClient{}, err
	}
	return made, nil
}

// SetClientState enables or disables a client; its tokens follow at once.
func (a *Accounts) SetClientState(ctx context.Context, actor, company, id, state string) error {
	if err := checkState(state); err != nil {
		return err
	}
	return a.change(ctx, entry(company, actor, "client.state", "client:"+id, map[string]string{"state": state}), func(tx *store.Tx) error {
		return tx.SetClientState(ctx, company, id, state)
	})
}
