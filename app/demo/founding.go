package demo

import (
	"context"
	"slices"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/accounts"
	"proofdesk/app/boot"
	tenant "proofdesk/app/company"
	"proofdesk/app/credentials"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

const actor = "demo"

// person is a user of the demo's company.
type person struct {
	name, email string
	role        access.Role
}

var people = []person{
	{"Ana Agent", "agent@acme.example", access.Agent},
	{"Sam Senior", "senior@acme.example", access.Senior},
	{"Ada Admin", "admin@acme.example", access.Admin},
	{"Otto Auditor", "auditor@acme.example", access.Auditor},
	{"Ben Brandt", "ben@acme.example", access.Agent},
	{"Cleo Costa", "cleo@acme.example", access.Agent},
	{"Dora Diaz", "dora@acme.example", access.Senior},
}

// createAccounts creates the company and its accounts at the first start, with a program of the time at which the
// company begins; later it only sets the endpoints to the receivers' addresses. A start that ended in the middle is
// continued: passwords are stored before accounts have them, and secrets that could not be stored are replaced.
func (d *Demo) createAccounts(ctx context.Context, p *boot.Program) error {
	a := &d.Accounts
	if len(a.Endpoints) > 0 {
		return d.updateEndpoints(ctx)
	}
	if a.Company == "" {
		a.choosePasswords()
	}
	a.Ports = d.Receivers.ports()
	if err := a.save(); err != nil {
		return err
	}
	if err := createUsers(ctx, p, a.Users); err != nil {
		return err
	}
	if err := createCredentials(ctx, p, a); err != nil {
		return err
	}
	if err := createPresets(ctx, p, a); err != nil {
		return err
	}
	if !d.progress.Done {
		if err := setRules(ctx, p); err != nil {
			return err
		}
	}
	if err := d.createEndpoints(ctx, p, a); err != nil {
		return err
	}
	return a.save()
}

// choosePasswords sets the company, its users and their passwords.
func (a *Accounts) choosePasswords() {
	a.Company, a.Users = company, nil
	for _, u := range people {
		a.Users = append(a.Users, User{Email: u.email, Password: access.NewPassword(), Role: string(u.role)})
	}
	a.User = credentials.NewIntegrationUser{Username: "acme-server", Password: access.NewPassword()}
}

// unlessThere returns nil for the error of a row that an earlier start created.
func unlessThere(err error) error {
	if fault.Is(err, fault.Conflict) {
		return nil
	}
	return err
}

// createUsers creates the company and its users.
func createUsers(ctx context.Context, p *boot.Program, users []User) error {
	_, err := p.Companies.CreateCompany(ctx, actor, company, "Acme Bank")
	if err := unlessThere(err); err != nil {
		return err
	}
	for i, u := range people {
		_, err := p.Accounts.CreateUser(ctx, actor, accounts.UserRequest{
			Company:     company,
			Email:       u.email,
			DisplayName: u.name,
			Role:        string(u.role),
			Password:    users[i].Password,
		})
		if err := unlessThere(err); err != nil {
			return err
		}
	}
	return nil
}

// setRules sets what a company has decided on that has worked with the console for a while: suspicious applicants need
// two agents and are all checked, as some other decisions are, and captures are removed after some weeks.
func setRules(ctx context.Context, p *boot.Program) error {
	c, err := p.Store.Company(ctx, company)
	if err != nil {
		return err
	}
	rules := c.Rules()
	rules.SecondReview = []onboarding.Status{onboarding.ReviewSuspicious}
	if err := p.Companies.SetRules(ctx, actor, company, rules); err != nil {
		return err
	}
	rates := tenant.Rates{
		onboarding.ReviewApproved:   35,
		onboarding.ReviewDeclined:   35,
		onboarding.ReviewSuspicious: 100,
	}
	if err := p.Companies.SetRates(ctx, actor, company, nil, rates); err != nil {
		return err
	}
	return p.Retention.SetRule(ctx, actor, store.RetentionRule{Company: company, JobDays: 365, CaptureDays: 26})
}

// createCredentials creates the credentials of integrators.
func createCredentials(ctx context.Context, p *boot.Program, a *Accounts) (err error) {
	if a.Client, err = createClient(ctx, p, "Acme mobile app"); err != nil {
		return err
	}
	mobile, err := p.Store.Client(ctx, company, a.Client.ClientID)
	if err != nil {
		return err
	}
	trust := onboarding.Trust{onboarding.LivenessDetect: 3}
	if err = p.Credentials.TrustClient(ctx, actor, company, mobile.ID, mobile.Trust, trust); err != nil {
		return err
	}
	if a.Weak, err = createClient(ctx, p, "Acme web app"); err != nil {
		return err
	}
	_, err = p.Credentials.CreateIntegrationUser(ctx, actor, company, a.User.Username, a.User.Password)
	if err = unlessThere(err); err != nil {
		return err
	}
	a.Key, err = createKey(ctx, p, "Acme back office")
	return err
}

// createClient creates a client; one that is there already gets another secret.
func createClient(ctx context.Context, p *boot.Program, name string) (credentials.NewClient, error) {
	clients, err := p.Store.Clients(ctx, company)
	if err != nil {
		return credentials.NewClient{}, err
	}
	at := slices.IndexFunc(clients, func(c store.Client) bool { return c.Name == name })
	if at < 0 {
		return p.Credentials.CreateClient(ctx, actor, company, name, false)
	}
	return p.Credentials.RotateClientSecret(ctx, actor, company, clients[at].ID)
}

// createKey creates an API key; one that is there already gets another secret.
func createKey(ctx context.Context, p *boot.Program, name string) (credentials.NewAPIKey, error) {
	keys, err := p.Store.APIKeys(ctx, company)
	if err != nil {
		return credentials.NewAPIKey{}, err
	}
	at := slices.IndexFunc(keys, func(k store.APIKey) bool { return k.Name == name })
	if at < 0 {
		return p.Credentials.CreateAPIKey(ctx, actor, company, name, time.Time{})
	}
	secrets, err := p.Store.APIKeySecrets(ctx, company, keys[at].ID)
	if err != nil {
		return credentials.NewAPIKey{}, err
	}
	for _, s := range secrets {
		if !s.RevokedAt.IsZero() {
			continue
		}
		if err := p.Credentials.RevokeAPIKeySecret(ctx, actor, company, keys[at].ID, s.ID); err != nil {
			return credentials.NewAPIKey{}, err
		}
	}
	return p.Credentials.AddAPIKeySecret(ctx, actor, company, keys[at].ID)
}
