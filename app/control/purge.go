package control

import "context"

// Purged is the result of purge.
type Purged struct {
	Jobs     int `json:"jobs"`
	Captures int `json:"captures"`
}

// purge removes jobs that finished more than so many days ago, with all that belongs to them, as the server does by a
// company's rule.
func (c *Commands) purge(ctx context.Context, a Args) (any, error) {
	run, err := c.Retention.Purge(ctx, a.Company, a.Days)
	if err != nil {
		return nil, err
	}
	return Purged{Jobs: run.Jobs, Captures: run.Captures}, nil
}
