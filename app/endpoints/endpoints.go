// Package endpoints manages webhook endpoints: their addresses, events, headers and HMAC keys, test events, deliveries
// that are sent again, and the breakers of hosts. Package dispatch sends. Every change is audited in the transaction
// that makes it. Who may call what is decided by the caller, from access.Role.
package endpoints

import (
	"log/slog"

	"proofdesk/app/clock"
	"proofdesk/app/keyring"
	"proofdesk/app/store"
)

// Registry holds what the use cases need. Its fields are set once, before use.
type Registry struct {
	Store *store.Store
	Clock clock.Clock
	Keys  *keyring.Keys
	Log   *slog.Logger
}
