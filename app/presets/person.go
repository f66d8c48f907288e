package presets

import (
	"context"
	"slices"
	"strings"

	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// keyActor begins the name of an API key as an actor, and as the target of what is done to it.
const keyActor = "apikey:"

// secondPerson refuses an approval unless another person gives it than the one who proposed.
func secondPerson(ctx context.Context, tx *store.Tx, company, proposer, approver string) error {
	proposing, err := people(ctx, tx, company, proposer)
	if err != nil {
		return err
	}
	approving, err := people(ctx, tx, company, approver)
	if err != nil {
		return err
	}
	if len(approving) == 0 {
		return fault.New(fault.Forbidden,
			"it is not recorded who holds this API key: another administrator must approve it in the console")
	}
	same := func(person string) bool { return slices.Contains(proposing, person) }
	if proposer == approver || slices.ContainsFunc(approving, same) {
		return fault.New(fault.Forbidden, "a second person must approve what you proposed")
	}
	return nil
}

// mostKeyEntries limits the entries of the audit trail that are read about a key: it is created once and its secrets
// are changed a few times a year.
const mostKeyEntries = 1000

// people lists the people behind an actor: the actor, or for an API key those who were shown one of its secrets.
func people(ctx context.Context, tx *store.Tx, company, actor string) ([]string, error) {
	if !strings.HasPrefix(actor, keyActor) {
		return []string{actor}, nil
	}
	rows, err := tx.AuditOf(ctx, company, actor, "", mostKeyEntries)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, r := range rows {
		if r.Action == "apikey.create" || r.Action == "apikey.secret_add" {
			all = append(all, r.Actor)
		}
	}
	return all, nil
}
