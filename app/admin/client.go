package admin

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
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

// CreateClient makes an OAuth client under a name that no other client of the company has; an empty one is the
// company's own, numbered where it is taken. Jobs of a sandbox client end as they are asked to.
func (a *Accounts) CreateClient(ctx context.Context, actor, company, name string, sandbox bool) (NewClient, error) {
	c, err := a.Store.Company(ctx, company)
	if err != nil {
		return NewClient{}, err
	}
	made := NewClient{ClientID: company + "-" + access.NewLabel(), ClientSecret: access.NewClientSecret()}
	row := store.Client{
		ID:         made.ClientID,
		Company:    company,
		SecretHash: a.clientSecretHash(made.ClientSecret),
		Sandbox:    sandbox,
	}
	e := entry(company, actor, "client.create", "client:"+made.ClientID, map[string]bool{"sandbox": sandbox})
	err = a.change(ctx, e, func(tx *store.Tx) error {
		others, err := tx.Clients(ctx, company)
		if err != nil {
			return err
		}
		names := make([]string, 0, len(others))
		for _, other := range others {
			names = append(names, other.Name)
		}
		if row.Name, err = freshName(name, c.Name, names); err != nil {
			return err
		}
		return tx.InsertClient(ctx, row)
	})
	if err != nil {
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
	return a.change(ctx, entry(company, actor, "client.state", "client:"+id, map[string]string{"state": state}),
		func(tx *store.Tx) error {
			return tx.SetClientState(ctx, company, id, state)
		})
}

// TrustClient sets how far what a client's devices decided is trusted, by capability of the step plan: 0 to 4.
func (a *Accounts) TrustClient(ctx context.Context, actor, company, id string, trust map[string]int) error {
	for capability, assurance := range trust {
		if !slices.Contains(onboarding.Capabilities(), onboarding.Capability(capability)) {
			return fault.BadField("trust", "capability", "%q is not a capability of the step plan", capability)
		}
		if assurance < 0 || assurance > 4 {
			return fault.BadField("trust", "range", "an assurance is 0 to 4")
		}
	}
	text, err := json.Marshal(trust)
	if err != nil {
		return err
	}
	return a.change(ctx, entry(company, actor, "client.trust", "client:"+id, trust), func(tx *store.Tx) error {
		return tx.SetClientTrust(ctx, company, id, string(text))
	})
}
