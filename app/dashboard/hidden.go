package dashboard

import (
	"context"
	"slices"

	"proofdesk/app/store"
)

// Hide keeps the decisions on jobs out of the figures that are read from then on, for somebody who must not learn what
// was decided on them. How many jobs were finished per hour stays as it is, which tells no outcome. A job whose report
// is missing or damaged was counted without it, and is taken out in the same way.
func (d *Reader) Hide(ctx context.Context, company string, jobs map[string]bool) error {
	for job := range jobs {
		reviews, err := d.Store.FoldedReviews(ctx, company, job)
		if err != nil {
			return err
		}
		report, err := readReport(ctx, d.Store, d.Log, company, job)
		if err != nil {
			return err
		}
		for _, r := range reviews {
			d.hidden = append(d.hidden, kept(r.Sandbox, ofReview(r, report))...)
		}
	}
	return nil
}

// without takes what is hidden off the sums of a metric from an hour until the end of the window.
func (r *query) without(sums []store.RollupSum, metric string, from int64) []store.RollupSum {
	for _, hidden := range r.desk.hidden {
		if hidden.Metric != metric || hidden.Hour < from || hidden.Hour >= r.w.Until {
			continue
		}
		at := slices.IndexFunc(sums, func(s store.RollupSum) bool { return s.Label == hidden.Label })
		if at < 0 {
			continue
		}
		sums[at].Count -= hidden.Count
		sums[at].Total -= hidden.Total
	}
	return slices.DeleteFunc(sums, func(s store.RollupSum) bool { return s.Count <= 0 })
}
