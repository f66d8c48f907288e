package credentials

import (
	"context"
	"log/slog"
	"regexp"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/naming"
	"proofdesk/app/store"
)

// NewIntegrationUser is an integration user who was just created, with the password, which is shown only this once.
type NewIntegrationUser struct {
	Username string `json:"username"`
	Password string `json:"password"`
}

// String leaves the password out.
func (u NewIntegrationUser) String() string { return "new integration user " + u.Username }

// LogValue leaves the password out.
func (u NewIntegrationUser) LogValue() slog.Value { return slog.StringValue(u.String()) }

var usernamePattern = regexp.MustCompile(`^[a-z0-9][a-z0-9._@-]{2,99}$`)

// CreateIntegrationUser creates a user of the password grant; an empty name or password is generated.
func (g *Registry) CreateIntegrationUser(
	ctx context.Context, actor, company, username, password string,
) (NewIntegrationUser, error) {
	fail := func(err error) (NewIntegrationUser, error) { return NewIntegrationUser{}, err }
	if _, err := g.Store.Company(ctx, company); err != nil {
		return fail(err)
	}
	if username == "" {
		username = company + "-integration-" + access.NewLabel()
	}
	if !usernamePattern.MatchString(username) {
		return fail(fault.BadField("username", "format",
			"the user name must be 3 to 100 lower-case letters, digits and . _ @ -"))
	}
	password, hash, err := g.Hasher.Choose(ctx, password, username, company)
	if err != nil {
		return fail(err)
	}
	row := store.IntegrationUser{Company: company, Username: username, PasswordHash: hash}
	err = g.Store.Change(ctx, audit.NewEntry(company, actor, "integration_user.create", "user:"+username, nil),
		func(tx *store.Tx) error {
			return tx.InsertIntegrationUser(ctx, row)
		})
	if err != nil {
		return fail(naming.Taken(err, "username", "an integration user with this name already exists"))
	}
	return NewIntegrationUser{Username: username, Password: password}, nil
}

// ResetIntegrationUserPassword replaces an integration user's password by a generated one, at once.
func (g *Registry) ResetIntegrationUserPassword(
	ctx context.Context, actor, company, username string,
) (NewIntegrationUser, error) {
	password, hash, err := g.Hasher.Choose(ctx, "")
	if err != nil {
		return NewIntegrationUser{}, err
	}
	err = g.Store.Change(ctx, audit.NewEntry(company, actor, "integration_user.password", "user:"+username, nil),
		func(tx *store.Tx) error {
			return tx.SetIntegrationUserPassword(ctx, company, username, hash)
		})
	if err != nil {
		return NewIntegrationUser{}, err
	}
	return NewIntegrationUser{Username: username, Password: password}, nil
}

// SetIntegrationUserState enables or disables an integration user; this applies to the user's tokens at once.
func (g *Registry) SetIntegrationUserState(ctx context.Context, actor, company, username, state string) error {
	if err := access.CheckState(state); err != nil {
		return err
	}
	return g.Store.Change(ctx,
		audit.NewEntry(company, actor, "integration_user.state", "user:"+username, map[string]string{"state": state}),
		func(tx *store.Tx) error {
			return tx.SetIntegrationUserState(ctx, company, username, state)
		})
}
