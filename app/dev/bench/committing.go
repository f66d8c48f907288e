package main

import (
	"context"
	"path/filepath"
	"sync"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/boot"
	"proofdesk/app/store"
)

// committing compares the group commit with the obvious alternative: the same durable transactions one after the other
// behind a mutex.
func committing(f *figures, _, dir string, writes int) error {
	_, c, err := newServer(filepath.Join(dir, "committing"))
	if err != nil {
		return err
	}
	return fillData(c, func(ctx context.Context, p *boot.Program) error {
		write := func() error {
			return p.Store.Write(ctx, func(tx *store.Tx) error {
				return tx.Audit(ctx, audit.Entry{
					Company: company,
					Actor:   actor,
					Action:  "bench.write",
					Target:  "bench:1",
				})
			})
		}
		began := time.Now()
		if err := each(writes, func(int) error { return write() }); err != nil {
			return err
		}
		grouped := float64(writes) / time.Since(began).Seconds()
		var mu sync.Mutex
		began = time.Now()
		if err := each(writes/4, func(int) error {
			mu.Lock()
			defer mu.Unlock()
			return write()
		}); err != nil {
			return err
		}
		alone := float64(writes/4) / time.Since(began).Seconds()
		f.add("durable writes, 16 writers, group commit", grouped, "/s", "")
		f.add("durable writes, 16 writers, one by one", alone, "/s", "")
		f.add("group commit over one by one", grouped/alone, "x", "")
		return nil
	})
}
