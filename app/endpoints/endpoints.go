// Package endpoints manages webhook endpoints: their addresses, events, headers and HMAC keys, test events,
// redeliveries, and the breakers of hosts. Package dispatch sends. Every change is audited in its own transaction. The
// caller decides who may call what, from access.Role.
package endpoints

import (
	"log/slog"

	"proofdesk/app/clock"
	"proofdesk/app/keyring"
	"proofdesk/app/store"
)

// Registry manages endpoints and their deliveries. Its fields are set once, before use.
type Registry struct {
	Store *store.Store
	Clock clock.Clock
	Keys  *keyring.Keys
	Log   *slog.Logger
}
