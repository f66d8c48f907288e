package queue

import (
	"context"
	"encoding/json"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/masking"
	"proofdesk/engine"
	"proofdesk/views/queue"
	"proofdesk/views/words"
)

// grounds are what of a report the reasons of a job are told from: the rest of it is not decoded for a list.
type grounds struct {
	Checks      []engine.Check      `json:"checks"`
	Readings    []engine.Reading    `json:"readings"`
	Comparisons []engine.Comparison `json:"comparisons"`
	Captures    []struct {
		ID   string `json:"id"`
		Kind string `json:"kind"`
	} `json:"captures"`
}

// tellWhy reports why jobs wait as the review page does: its first reason, and how many follow. What corrections
// settled since is told on that page. Rows are those of q, in the same order; what hidden names is covered.
func (w *Handler) tellWhy(
	ctx context.Context, v shell.Visitor, q review.Queue, hidden func(store.Queued) bool, rows []queue.Row,
) error {
	var ids []string
	for _, queued := range q.Rows {
		ids = append(ids, queued.JobID)
	}
	decisions, err := w.Store.JobDocs(ctx, v.Company, store.DocDecision, ids)
	if err != nil {
		return err
	}
	reports, err := w.Store.JobDocs(ctx, v.Company, store.DocReport, ids)
	if err != nil {
		return err
	}
	for i, queued := range q.Rows {
		d := review.Dossier{
			Job: onboarding.Job{ID: queued.JobID, Function: queued.Function, FullName: queued.FullName},
			Now: q.Now,
		}
		if err := readWhy(&d, decisions[queued.JobID], reports[queued.JobID]); err != nil {
			return err
		}
		if hidden(queued) {
			d = masking.Dossier(d)
		}
		if reasons := dossier.For(v, d).Why(); len(reasons) > 0 {
			rows[i].Why, rows[i].AllWhy = whyLine(v.Language, reasons[0].Text, len(reasons)-1), ""
			for _, reason := range reasons {
				rows[i].AllWhy = format.Join(" · ", rows[i].AllWhy, reason.Text)
			}
		}
	}
	return nil
}

// tellRaised shows who escalated jobs and why, in the words of the note. Rows are those of q, in the
// same order; what hidden names is covered.
func (w *Handler) tellRaised(
	ctx context.Context, v shell.Visitor, q review.Queue, hidden func(store.Queued) bool, rows []queue.Row,
) error {
	var ids []string
	for _, queued := range q.Rows {
		if queued.State == store.CaseEscalated {
			ids = append(ids, queued.JobID)
		}
	}
	raised, err := w.Store.Escalations(ctx, v.Company, ids)
	for i, queued := range q.Rows {
		r, ok := raised[queued.JobID]
		switch {
		case !ok:
		case r.Note == "" || hidden(queued):
			rows[i].Raised = v.T("%s, %s", r.AgentName, timeOfDay(v, r.CompletedAt))
		default:
			rows[i].Raised = v.T("%s, %s: %s", r.AgentName, timeOfDay(v, r.CompletedAt), r.Note)
		}
	}
	return err
}

// readWhy fills in what reasons are told from; a document that a job does not have is nil.
func readWhy(d *review.Dossier, decision, report []byte) error {
	var found grounds
	for _, doc := range []struct {
		body []byte
		to   any
	}{{decision, &d.Decision}, {report, &found}} {
		if doc.body == nil {
			continue
		}
		if err := json.Unmarshal(doc.body, doc.to); err != nil {
			return fault.Wrap(err, fault.Internal, "a stored document is damaged")
		}
	}
	d.Report = engine.Report{Checks: found.Checks, Readings: found.Readings, Comparisons: found.Comparisons}
	for _, c := range found.Captures {
		d.Captures = append(d.Captures, onboarding.Capture{ID: c.ID, Kind: onboarding.CaptureKind(c.Kind)})
	}
	return nil
}

func whyLine(l words.Language, first string, more int) string {
	if more <= 0 {
		return first
	}
	return first + " · " + l.T("and %d more", more)
}
