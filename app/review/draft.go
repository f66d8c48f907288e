package review

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf8"

	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// Draft is what an agent has filled in and not sent yet.
type Draft struct {
	Outcome string    `json:"outcome,omitempty"`
	Reasons []string  `json:"reasons,omitempty"`
	Comment string    `json:"comment,omitempty"`
	Note    string    `json:"note,omitempty"`
	SavedAt time.Time `json:"-"`
}

// Empty reports whether nothing was filled in.
func (d Draft) Empty() bool {
	return d.Outcome == "" && len(d.Reasons) == 0 && d.Comment == "" && d.Note == ""
}

func draftOf(r store.Review) Draft {
	return Draft{Outcome: string(r.Outcome), Reasons: codes(r.Reasons), Comment: r.Comment, Note: r.Note}
}

// saveForUndo saves exactly what was typed for an undo, even what the outcome leaves out, and removes what can no
// longer be undone.
func (d *Desk) saveForUndo(ctx context.Context, tx *store.Tx, a Agent, sent DecisionRequest) error {
	if err := tx.PurgeDrafts(ctx, a.Company, a.ID, tx.Now.Add(-d.hold())); err != nil {
		return err
	}
	return putDraft(ctx, tx, a, sent.JobID, Draft{
		Outcome: string(sent.Outcome),
		Reasons: sent.Reasons,
		Comment: sent.Comment,
		Note:    sent.Note,
	})
}

// restoreDraft restores what was typed before a decision that is undone.
func restoreDraft(ctx context.Context, tx *store.Tx, a Agent, decided store.Review) error {
	_, err := tx.Draft(ctx, a.Company, decided.JobID, a.ID)
	if fault.Is(err, fault.NotFound) {
		return putDraft(ctx, tx, a, decided.JobID, draftOf(decided))
	}
	return err
}

// SaveDraft saves what the agent has filled in for a job of their company.
func (d *Desk) SaveDraft(ctx context.Context, a Agent, jobID string, draft Draft) error {
	if utf8.RuneCountInString(draft.Comment) > MaxComment || utf8.RuneCountInString(draft.Note) > MaxNote ||
		len(draft.Reasons) > 50 {
		return fault.New(fault.TooLarge, "the draft is too long to keep")
	}
	return d.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.LockCase(ctx, a.Company, jobID); err != nil {
			return err
		}
		return putDraft(ctx, tx, a, jobID, draft)
	})
}

func putDraft(ctx context.Context, tx *store.Tx, a Agent, jobID string, draft Draft) error {
	if draft.Empty() {
		return tx.DeleteDraft(ctx, a.Company, jobID, a.ID)
	}
	body, err := json.Marshal(draft)
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the draft could not be written")
	}
	return tx.PutDraft(ctx, a.Company, jobID, a.ID, string(body))
}

// draft returns the agent's draft; an empty one where there is none.
func (d *Desk) draft(ctx context.Context, a Agent, jobID string) (Draft, error) {
	row, err := d.Store.Draft(ctx, a.Company, jobID, a.ID)
	if fault.Is(err, fault.NotFound) {
		return Draft{}, nil
	}
	if err != nil {
		return Draft{}, err
	}
	draft := Draft{SavedAt: row.UpdatedAt}
	if err := json.Unmarshal([]byte(row.Body), &draft); err != nil {
		return Draft{}, fault.Wrap(fmt.Errorf("draft of %s: %w", jobID, err), fault.Internal, "a draft is damaged")
	}
	return draft, nil
}
