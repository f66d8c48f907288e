// Package control runs the administrative commands: in the calling process where it can open the database itself,
// otherwise in the running server, over a local socket that only its owner may open.
package control

import (
	"context"
	"encoding/json"
	"time"

	"proofdesk/app/accounts"
	"proofdesk/app/artifact"
	"proofdesk/app/audit"
	"proofdesk/app/audittrail"
	"proofdesk/app/companies"
	"proofdesk/app/credentials"
	"proofdesk/app/endpoints"
	"proofdesk/app/fault"
	"proofdesk/app/keyring"
	"proofdesk/app/onboarding"
	"proofdesk/app/retention"
	"proofdesk/app/store"
	"proofdesk/app/vault"
)

// Commands runs commands on an open database.
type Commands struct {
	Store       *store.Store
	Accounts    *accounts.Registry
	Credentials *credentials.Registry
	Endpoints   *endpoints.Registry
	Companies   *companies.Registry
	Trail       *audittrail.Trail
	Keys        *keyring.Keys
	Master      *vault.Master
	Retention   *retention.Sweeper
	SDK         *artifact.Shelf
	Captures    string // folder of the captures
}

// Request is one command with its arguments.
type Request struct {
	Command string          `json:"command"`
	Args    json.RawMessage `json:"args"`
}

// Args holds the arguments of every command; each command uses some.
type Args struct {
	Company     string                 `json:"company,omitempty"`
	Name        string                 `json:"name,omitempty"`
	Email       string                 `json:"email,omitempty"`
	Role        string                 `json:"role,omitempty"`
	Username    string                 `json:"username,omitempty"`
	Password    string                 `json:"password,omitempty"`
	OneTime     bool                   `json:"oneTime,omitempty"`
	Sandbox     bool                   `json:"sandbox,omitempty"`
	Expires     time.Time              `json:"expires,omitzero"`
	URL         string                 `json:"url,omitempty"`
	Events      []onboarding.EventType `json:"events,omitempty"`
	Headers     map[string]string      `json:"headers,omitempty"`
	Description string                 `json:"description,omitempty"`
	Dir         string                 `json:"dir,omitempty"`
	Days        int                    `json:"days,omitempty"`
	Trust       onboarding.Trust       `json:"trust,omitempty"`
	Version     string                 `json:"version,omitempty"`
	Reason      string                 `json:"reason,omitempty"`
}

// actor is the actor of commands in the audit log.
const actor = "cli"

// Do runs a command and returns its result.
func (c *Commands) Do(ctx context.Context, r Request) (any, error) {
	run, known := commands[r.Command]
	if !known {
		return nil, fault.New(fault.Invalid, "there is no command %q", r.Command)
	}
	var a Args
	if len(r.Args) > 0 {
		if err := json.Unmarshal(r.Args, &a); err != nil {
			return nil, fault.Wrap(err, fault.Invalid, "the arguments can't be read")
		}
	}
	return run(c, ctx, a)
}

// commands maps the name of a command to its function.
var commands = map[string]func(*Commands, context.Context, Args) (any, error){
	"migrate":                 (*Commands).migrate,
	"company.create":          (*Commands).createCompany,
	"user.create":             (*Commands).createUser,
	"user.reset-totp":         (*Commands).resetTOTP,
	"user.unlock":             (*Commands).unlock,
	"user.reset-password":     (*Commands).resetPassword,
	"client.create":           (*Commands).createClient,
	"integration-user.create": (*Commands).createIntegrationUser,
	"apikey.create":           (*Commands).createAPIKey,
	"repository-token.create": (*Commands).createRepositoryToken,
	"sdk.deprecate":           (*Commands).deprecateSDK,
	"endpoint.create":         (*Commands).createEndpoint,
	"keys.rotate":             (*Commands).rotate,
	"audit.verify":            (*Commands).verifyAudit,
	"backup":                  (*Commands).backup,
	"purge":                   (*Commands).purge,
}

// migrate does nothing: the schema was migrated when the database was opened.
func (c *Commands) migrate(context.Context, Args) (any, error) {
	return map[string]string{"database": c.Store.Dialect(), "schema": "up to date"}, nil
}

// Rotated is the result of keys rotate.
type Rotated struct {
	KeyID     string `json:"key_id"`
	Rewrapped int    `json:"rewrapped"` // rows that are now wrapped by the new key
}

func (c *Commands) rotate(ctx context.Context, _ Args) (any, error) {
	id, err := c.Master.Rotate()
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "the master key was not rotated")
	}
	n, err := c.Keys.Rewrap(ctx)
	return Rotated{KeyID: id, Rewrapped: n}, err
}

// AuditVerdict is the result of verify-audit.
type AuditVerdict struct {
	OK        bool                 `json:"ok"`
	Companies []audit.Verification `json:"companies"`
}

func (c *Commands) verifyAudit(ctx context.Context, a Args) (any, error) {
	verdicts, err := c.Trail.Verify(ctx, a.Company)
	if err != nil {
		return nil, err
	}
	v := AuditVerdict{OK: true, Companies: verdicts}
	for _, one := range verdicts {
		v.OK = v.OK && one.OK()
	}
	return v, nil
}
