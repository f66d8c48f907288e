package intake

import (
	"context"
	"errors"
	"slices"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/store"
)

const (
	uploadValidity = 24 * time.Hour // after the last part of an upload
	uploadBatch    = 100            // uploads that are listed at once
)

// PurgeUploads removes the parts of uploads that were not continued for a day.
func (in *Intake) PurgeUploads(ctx context.Context) error {
	since := in.Clock.Now().Add(-uploadValidity)
	for {
		stale, err := in.Store.StaleUploads(ctx, since, uploadBatch)
		if err != nil {
			return err
		}
		for _, first := range stale {
			if err := in.purgeUpload(ctx, first, since); err != nil {
				return err
			}
		}
		if len(stale) < uploadBatch {
			return nil
		}
	}
}

// purgeUpload removes the parts of an upload unless it was continued meanwhile. The job may have been submitted without
// it.
func (in *Intake) purgeUpload(ctx context.Context, first store.CapturePart, since time.Time) error {
	var dropped []string
	err := in.Store.Write(ctx, func(tx *store.Tx) error {
		dropped = nil
		if _, err := tx.HoldCapturing(ctx, first.Company, first.JobID); err != nil {
			return err
		}
		parts, err := tx.CaptureParts(ctx, first.Company, first.JobID, first.Kind)
		if err != nil {
			return err
		}
		continued := func(p store.CapturePart) bool { return !p.CreatedAt.Before(since) }
		if slices.ContainsFunc(parts, continued) {
			return nil
		}
		dropped, err = tx.DropCaptureParts(ctx, first.Company, first.JobID, first.Kind)
		return err
	})
	if err == nil {
		in.unlink(ctx, first.Company, dropped)
	}
	return err
}

// isRefusal reports whether an error says that a transaction found its job, its link or its parts changed, and so that
// nothing was written. After any other error the row may have been inserted all the same.
func isRefusal(err error) bool {
	return fault.Is(err, fault.NotFound) || fault.Is(err, fault.Conflict) || fault.Is(err, fault.Unauthenticated) ||
		errors.Is(err, ErrPaused)
}

// unlink removes the files of parts that were dropped, even where the request that dropped them has ended.
func (in *Intake) unlink(ctx context.Context, company string, objects []string) {
	in.Evidence.Discard(context.WithoutCancel(ctx), in.Store, in.log(), company, objects)
}
