package store

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
)

// Client is an OAuth client, with which a company's servers obtain tokens. Its id is unique over the installation.
type Client struct {
	ID         string
	Company    string
	Name       string
	SecretHash string // HMAC-SHA-256 in hex
	State      string
	Sandbox    bool
	Trust      onboarding.Trust // in what its devices decide
	Origins    []string         // of web pages that may call the API with its tokens, in order
	CreatedAt  time.Time
	LastUsedAt time.Time
}

const (
	clientColumns = `id, company, name, secret_hash, state, sandbox, device_assurance, origins, created_at,
		last_used_at`
	clientByID    = `SELECT ` + clientColumns + ` FROM clients WHERE id = ?`
	clientOf      = `SELECT ` + clientColumns + ` FROM clients WHERE id = ? AND company = ?`
	clientList    = `SELECT ` + clientColumns + ` FROM clients WHERE company = ? ORDER BY id`
	clientInsert  = `INSERT INTO clients (` + clientColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`
	clientState   = `UPDATE clients SET state = ? WHERE company = ? AND id = ?`
	clientSecret  = `UPDATE clients SET secret_hash = ? WHERE company = ? AND id = ?`
	clientTrust   = `UPDATE clients SET device_assurance = ? WHERE company = ? AND id = ? AND device_assurance = ?`
	clientOrigins = `UPDATE clients SET origins = ? WHERE company = ? AND id = ? AND origins = ?`
	originLists   = `SELECT origins FROM clients WHERE origins <> '[]' AND state = 'ACTIVE'`
	clientUsed    = `UPDATE clients SET last_used_at = ? WHERE id = ? AND last_used_at < ?`
)

const noClient = "this client no longer exists"

func scanClient(scan scanner) (Client, error) {
	var c Client
	var sandbox int64
	var trust, origins string
	err := scan(&c.ID, &c.Company, &c.Name, &c.SecretHash, &c.State, &sandbox, &trust, &origins,
		instant{&c.CreatedAt}, instant{&c.LastUsedAt})
	if err != nil {
		return c, err
	}
	c.Sandbox = sandbox != 0
	if err := json.Unmarshal([]byte(trust), &c.Trust); err != nil {
		return c, fault.Wrap(err, fault.Internal, "the trust in devices of client %s can't be read", c.ID)
	}
	if err := json.Unmarshal([]byte(origins), &c.Origins); err != nil {
		return c, fault.Wrap(err, fault.Internal, "the origins of client %s can't be read", c.ID)
	}
	return c, nil
}

// originsText returns origins as their column stores them.
func originsText(origins []string) string {
	text, _ := json.Marshal(append([]string{}, origins...)) // strings always encode
	return string(text)
}

// ClientByID returns a client of any company, for the token endpoint.
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
	return tx.change(ctx, clientInsert, c.ID, c.Company, c.Name, c.SecretHash, or(c.State, access.StateActive),
		flag(c.Sandbox), jsonObject(c.Trust), originsText(c.Origins), millis(tx.Now))
}

// SetClientState enables or disables a client. Its tokens are accepted or refused from then on.
func (tx *Tx) SetClientState(ctx context.Context, company, id, state string) error {
	return tx.mustChange(ctx, noClient, clientState, state, company, id)
}

// SetClientSecret replaces the hash of a client's secret.
func (tx *Tx) SetClientSecret(ctx context.Context, company, id, hash string) error {
	return tx.mustChange(ctx, noClient, clientSecret, hash, company, id)
}

// ClientUsed records the time of last use, at most once per grain.
func (tx *Tx) ClientUsed(ctx context.Context, id string, grain time.Duration) error {
	return tx.change(ctx, clientUsed, millis(tx.Now), id, millis(tx.Now.Add(-grain)))
}

// SetClientTrust replaces how far the results of a client's devices are trusted if it still is as given, and reports
// whether it was.
func (tx *Tx) SetClientTrust(ctx context.Context, company, id string, from, to onboarding.Trust) (bool, error) {
	n, err := tx.exec(ctx, clientTrust, jsonObject(to), company, id, jsonObject(from))
	return n == 1, err
}

// SetClientOrigins replaces the origins of a client if they still are as given, and reports whether they were.
func (tx *Tx) SetClientOrigins(ctx context.Context, company, id string, from, to []string) (bool, error) {
	n, err := tx.exec(ctx, clientOrigins, originsText(to), company, id, originsText(from))
	return n == 1, err
}

// KnownOrigin reports whether an active client of any company has an origin: a browser asks before it sends a token.
func (q queries) KnownOrigin(ctx context.Context, origin string) (bool, error) {
	scan := func(scan scanner) (text string, err error) {
		err = scan(&text)
		return text, err
	}
	lists, err := list(ctx, q, scan, originLists)
	quoted := originsText([]string{origin})
	return slices.ContainsFunc(lists, func(l string) bool { return strings.Contains(l, quoted[1:len(quoted)-1]) }), err
}
