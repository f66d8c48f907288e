package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/accounts"
	"proofdesk/app/credentials"
	"proofdesk/app/endpoints"
	"proofdesk/app/onboarding"
)

// Accounts holds everything that the demo created at its first start, stored in a file that only its owner may read.
type Accounts struct {
	Company   string                         `json:"company"`
	Users     []User                         `json:"users"`
	Client    credentials.NewClient          `json:"client"` // whose devices' liveness is trusted at 3
	Weak      credentials.NewClient          `json:"weak"`   // whose devices are not trusted
	User      credentials.NewIntegrationUser `json:"user"`
	Key       credentials.NewAPIKey          `json:"key"`
	Endpoints []endpoints.NewEndpoint        `json:"endpoints"` // in the order of the receivers
	Ports     []int                          `json:"ports"`     // of the receivers
	Fed       int                            `json:"fed"`       // applicants so far

	path string
}

// User is one sign-in.
type User struct {
	Email    string `json:"email"`
	Password string `json:"password"`
	Role     string `json:"role"`
}

const company = "acme"

func loadAccounts(dir string) (Accounts, error) {
	a := Accounts{path: filepath.Join(dir, "demo.json")}
	b, err := os.ReadFile(a.path)
	if errors.Is(err, fs.ErrNotExist) {
		return a, nil
	}
	if err == nil {
		err = json.Unmarshal(b, &a)
	}
	return a, err
}

// save writes the accounts, replacing the file as a whole.
func (a Accounts) save() error {
	b, err := json.MarshalIndent(a, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(a.path+".part", b, 0o600); err != nil {
		return err
	}
	return os.Rename(a.path+".part", a.path)
}

// createAccounts creates the company and its accounts at the first start; later it only sets the endpoints to the
// receivers' addresses.
func (d *Demo) createAccounts(ctx context.Context) error {
	if len(d.Accounts.Endpoints) > 0 {
		return d.updateEndpoints(ctx)
	}
	a := Accounts{Company: company, path: d.Accounts.path, Ports: d.Receivers.ports()}
	if _, err := d.Program.Companies.CreateCompany(ctx, actor, company, "Acme Bank"); err != nil {
		return err
	}
	for _, u := range []struct {
		name, email string
		role        access.Role
	}{
		{"Ana Agent", "agent@acme.example", access.Agent},
		{"Sam Senior", "senior@acme.example", access.Senior},
		{"Ada Admin", "admin@acme.example", access.Admin},
		{"Otto Auditor", "auditor@acme.example", access.Auditor},
	} {
		made, err := d.Program.Accounts.CreateUser(ctx, actor, accounts.UserRequest{
			Company:     company,
			Email:       u.email,
			DisplayName: u.name,
			Role:        string(u.role),
		})
		if err != nil {
			return err
		}
		a.Users = append(a.Users, User{made.Email, made.Password, string(u.role)})
	}
	if err := d.createCredentials(ctx, &a); err != nil {
		return err
	}
	d.Accounts = a
	return a.save()
}

const actor = "demo"

// createCredentials creates the credentials and endpoints of integrators.
func (d *Demo) createCredentials(ctx context.Context, a *Accounts) (err error) {
	issue := d.Program.Credentials
	if a.Client, err = issue.CreateClient(ctx, actor, company, "Acme mobile app", false); err != nil {
		return err
	}
	trust := onboarding.Trust{onboarding.LivenessDetect: 3}
	if err = issue.TrustClient(ctx, actor, company, a.Client.ClientID, nil, trust); err != nil {
		return err
	}
	if a.Weak, err = issue.CreateClient(ctx, actor, company, "Acme web app", false); err != nil {
		return err
	}
	if a.User, err = issue.CreateIntegrationUser(ctx, actor, company, "acme-server", ""); err != nil {
		return err
	}
	if a.Key, err = issue.CreateAPIKey(ctx, actor, company, "Acme back office", time.Time{}); err != nil {
		return err
	}
	for i, r := range d.Receivers.all {
		made, err := d.Program.Endpoints.CreateEndpoint(ctx, actor, endpoints.EndpointRequest{
			Company:     company,
			URL:         r.url(),
			Description: r.what,
			Headers:     map[string]string{"X-Demo-Receiver": fmt.Sprint(i + 1)},
		})
		if err != nil {
			return err
		}
		a.Endpoints = append(a.Endpoints, made)
	}
	return nil
}

// updateEndpoints sets the endpoints to the receivers' addresses, whose ports may have changed.
func (d *Demo) updateEndpoints(ctx context.Context) error {
	for i, r := range d.Receivers.all {
		e, err := d.Program.Store.Endpoint(ctx, company, d.Accounts.Endpoints[i].ID)
		if err != nil {
			return err
		}
		if e.URL == r.url() {
			continue
		}
		change := endpoints.EndpointRequest{
			Company:     company,
			URL:         r.url(),
			Events:      e.Events,
			Description: e.Description,
		}
		if err := d.Program.Endpoints.UpdateEndpoint(ctx, actor, e.ID, e.Version, change); err != nil {
			return err
		}
	}
	d.Accounts.Ports = d.Receivers.ports()
	return d.Accounts.save()
}
