package quality

import (
	"context"

	"proofdesk/app/company"
)

// Rates returns the share of a company's decisions that is sampled for checks.
func (d *Checker) Rates(ctx context.Context, slug string) (company.Rates, error) {
	c, err := d.Store.Company(ctx, slug)
	return c.Settings.Quality.Rates, err
}
