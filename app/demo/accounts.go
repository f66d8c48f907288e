package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"proofdesk/app/boot"
	"proofdesk/app/credentials"
	"proofdesk/app/endpoints"
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
func (a Accounts) save() error { return writeJSON(a.path, a) }

// createEndpoints creates the endpoints that are not there yet. In the past there is none for the receiver that hangs,
// because each of its events would take the time that a real one takes.
func (d *Demo) createEndpoints(ctx context.Context, p *boot.Program, a *Accounts) error {
	for i, r := range d.Receivers.all {
		if i < len(a.Endpoints) || r.onlyNow && !d.progress.Done {
			continue
		}
		if err := dropLost(ctx, p, a, r.what); err != nil {
			return err
		}
		made, err := p.Endpoints.CreateEndpoint(ctx, actor, endpoints.EndpointRequest{
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

// dropLost removes the endpoint with a description that an earlier start created without storing its key.
func dropLost(ctx context.Context, p *boot.Program, a *Accounts, description string) error {
	all, err := p.Store.Endpoints(ctx, company)
	if err != nil {
		return err
	}
	for _, e := range all {
		known := slices.ContainsFunc(a.Endpoints, func(k endpoints.NewEndpoint) bool { return k.ID == e.ID })
		if known || e.Description != description {
			continue
		}
		if err := p.Endpoints.DeleteEndpoint(ctx, actor, company, e.ID); err != nil {
			return err
		}
	}
	return nil
}

// updateEndpoints sets the endpoints to the receivers' addresses, whose ports may have changed.
func (d *Demo) updateEndpoints(ctx context.Context) error {
	for i, r := range d.Receivers.all[:len(d.Accounts.Endpoints)] {
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
		if err := d.Program.Endpoints.UpdateEndpoint(ctx, actor, e.ID, endpoints.DescriptionOf(e), change); err != nil {
			return err
		}
	}
	d.Accounts.Ports = d.Receivers.ports()
	return d.Accounts.save()
}
