package credentials

import (
	"context"
	"log/slog"
	"slices"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/naming"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// NewClient is an OAuth client that was just created, with the secret, which is shown only this once.
type NewClient struct {
	ClientID     string `json:"client_id"`
	ClientSecret string `json:"client_secret"`
}

// String leaves the secret out.
func (c NewClient) String() string { return "new client " + c.ClientID }

// LogValue leaves the secret out.
func (c NewClient) LogValue() slog.Value { return slog.StringValue(c.String()) }

// CreateClient creates an OAuth client under a name that no other client of the company has. An empty name becomes the
// company's, with a number where that is taken. Jobs of a sandbox client end as they are asked to.
func (g *Registry) CreateClient(ctx context.Context, actor, company, name string, sandbox bool) (NewClient, error) {
	c, err := g.Store.Company(ctx, company)
	if err != nil {
		return NewClient{}, err
	}
	made := NewClient{ClientID: company + "-" + access.NewLabel(), ClientSecret: access.NewClientSecret()}
	row := store.Client{
		ID:         made.ClientID,
		Company:    company,
		SecretHash: g.clientSecretHash(made.ClientSecret),
		Sandbox:    sandbox,
	}
	e := clientEntry(company, actor, "client.create", made.ClientID, map[string]bool{"sandbox": sandbox})
	err = g.Store.Change(ctx, e, func(tx *store.Tx) error {
		if err := tx.LockCompany(ctx, company); err != nil { // no other client can take the name meanwhile
			return err
		}
		others, err := tx.Clients(ctx, company)
		if err != nil {
			return err
		}
		names := make([]string, 0, len(others))
		for _, other := range others {
			names = append(names, other.Name)
		}
		if row.Name, err = naming.Unique(name, c.Name, names); err != nil {
			return err
		}
		return tx.InsertClient(ctx, row)
	})
	if err != nil {
		return NewClient{}, err
	}
	return made, nil
}

func clientEntry(company, actor, action, id string, detail any) audit.Entry {
	return audit.NewEntry(company, actor, action, "client:"+id, detail)
}

func (g *Registry) clientSecretHash(secret string) string {
	return access.MACHex(g.Keys.Master.Pepper(access.ClientPepper), secret)
}

// RotateClientSecret replaces a client's secret at once.
func (g *Registry) RotateClientSecret(ctx context.Context, actor, company, id string) (NewClient, error) {
	made := NewClient{ClientID: id, ClientSecret: access.NewClientSecret()}
	hash := g.clientSecretHash(made.ClientSecret)
	err := g.Store.Change(ctx, clientEntry(company, actor, "client.secret", id, nil), func(tx *store.Tx) error {
		return tx.SetClientSecret(ctx, company, id, hash)
	})
	if err != nil {
		return NewClient{}, err
	}
	return made, nil
}

// SetClientState enables or disables a client; this applies to its tokens at once.
func (g *Registry) SetClientState(ctx context.Context, actor, company, id, state string) error {
	if err := access.CheckState(state); err != nil {
		return err
	}
	return g.Store.Change(ctx, clientEntry(company, actor, "client.state", id, map[string]string{"state": state}),
		func(tx *store.Tx) error {
			return tx.SetClientState(ctx, company, id, state)
		})
}

// TrustClient sets how far the results of a client's devices are trusted, by capability of the step plan: 0 to 4. It
// returns a Conflict where the trust has changed since the caller read it.
func (g *Registry) TrustClient(ctx context.Context, actor, company, id string, was, trust onboarding.Trust) error {
	for capability, assurance := range trust {
		if !slices.Contains(onboarding.Capabilities(), capability) {
			return fault.BadField("trust", "one_of",
				"%q is not a step that an app can run on the device: choose one from the page", capability)
		}
		if assurance < 0 || assurance > 4 {
			return fault.BadField("trust", "range", "the assurance level must be 0 to 4")
		}
	}
	if _, err := g.Store.Client(ctx, company, id); err != nil {
		return err
	}
	return g.Store.Change(ctx, clientEntry(company, actor, "client.trust", id, trust), func(tx *store.Tx) error {
		kept, err := tx.SetClientTrust(ctx, company, id, was, trust)
		if err == nil && kept && trust.Some() {
			err = notOnPages(ctx, tx, company, id, "trust")
		}
		if err == nil && !kept {
			return fault.New(fault.Conflict, "somebody else changed the device trust of this client: review it and "+
				"save again")
		}
		return err
	})
}

// notOnPages refuses, after a change, a client that is trusted and used by web pages: whoever opens such a page has its
// tokens, and could send results with them that no device has found.
func notOnPages(ctx context.Context, tx *store.Tx, company, id, field string) error {
	c, err := tx.Client(ctx, company, id)
	if err == nil && c.Trust.Some() && len(c.Origins) > 0 {
		return fault.BadField(field, "exclusive", "web pages use the tokens of this client, so its devices can't be "+
			"trusted: create one client for the devices and another for the pages")
	}
	return err
}
