package admin

import (
	"context"
	"log/slog"
	"strings"
	"unicode"
	"unicode/utf8"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/keyring"
	"proofdesk/app/store"
)

// Accounts holds what the use cases need. Its fields are set once, before use.
type Accounts struct {
	Store       *store.Store
	Clock       clock.Clock
	Keys        *keyring.Keys
	Hasher      *access.Hasher
	Environment string // of this installation, in URNs
	Region      string
	Limits      Limits
	Log         *slog.Logger
}

// maxName bounds names that people read, in characters.
const maxName = 100

// checkName gives the name trimmed, or a BadField.
func checkName(name string) (string, error) {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return "", fault.BadField("name", "required", "the name is missing")
	case utf8.RuneCountInString(name) > maxName:
		return "", fault.BadField("name", "max_length", "the name may have at most %d characters", maxName)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
		return "", fault.BadField("name", "characters", "the name holds characters that are not text")
	}
	return name, nil
}

// entry starts an audit entry. Actor is who asked: "agent:<id>" or "cli".
func entry(company, actor, action, target string, detail any) audit.Entry {
	return audit.Entry{Company: company, Actor: actor, Action: action, Target: target, Detail: detail}
}

// change makes one change and its audit entry, together or not at all.
func (a *Accounts) change(ctx context.Context, e audit.Entry, fn func(tx *store.Tx) error) error {
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		if err := fn(tx); err != nil {
			return err
		}
		return tx.Audit(ctx, e)
	})
}

// taken names the field behind a Conflict.
func taken(err error, field, message string) error {
	if !fault.Is(err, fault.Conflict) {
		return err
	}
	e := fault.Wrap(err, fault.Conflict, "%s", message)
	e.Fields = []fault.Field{{Name: field, Rule: "unique", Message: message}}
	return e
}

// checkState allows the two states that a person may set.
func checkState(state string) error {
	if state != store.StateActive && state != store.StateDisabled {
		return fault.BadField("state", "one_of", "the state has to be %s or %s", store.StateActive, store.StateDisabled)
	}
	return nil
}
