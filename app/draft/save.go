package draft

import (
	"context"
	"encoding/json"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/store"
)

// Put saves a draft in place of what was saved before; an empty one removes it.
func Put(ctx context.Context, tx *store.Tx, o Owner, d Draft) error {
	if d.Empty() {
		return tx.DeleteDraft(ctx, o.Company, o.JobID, o.AgentID)
	}
	if d.Rev == "" {
		d.Rev = ids.UUID()
	}
	body, err := json.Marshal(d)
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the draft could not be written")
	}
	return tx.PutDraft(ctx, o.Company, o.JobID, o.AgentID, string(body))
}

// Save saves what a form of the agent holds. Where another browser has saved a version that the form's page had not
// seen, every word of both is saved as one version: a form can't be asked which of them to keep.
func Save(ctx context.Context, tx *store.Tx, o Owner, d Draft) error {
	saved, err := lock(ctx, tx, o)
	if err != nil {
		return err
	}
	if saved.unseenBy(d) {
		d = d.with(saved)
	}
	if err := d.check(); err != nil {
		return err
	}
	return Put(ctx, tx, o, d)
}

// Merge saves a draft that a browser made from the versions that it has seen. Where another browser has saved a version
// since that is not among them, it saves nothing and returns that version and a Conflict.
func Merge(ctx context.Context, tx *store.Tx, o Owner, d Draft) (Draft, error) {
	if err := d.check(); err != nil {
		return Draft{}, err
	}
	saved, err := lock(ctx, tx, o)
	if err != nil {
		return Draft{}, err
	}
	if sent, err := inJudgement(ctx, tx, o, d); sent || err != nil {
		return saved, err
	}
	if saved.unseenBy(d) {
		return saved, fault.New(fault.Conflict,
			"this draft was changed in another browser: reload the page to see the change")
	}
	return saved, Put(ctx, tx, o, d)
}

// RefuseUnseen refuses a form that is sent where the agent's draft has words from another browser that the form's page
// had not shown: to send it would drop them.
func RefuseUnseen(ctx context.Context, tx *store.Tx, o Owner, sent Draft) error {
	saved, err := lock(ctx, tx, o)
	if err != nil {
		return err
	}
	if saved.unseenBy(sent) && !saved.SaidIn(sent.Note, sent.Comment) {
		return fault.BadField("note", "changed", "you typed more in another browser: check the texts and send again")
	}
	return nil
}

// inJudgement reports whether the quality check that a draft was typed for is done, and its agent's note has every
// word.
func inJudgement(ctx context.Context, tx *store.Tx, o Owner, d Draft) (bool, error) {
	if d.Claim == "" {
		return false, nil
	}
	check, err := tx.QualityCheckOf(ctx, o.Company, o.JobID)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	return check.State == store.CheckDone && check.Claim == d.Claim && check.Second.AgentID == o.AgentID &&
		d.SaidIn(check.Second.Note, ""), err
}

// lock locks the case of a draft and returns the draft.
func lock(ctx context.Context, tx *store.Tx, o Owner) (Draft, error) {
	if _, err := tx.LockCase(ctx, o.Company, o.JobID); err != nil {
		return Draft{}, err
	}
	return Read(ctx, tx, o)
}
