// Package credentials manages what integrators identify themselves with: OAuth clients, integration users and API keys.
// Every change is audited in the transaction that makes it. Who may call what is decided by the caller, from
// access.Role.
package credentials

import (
	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/keyring"
	"proofdesk/app/store"
)

// Registry holds what the use cases need. Its fields are set once, before use.
type Registry struct {
	Store       *store.Store
	Clock       clock.Clock
	Keys        *keyring.Keys
	Hasher      *access.Hasher
	Environment string // of this installation, in URNs
	Region      string
}
