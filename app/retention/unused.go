package retention

import (
	"context"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

const (
	// UnusedFor is how long the captures of a link are kept after it has ended unused: until then its client can still
	// submit them.
	UnusedFor  = 24 * time.Hour
	linksAtOne = 100
)

// settle removes what links of every company brought that ended and were never submitted, whatever the rules say. A
// link for which that fails keeps none of the others waiting, and is tried again an hour later.
func (k *Sweeper) settle(ctx context.Context) error {
	var last store.EndedLink
	for {
		ended, err := k.Store.EndedLinks(ctx, k.Clock.Now().Add(-UnusedFor), last, linksAtOne)
		if err != nil {
			return err
		}
		for _, last = range ended {
			err := k.settleLink(ctx, last)
			switch {
			case err == nil:
			case ctx.Err() != nil, fault.Is(err, fault.Unavailable):
				return err
			default:
				k.Log.ErrorContext(ctx, "settle capture link failed", "company", last.Company, "link", last.ID,
					"error", err)
			}
		}
		if len(ended) < linksAtOne {
			return nil
		}
	}
}

// settleLink removes the captures that a link brought which has ended, unless they were submitted.
func (k *Sweeper) settleLink(ctx context.Context, link store.EndedLink) error {
	var objects []string
	err := k.Store.Write(ctx, func(tx *store.Tx) error {
		objects = nil
		unused, err := holdUnused(ctx, tx, link)
		if err != nil {
			return err
		}
		first, err := tx.SettleLink(ctx, link.Company, link.ID)
		if err != nil || !first || !unused {
			return err
		}
		if objects, err = tx.RemoveSent(ctx, link.Company, link.JobID, link.ID); err != nil || len(objects) == 0 {
			return err
		}
		return tx.Audit(ctx, audit.NewEntry(link.Company, System, "capture_link.purge", "job:"+link.JobID,
			map[string]int{"captures": len(objects)}))
	})
	if err == nil {
		k.Safe.Discard(ctx, k.Store, k.Log, link.Company, objects)
	}
	return err
}

// holdUnused keeps what a link was for as it is until the transaction ends, and reports whether nothing was submitted.
func holdUnused(ctx context.Context, tx *store.Tx, link store.EndedLink) (bool, error) {
	if link.AskedBy == "" {
		return tx.HoldCapturing(ctx, link.Company, link.JobID)
	}
	_, err := tx.LockCase(ctx, link.Company, link.JobID)
	if fault.Is(err, fault.NotFound) { // erased meanwhile
		return false, nil
	}
	if err != nil {
		return false, err
	}
	now, err := tx.CaptureLink(ctx, link.Company, link.ID)
	return now.SubmittedAt.IsZero(), err
}
