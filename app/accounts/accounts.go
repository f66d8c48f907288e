// Package accounts manages the people who sign in to the console: users and their roles, passwords, second factors,
// preferences and sign-ins. Every change is audited in its own transaction. The caller decides who may call what, from
// access.Role.
package accounts

import (
	"log/slog"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/keyring"
	"proofdesk/app/store"
)

// Registry manages users and their sign-ins. Its fields are set once, before use.
type Registry struct {
	Store  *store.Store
	Clock  clock.Clock
	Keys   *keyring.Keys
	Hasher *access.Hasher
	Limits Limits
	Log    *slog.Logger

	gate access.Gate // of attempts to enter a password or a code
}
