package control

import (
	"context"

	"proofdesk/app/accounts"
	"proofdesk/app/endpoints"
)

func (c *Commands) createCompany(ctx context.Context, a Args) (any, error) {
	return c.Companies.CreateCompany(ctx, actor, a.Company, a.Name)
}

func (c *Commands) createUser(ctx context.Context, a Args) (any, error) {
	return c.Accounts.CreateUser(ctx, actor, accounts.UserRequest{
		Company:     a.Company,
		Email:       a.Email,
		DisplayName: a.Name,
		Role:        a.Role,
		Password:    a.Password,
		MustChange:  a.OneTime,
	})
}

func (c *Commands) resetTOTP(ctx context.Context, a Args) (any, error) {
	return c.Accounts.RestoreAccess(ctx, actor, a.Email, true)
}

func (c *Commands) unlock(ctx context.Context, a Args) (any, error) {
	return c.Accounts.RestoreAccess(ctx, actor, a.Email, false)
}

func (c *Commands) resetPassword(ctx context.Context, a Args) (any, error) {
	return c.Accounts.RestorePassword(ctx, actor, a.Email)
}

func (c *Commands) createClient(ctx context.Context, a Args) (any, error) {
	created, err := c.Credentials.CreateClient(ctx, actor, a.Company, a.Name, a.Sandbox)
	if err != nil || len(a.Trust) == 0 {
		return created, err
	}
	return created, c.Credentials.TrustClient(ctx, actor, a.Company, created.ClientID, nil, a.Trust)
}

func (c *Commands) createIntegrationUser(ctx context.Context, a Args) (any, error) {
	return c.Credentials.CreateIntegrationUser(ctx, actor, a.Company, a.Username, a.Password)
}

func (c *Commands) createAPIKey(ctx context.Context, a Args) (any, error) {
	return c.Credentials.CreateAPIKey(ctx, actor, a.Company, a.Name, a.Expires)
}

func (c *Commands) createRepositoryToken(ctx context.Context, a Args) (any, error) {
	return c.Credentials.CreateRepositoryToken(ctx, actor, a.Company, a.Name,
		c.Credentials.Clock.Now().AddDate(0, 0, a.Days))
}

func (c *Commands) createEndpoint(ctx context.Context, a Args) (any, error) {
	return c.Endpoints.CreateEndpoint(ctx, actor, endpoints.EndpointRequest{
		Company:     a.Company,
		URL:         a.URL,
		Events:      a.Events,
		Headers:     a.Headers,
		Description: a.Description,
	})
}
