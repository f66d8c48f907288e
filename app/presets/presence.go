package presets

import (
	"context"
	"time"

	"proofdesk/app/store"
)

// watchTime is how long somebody counts as being at a preset after they were last seen there.
const watchTime = 45 * time.Second

// Watch notes that an agent has a preset open, and returns the preset's revision.
func (r *Registry) Watch(ctx context.Context, company, agent, name string) (int64, error) {
	var revision int64
	err := r.Store.Write(ctx, func(tx *store.Tx) error {
		p, err := tx.Preset(ctx, company, name)
		if err != nil {
			return err
		}
		revision = p.Revision
		return tx.Watch(ctx, company, watched(name), agent, tx.Now.Add(-watchTime))
	})
	return revision, err
}

// Watchers returns the names of the others who have a preset open.
func (r *Registry) Watchers(ctx context.Context, company, agent, name string, now time.Time) ([]string, error) {
	rows, err := r.Store.Viewers(ctx, company, agent, now.Add(-watchTime))
	var names []string
	for _, row := range rows {
		if row.JobID == watched(name) {
			names = append(names, row.Name)
		}
	}
	return names, err
}

// watched is how the list of viewers names a preset. No job has such an id.
func watched(name string) string { return "preset:" + name }
