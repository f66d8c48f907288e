package review

import (
	"context"
	"errors"

	"proofdesk/app/draft"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// ownerOf names an agent's draft of a job.
func ownerOf(a Agent, jobID string) draft.Owner {
	return draft.Owner{Company: a.Company, JobID: jobID, AgentID: a.ID}
}

// SaveDraft saves what a form of the agent holds for a job of their company, together with what another browser of
// theirs has saved and the form's page had not seen.
func (d *Desk) SaveDraft(ctx context.Context, a Agent, jobID string, sent draft.Draft) error {
	return d.Store.Write(ctx, func(tx *store.Tx) error { return draft.Save(ctx, tx, ownerOf(a, jobID), sent) })
}

// MergeDraft saves a draft that a browser made from the versions that it has seen. Where another browser has saved a
// version since that is not among them, it saves nothing and returns that version and a Conflict.
func (d *Desk) MergeDraft(ctx context.Context, a Agent, jobID string, sent draft.Draft) (draft.Draft, error) {
	var saved draft.Draft
	err := d.Store.Write(ctx, func(tx *store.Tx) (err error) {
		saved, err = draft.Merge(ctx, tx, ownerOf(a, jobID), sent)
		return err
	})
	return saved, err
}

func draftOf(r store.Review) draft.Draft {
	d := draft.Draft{Outcome: string(r.Outcome), Reasons: codes(r.Reasons), Comment: r.Comment, Note: r.Note}
	for _, o := range r.Overrides {
		if d.Overrides == nil {
			d.Overrides = map[string]string{}
		}
		d.Overrides[o.Finding] = o.Reason
	}
	return d
}

// PurgeDrafts removes the drafts of every company that were sent with a decision which can no longer be undone, and old
// ones of jobs that somebody else decided.
func (d *Desk) PurgeDrafts(ctx context.Context) error {
	companies, err := d.Store.Companies(ctx)
	for _, c := range companies {
		err = errors.Join(err, d.Store.Write(ctx, func(tx *store.Tx) error {
			return tx.PurgeDrafts(ctx, c.Slug, tx.Now.Add(-d.hold()), tx.Now.Add(-draft.Life))
		}))
	}
	return err
}

// saveForUndo saves exactly what was typed for an undo, even what the outcome leaves out.
func saveForUndo(ctx context.Context, tx *store.Tx, a Agent, sent DecisionRequest) error {
	return draft.Put(ctx, tx, ownerOf(a, sent.JobID), sent.Draft())
}

// Draft returns what was sent as a draft.
func (sent DecisionRequest) Draft() draft.Draft {
	return draft.Draft{
		Outcome:   string(sent.Outcome),
		Reasons:   sent.Reasons,
		Overrides: sent.Overrides,
		Comment:   sent.Comment,
		Note:      sent.Note,
		Seen:      sent.Seen,
	}
}

// restoreDraft restores what was typed before a decision that is undone.
func restoreDraft(ctx context.Context, tx *store.Tx, a Agent, decided store.Review) error {
	_, err := tx.Draft(ctx, a.Company, decided.JobID, a.ID)
	if fault.Is(err, fault.NotFound) {
		return draft.Put(ctx, tx, ownerOf(a, decided.JobID), draftOf(decided))
	}
	return err
}

// Unsent returns an agent's draft of a job as far as no review of theirs has its words; an empty one where all of them
// were sent.
func (d Dossier) Unsent(a Agent) draft.Draft {
	for _, r := range d.Reviews {
		if r.AgentID == a.ID && r.UndoneAt.IsZero() && d.Draft.SaidIn(r.Note, r.Comment) {
			return draft.Draft{}
		}
	}
	if d.Draft.Note == "" && d.Draft.Comment == "" {
		return draft.Draft{}
	}
	return d.Draft
}
