package queue

import (
	"context"
	"strconv"
	"strings"

	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/masking"
	"proofdesk/views/queue"
	"proofdesk/views/words"
)

// tellWhy reports why jobs wait as the review page does: its first reason, and how many follow. What corrections
// settled since is told on that page. Rows are those of q, in the same order; what hidden names is covered.
func (w *Handler) tellWhy(
	ctx context.Context, v shell.Visitor, q review.Queue, hidden func(store.Queued) bool, rows []queue.Row,
) error {
	known, err := w.groundsOf(ctx, v.Company, q.Rows)
	if err != nil {
		return err
	}
	for i, queued := range q.Rows {
		d := review.Dossier{
			Job: onboarding.Job{ID: queued.JobID, Function: queued.Function, FullName: queued.FullName},
			Now: q.Now,
		}
		known[i].fill(&d)
		if hidden(queued) {
			d = masking.Dossier(d)
		}
		if n := d.Decision; n.Required > 0 {
			rows[i].Met = strconv.Itoa(n.Met) + "/" + strconv.Itoa(n.Required)
			rows[i].AllMet = v.T("%d of %d requirements met", n.Met, n.Required)
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
			rows[i].Raised = v.T("%s, %s", r.AgentName, v.Recent(r.CompletedAt, q.Now))
		default:
			rows[i].Raised = v.T("%s, %s: %s", r.AgentName, v.Recent(r.CompletedAt, q.Now), r.Note)
		}
	}
	return err
}

// tellProposed shows what was proposed for jobs that wait for a second agent, or that this agent escalated, by whom,
// when and for which reasons. Rows are those of q, in the same order.
func (w *Handler) tellProposed(ctx context.Context, v shell.Visitor, q review.Queue, rows []queue.Row) error {
	var ids []string
	for _, queued := range q.Rows {
		if queued.State == store.CaseProposed || queued.State == store.CaseEscalated {
			ids = append(ids, queued.JobID)
		}
	}
	proposed, err := w.Store.Proposals(ctx, v.Company, ids)
	for i, queued := range q.Rows {
		r, ok := proposed[queued.JobID]
		if !ok {
			continue
		}
		rows[i].Proposed = v.T("%s, proposed by %s, %s", v.T(string(r.Outcome)), r.AgentName, v.When(r.CompletedAt))
		rows[i].ProposedTone = format.StatusTone(r.Outcome)
		var reasons []string
		for _, reason := range r.Reasons {
			reasons = append(reasons, v.Reason(reason))
		}
		rows[i].Proposed = format.Join(": ", rows[i].Proposed, strings.Join(reasons, "; "))
	}
	return err
}

// groundsOf returns the grounds of each row; it reads only those that no list has shown lately.
func (w *Handler) groundsOf(ctx context.Context, company string, rows []store.Queued) ([]*grounds, error) {
	w.once.Do(func() { w.recent = newRecent() })
	all := make([]*grounds, len(rows))
	var missing []string
	for i, row := range rows {
		var ok bool
		if all[i], ok = w.recent.GetIfPresent(keyOf(row)); !ok {
			missing = append(missing, row.JobID)
		}
	}
	decisions, err := w.Store.JobDocs(ctx, company, store.DocDecision, missing)
	if err != nil {
		return nil, err
	}
	reports, err := w.Store.JobDocs(ctx, company, store.DocReport, missing)
	if err != nil {
		return nil, err
	}
	for i, row := range rows {
		if all[i] != nil {
			continue
		}
		if all[i], err = readGrounds(decisions[row.JobID], reports[row.JobID]); err != nil {
			return nil, err
		}
		w.recent.Set(keyOf(row), all[i])
	}
	return all, nil
}

func whyLine(l words.Language, first string, more int) string {
	if more <= 0 {
		return first
	}
	return first + " · " + l.T("and %d more", more)
}
