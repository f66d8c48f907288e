package evidence

import (
	"context"
	"log/slog"

	"proofdesk/app/store"
)

// Discard removes the files of rows that were removed, with their renditions, and takes those that are gone off the
// list of removed objects. It returns how many stay: they can't be decrypted, as their keys are destroyed, and the
// retention worker tries them again every hour. It needs no permit, as the rows went under the one of their request.
func (s Safe) Discard(
	ctx context.Context, st *store.Store, log *slog.Logger, company string, objects []string,
) (left int) {
	if len(objects) == 0 {
		return 0
	}
	gone, err := s.Remove(ctx, objects)
	if left = len(objects) - len(gone); err != nil {
		log.WarnContext(ctx, "remove files failed, retrying later", "company", company, "files", left, "error", err)
	}
	// A file that stays listed by mistake only costs one more try.
	err = st.Write(store.WithoutPermit(ctx),
		func(tx *store.Tx) error { return tx.ForgetObjects(ctx, company, gone) })
	if err != nil && ctx.Err() == nil {
		log.WarnContext(ctx, "unlist removed files failed", "company", company, "error", err)
	}
	return left
}
