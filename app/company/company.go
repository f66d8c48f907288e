// Package company holds the settings that a company's administrators choose for its jobs: the policy's numbers,
// deadlines, masking, second reviews, reasons, quality rates. It owns the form of these settings and the rules that
// they keep. Package store decodes them, and changes them through one function.
package company

import (
	"time"

	"proofdesk/app/fault"
)

// Company is a tenant of the installation. Every row belongs to one.
type Company struct {
	Slug       string // never changes
	Name       string
	Settings   Settings
	Version    int64  // grows with every change of Name and Settings
	WrappedKey []byte // its data key under a master key
	CreatedAt  time.Time
}

// ErrChanged returns the Conflict of settings that changed after the caller read them.
func ErrChanged() error {
	return fault.New(fault.Conflict, "somebody else changed the settings: review them and save again")
}
