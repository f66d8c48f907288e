// Package credentials manages the credentials of integrators: OAuth clients, integration users and API keys. Every
// change is audited in its own transaction. The caller decides who may call what, from access.Role.
package credentials

import (
	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/keyring"
	"proofdesk/app/store"
)

// Registry creates and changes credentials. Its fields are set once, before use.
type Registry struct {
	Store       *store.Store
	Clock       clock.Clock
	Keys        *keyring.Keys
	Hasher      *access.Hasher
	Environment string // of this installation, in URNs
	Region      string
}
