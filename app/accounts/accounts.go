// Package accounts manages the people who sign in to the console: users and their roles, passwords, second factors,
// preferences and sign-ins. Every change is audited in the transaction that makes it. Who may call what is decided by
// the caller, from access.Role.
package accounts

import (
	"log/slog"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/keyring"
	"proofdesk/app/store"
)

// Registry holds what the use cases need. Its fields are set once, before use.
type Registry struct {
	Store  *store.Store
	Clock  clock.Clock
	Keys   *keyring.Keys
	Hasher *access.Hasher
	Limits Limits
	Log    *slog.Logger

	gate access.Gate // of attempts to prove a password or a code
}
