package presets

import (
	"context"
	"slices"
	"strings"

	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// Prefixes of actors: an API key, which is also the target of what is done to it, and an agent of the console.
const (
	keyActor   = "apikey:"
	agentActor = "agent:"
)

// nameOf names an actor as the console does: an agent, an API key, or the program.
func nameOf(ctx context.Context, tx *store.Tx, company, actor string) (string, error) {
	if id, ok := strings.CutPrefix(actor, agentActor); ok {
		return tx.AgentName(ctx, company, id)
	}
	id, ok := strings.CutPrefix(actor, keyActor)
	switch {
	case actor == System:
		return "the program", nil
	case !ok:
		return actor, nil
	}
	key, err := tx.APIKey(ctx, company, id)
	switch {
	case fault.Is(err, fault.NotFound):
		return "API key " + id, nil
	case strings.HasPrefix(key.Name, "API key"): // as of keys that nobody named
		return key.Name, err
	}
	return "API key " + key.Name, err
}

// secondPerson refuses an approval unless it is known that another person gives it than the one who proposed.
func secondPerson(ctx context.Context, tx *store.Tx, company, proposer, approver string) error {
	proposing, err := people(ctx, tx, company, proposer)
	if err != nil {
		return err
	}
	approving, err := people(ctx, tx, company, approver)
	if err != nil {
		return err
	}
	same := func(person string) bool { return slices.Contains(proposing, person) }
	switch {
	case proposer == approver || slices.ContainsFunc(approving, same):
		return fault.New(fault.Forbidden, "a second person must approve what you proposed")
	case len(proposing) == 0:
		return fault.New(fault.Forbidden,
			"it is not recorded who holds the API key that proposed this: propose it again in the console")
	case len(approving) == 0:
		return fault.New(fault.Forbidden,
			"it is not recorded who holds this API key: another administrator must approve it in the console")
	}
	return nil
}

// firstPerson refuses a proposal that nobody could approve, as it is not known who makes it.
func firstPerson(ctx context.Context, tx *store.Tx, company, proposer string) error {
	proposing, err := people(ctx, tx, company, proposer)
	if err == nil && len(proposing) == 0 {
		return fault.New(fault.Forbidden, "this weakens a protection, and it is not recorded who holds this API key: "+
			"do it in the console, or with an API key that was created there")
	}
	return err
}

// people lists the agents behind an actor: the agent, or for an API key those who were shown one of its secrets. It
// lists nobody where not all of them are known, as of a key that the command line made.
func people(ctx context.Context, tx *store.Tx, company, actor string) ([]string, error) {
	all := []string{actor}
	if strings.HasPrefix(actor, keyActor) {
		var err error
		if all, err = tx.SawKeySecrets(ctx, company, actor); err != nil {
			return nil, err
		}
	}
	if slices.ContainsFunc(all, func(who string) bool { return !strings.HasPrefix(who, agentActor) }) {
		return nil, nil
	}
	return all, nil
}
