package store

import (
	"context"
	"time"
)

// Client is an OAuth client: what a company's servers obtain tokens with. Its id is unique over the installation.
type Client struct {
	ID              string
	Company         string
	Name            string
	SecretHash      string // HMAC-SHA-256 in hex
	State           string
	Sandbox         bool
	DeviceAssurance string // JSON object: capability → assurance given to what a device decided
	CreatedAt       time.Time
	LastUsedAt      time.Time
}

const (
	clientColumns = `id, company, name, secret_hash, state, sandbox, device_assurance, created_at, last_used_at`
	clientByID    = `SELECT ` + clientColumns + ` FROM clients WHERE id = ?`
	clientOf      = `SELECT ` + clientColumns + ` FROM clients WHERE id = ? AND company = ?`
	clientList    = `SELECT ` + clientColumns + ` FROM clients WHERE company = ? ORDER BY id`
	clientInsert  = `INSERT INTO clients (` + clientColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)`
	clientState   = `UPDATE clients SET state = ? WHERE company = ? AND id = ?`
	clientSecret  = `UPDATE clients SET secret_hash = ? WHERE company = ? AND id = ?`
	clientDevice  = `UPDATE clients SET device_assurance = ? WHERE company = ? AND id = ?`
	clientUsed    = `UPDATE clients SET last_used_at = ? WHERE id = ? AND last_used_at < ?`
)

const noClient = "there is no such client"

func scanClient(scan scanner) (Client, error) {
	var c Client
	var sandbox int64
	err := scan(&c.ID, &c.Company, &c.Name, &c.SecretHash, &c.State, &sandbox, &c.DeviceAssurance,
		instant{&c.CreatedAt}, instant{&c.LastUsedAt})
	c.Sandbox = sandbox != 0
	return c, err
}

// ClientByID returns a client of whichever company, for the token endpoint.
func (q queries) ClientByID(ctx context.Context, id string) (Client, error) {
	return scanClient(q.row(ctx, clientByID, id).or(noClient).scan)
}

// Client returns a company's client.
func (q queries) Client(ctx context.Context, company, id string) (Client, error) {
	return scanClient(q.row(ctx, clientOf, id, company).or(noClient).scan)
}

// Clients returns a company's clients in order of id.
func (q queries) Clients(ctx context.Context, company string) ([]Client, error) {
	return list(ctx, q, scanClient, clientList, company)
}

// InsertClient adds a client, created now.
func (tx *Tx) InsertClient(ctx context.Context, c Client) error {
	return tx.insert(ctx, clientInsert, c.ID, c.Company, c.Name, c.SecretHash, or(c.State, StateActive),
		flag(c.Sandbox), or(c.DeviceAssurance, "{}"), millis(tx.Now))
}

// SetClientState enables or disables a client; its tokens follow at once.
func (tx *Tx) SetClientState(ctx context.Context, company, id, state string) error {
	return tx.mustChange(ctx, noClient, clientState, state, company, id)
}

// SetClientSecret replaces the hash of a client's secret.
func (tx *Tx) SetClientSecret(ctx context.Context, company, id, hash string) error {
	return tx.mustChange(ctx, noClient, clientSecret, hash, company, id)
}

// SetClientDeviceAssurance replaces the assurance given to device results, a JSON object.
func (tx *Tx) SetClientDeviceAssurance(ctx context.Context, company, id, assurance string) error {
	return tx.mustChange(ctx, noClient, clientDevice, assurance, company, id)
}

// ClientUsed sets the time of last use, at most once per grain.
func (tx *Tx) ClientUsed(ctx context.Context, id string, grain time.Duration) error {
	return tx.insert(ctx, clientUsed, millis(tx.Now), id, millis(tx.Now.Add(-grain)))
}

// SetClientTrust sets how far what a client's devices decided is trusted: a JSON object, capability → assurance.
func (tx *Tx) SetClientTrust(ctx context.Context, company, id, trust string) error {
	return tx.mustChange(ctx, "no such client",
		`UPDATE clients SET device_assurance = ? WHERE company = ? AND id = ?`, trust, company, id)
}
