package admin

import (
	"context"
	"log/slog"
	"slices"
	"strconv"
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

// checkName returns the name trimmed, or a BadField.
func checkName(name string) (string, error) {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return "", fault.BadField("name", "required", "the name is missing")
	case utf8.RuneCountInString(name) > maxName:
		return "", fault.BadField("name", "max_length", "the name may have at most %d characters", maxName)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unseen):
		return "", fault.BadField("name", "characters", "the name holds characters that are not text")
	case !strings.ContainsFunc(name, letterOrDigit):
		return "", fault.BadField("name", "letters", "the name needs a letter or a digit")
	}
	return name, nil
}

func letterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// unseen reports what no name holds: control characters and what turns or hides text. The two joiners belong to the
// spelling of Persian and Indian names.
func unseen(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d'
}

// checkWords refuses a text for people to read that has no word in it.
func checkWords(field, text string) error {
	if strings.IndexFunc(text, unicode.IsLetter) < 0 {
		return fault.BadField(field, "letters", "write it in words: signs and digits alone tell nobody anything")
	}
	return nil
}

// freshName returns the name if no other of the names has it, whatever their case; else a Conflict. An empty one is the
// default, numbered where it is taken.
func freshName(name, standard string, others []string) (string, error) {
	taken := func(name string) bool {
		return slices.ContainsFunc(others, func(other string) bool { return strings.EqualFold(other, name) })
	}
	if strings.TrimSpace(name) != "" {
		name, err := checkName(name)
		if err == nil && taken(name) {
			err = nameTaken()
		}
		return name, err
	}
	name = standard
	for n := 2; taken(name); n++ {
		name = standard + " " + strconv.Itoa(n)
	}
	return name, nil
}

func nameTaken() error {
	const message = "another one has this name already"
	e := fault.New(fault.Conflict, message)
	e.Fields = []fault.Field{{Name: "name", Rule: "unique", Message: message}}
	return e
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
