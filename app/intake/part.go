package intake

import (
	"context"
	"fmt"
	"io"
	"slices"

	"proofdesk/app/evidence"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/store"
	"proofdesk/app/vault"
)

// ByteRange is where the bytes of a request belong in a capture that is sent in parts. One without bytes asks how much
// is held.
type ByteRange struct {
	Start int64 // of its first byte
	Size  int64 // bytes; 0 for a question
	Total int64 // bytes of the whole capture
}

// MinPart is how many bytes each part but the last must have, so that a capture comes in few parts.
const MinPart = 16 << 10

// receivePart keeps a part that continues what is held of its upload, and completes the capture once all bytes are
// held. It doesn't read a part that begins elsewhere: the answer is how much is held.
func (in *Intake) receivePart(ctx context.Context, to target, at ByteRange, body io.Reader) (CaptureProgress, error) {
	if at.Size > 0 && at.Size < MinPart && at.Start+at.Size < at.Total {
		return CaptureProgress{}, fault.BadField("content-range", "min_length",
			"a part must have at least %d bytes, unless it is the last", MinPart)
	}
	if known, err := in.current(ctx, to, at.Total, to.sha256); err != nil || known.Capture != nil {
		return known, err
	}
	if err := in.willFollow(ctx, to); err != nil {
		return CaptureProgress{}, err
	}
	parts, err := in.Store.CaptureParts(ctx, to.job.Company, to.job.ID, to.kind)
	if err != nil {
		return CaptureProgress{}, err
	}
	if at.Size > 0 && at.Start != held(parts, to, at.Total) {
		return in.proceed(ctx, to, at.Total, parts)
	}
	if at.Size > 0 {
		if err := in.room(ctx, to, at.Size); err != nil {
			return CaptureProgress{}, err
		}
	}
	plain, err := readPart(body, at.Size)
	if err != nil {
		return CaptureProgress{}, err
	}
	if at.Size > 0 {
		if parts, err = in.keepPart(ctx, to, at, plain); err != nil {
			return CaptureProgress{}, err
		}
	}
	return in.proceed(ctx, to, at.Total, parts)
}

// held returns how many bytes of an upload parts hold, from the first byte on; none where they belong to another.
func held(parts []store.CapturePart, to target, total int64) (n int64) {
	for _, p := range parts {
		if p.Total != total || p.SHA256 != to.sha256 || p.Start != n {
			break
		}
		n += p.Size
	}
	return n
}

func readPart(body io.Reader, size int64) ([]byte, error) {
	plain, err := io.ReadAll(io.LimitReader(body, size+1))
	if err == nil && int64(len(plain)) != size {
		err = fault.BadField("content-range", "match", "the body does not have as many bytes as Content-Range says")
	}
	return plain, err
}

// keepPart stores the sealed bytes first and then inserts the row. Where another request was first, it keeps nothing.
// It returns the parts that are held then. A part that begins a new upload drops the one that was held.
func (in *Intake) keepPart(ctx context.Context, to target, at ByteRange, plain []byte) ([]store.CapturePart, error) {
	part, err := in.sealPart(ctx, to, at, plain)
	if err != nil {
		return nil, err
	}
	var parts []store.CapturePart
	var dropped []string
	next := false
	err = in.Store.Write(ctx, func(tx *store.Tx) (err error) {
		dropped = nil
		if err := to.hold(ctx, tx); err != nil {
			return err
		}
		if parts, err = tx.CaptureParts(ctx, part.Company, part.JobID, part.Kind); err != nil {
			return err
		}
		if next = at.Start == held(parts, to, at.Total); !next {
			return nil
		}
		if at.Start == 0 {
			parts = nil
			if dropped, err = tx.DropCaptureParts(ctx, part.Company, part.JobID, part.Kind); err != nil {
				return err
			}
		}
		if err := to.by.room(ctx, tx, part.JobID, part.Size); err != nil {
			return err
		}
		parts = append(parts, part)
		return tx.InsertCapturePart(ctx, part)
	})
	if isRefusal(err) || err == nil && !next {
		if _, gone := in.Evidence.Remove(context.WithoutCancel(ctx), []string{part.Object}); gone != nil {
			in.log().WarnContext(ctx, "insert part failed, its file is left to the sweeper", "cause", gone.Error())
		}
	}
	if err == nil {
		in.unlink(ctx, part.Company, dropped)
	}
	if err == nil && next {
		in.took(to.by, part.Size)
	}
	return parts, err
}

