package admin

import (
	"context"
	"log/slog"
	"regexp"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// NewIntegrationUser is what is told of an integration user who was made; the password is not told again.
type NewIntegrationUser struct {
	Username string `json:"username"`
	Password string `json:"password"`
}

// String leaves the password out.
func (u NewIntegrationUser) String() string { return "new integration user " + u.Username }

// LogValue leaves the password out.
func (u NewIntegrationUser) LogValue() slog.Value { return slog.StringValue(u.String()) }

var usernamePattern = regexp.MustCompile(`^[a-z0-9][a-z0-9._@-]{2,99}$`)

// CreateIntegrationUser makes a user of the password grant; an empty name or password is generated.
func (a *Accounts) CreateIntegrationUser(
	ctx context.Context, actor, company, username, password string,
) (NewIntegrationUser, error) {
	fail := func(err error) (NewIntegrationUser, error) { return NewIntegrationUser{}, err }
	if _, err := a.Store.Company(ctx, company); err != nil {
		return fail(err)
	}
	if username == "" {
		username = company + "-integration-" + access.NewLabel()
	}
	if !usernamePattern.MatchString(username) {
		return fail(fault.BadField("username", "pattern",
			"the user name has to be 3 to 100 lower-case letters, digits and . _ @ -"))
	}
	password, hash, err := a.password(ctx, password, username, company)
	if err != nil {
		return fail(err)
	}
	row := store.IntegrationUser{Company: company, Username: username, PasswordHash: hash}
	err = a.change(ctx, entry(company, actor, "integration_user.create", "user:"+username, nil),
		func(tx *store.Tx) error {
			return tx.InsertIntegrationUser(ctx, row)
		})
	if err != nil {
		return fail(taken(err, "username", "there is an integration user with this name already"))
	}
	return NewIntegrationUser{Username: username, Password: password}, nil
}

// ResetIntegrationUserPassword returns an integration user a generated password at once.
func (a *Accounts) ResetIntegrationUserPassword(
	ctx context.Context, actor, company, username string,
) (NewIntegrationUser, error) {
	password, hash, err := a.password(ctx, "")
	if err != nil {
		return NewIntegrationUser{}, err
	}
	err = a.change(ctx, entry(company, actor, "integration_user.password", "user:"+username, nil),
		func(tx *store.Tx) error {
			return tx.SetIntegrationUserPassword(ctx, company, username, hash)
		})
	if err != nil {
		return NewIntegrationUser{}, err
	}
	return NewIntegrationUser{Username: username, Password: password}, nil
}

// SetIntegrationUserState enables or disables an integration user; tokens follow at once.
func (a *Accounts) SetIntegrationUserState(ctx context.Context, actor, company, username, state string) error {
	if err := checkState(state); err != nil {
		return err
	}
	return a.change(ctx,
		entry(company, actor, "integration_user.state", "user:"+username, map[string]string{"state": state}),
		func(tx *store.Tx) error {
			return tx.SetIntegrationUserState(ctx, company, username, state)
		})
}
