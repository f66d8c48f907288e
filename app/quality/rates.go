package quality

import (
	"context"

	"proofdesk/app/company"
)

// Rates returns which share of a company's decisions is drawn for a check.
func (d *Checker) Rates(ctx context.Context, slug string) (company.Rates, error) {
	c, err := d.Store.Company(ctx, slug)
	return c.Settings.Quality.Rates, err
}