// sealPart stores the sealed bytes of a part and returns its row.
func (in *Intake) sealPart(ctx context.Context, to target, at ByteRange, plain []byte) (store.CapturePart, error) {
	part := store.CapturePart{
		Company: to.job.Company,
		JobID:   to.job.ID,
		Kind:    to.kind,
		Start:   at.Start,
		Size:    at.Size,
		Total:   at.Total,
		SHA256:  to.sha256,
		Object:  evidence.Name(in.Clock.Now(), ids.UUID()),
	}
	applicant, err := in.Keys.ApplicantKey(ctx, part.Company, part.JobID)
	if err != nil {
		return part, err
	}
	key := vault.NewKey()
	part.WrappedKey = vault.Wrap(applicant, key, place(part))
	return part, in.Evidence.KeepFile(ctx, sealed(part, key), plain)
}

// place is what the bytes and the key of a part are sealed for.
func place(p store.CapturePart) string {
	return fmt.Sprintf("capture part:%s:%s:%s:%d", p.Company, p.JobID, p.Kind, p.Start)
}

func sealed(p store.CapturePart, key vault.Key) evidence.SealedFile {
	return evidence.SealedFile{Object: p.Object, Key: key, Place: place(p)}
}

// proceed completes the capture where all its bytes are held; else it returns how many are.
func (in *Intake) proceed(
	ctx context.Context, to target, total int64, parts []store.CapturePart,
) (CaptureProgress, error) {
	n := held(parts, to, total)
	if n < total {
		return CaptureProgress{Held: n}, nil
	}
	applicant, err := in.Keys.ApplicantKey(ctx, to.job.Company, to.job.ID)
	if err != nil {
		return CaptureProgress{}, err
	}
	plain, err := in.assemble(ctx, applicant, parts)
	if fault.Is(err, fault.NotFound) || fault.Is(err, fault.Internal) {
		return in.abandon(ctx, to, total, parts, err)
	}
	if err != nil {
		return CaptureProgress{}, err
	}
	return in.complete(ctx, to, plain, parts)
}

// assemble returns the bytes of parts.
func (in *Intake) assemble(ctx context.Context, applicant vault.Key, parts []store.CapturePart) ([]byte, error) {
	var plain []byte
	for _, p := range parts {
		key, err := vault.Unwrap(applicant, p.WrappedKey, place(p))
		if err != nil {
			return nil, fault.Wrap(err, fault.Internal, "the key of a part does not open")
		}
		b, err := in.Evidence.File(ctx, sealed(p, key))
		if err != nil {
			return nil, err
		}
		plain = append(plain, b...)
	}
	return plain, nil
}

// abandon drops parts that can't be read, so that the caller sends them again. They can't be read either where another
// request has completed the capture meanwhile.
func (in *Intake) abandon(
	ctx context.Context, to target, total int64, parts []store.CapturePart, cause error,
) (CaptureProgress, error) {
	if in.discard(ctx, to, parts) {
		in.log().ErrorContext(ctx, "read parts of capture failed, the upload begins anew", "job", to.job.ID, "kind",
			to.kind, "cause", cause.Error())
	}
	return in.current(ctx, to, total, to.sha256)
}

// discard drops parts unless another request has dropped them, and reports whether it did.
func (in *Intake) discard(ctx context.Context, to target, parts []store.CapturePart) bool {
	if len(parts) == 0 {
		return false
	}
	var dropped []string
	err := in.Store.Write(ctx, func(tx *store.Tx) (err error) {
		if err := to.by.hold(ctx, tx, to.job); err != nil {
			return err
		}
		dropped, err = tx.DropCaptureParts(ctx, to.job.Company, to.job.ID, to.kind)
		if err == nil && !sameObjects(parts, dropped) {
			return errOvertaken
		}
		return err
	})
	if err != nil {
		if !fault.Is(err, fault.Conflict) {
			in.log().WarnContext(ctx, "drop parts of capture failed", "job", to.job.ID, "cause", err.Error())
		}
		return false
	}
	in.unlink(ctx, to.job.Company, dropped)
	return true
}

// sameObjects reports whether parts have these objects, in any order.
func sameObjects(parts []store.CapturePart, objects []string) bool {
	var of []string
	for _, p := range parts {
		of = append(of, p.Object)
	}
	slices.Sort(of)
	return slices.Equal(of, slices.Sorted(slices.Values(objects)))
}
