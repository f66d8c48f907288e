package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/klauspost/compress/zstd"

	"proofdesk/app/fault"
)

// The kinds of a job's documents.
const (
	DocRequest       = "request"        // onboarding.Request
	DocReport        = "report"         // engine.Report
	DocDecision      = "decision"       // policy.Decision
	DocPayload       = "payload"        // onboarding.Payload without its event
	DocPayloadBefore = "payload_before" // the payload before a review that can still be undone
)

// maxDoc is how many bytes one document may have when it is decompressed.
const maxDoc = 16 << 20

var (
	packer, _   = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(2))
	unpacker, _ = zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxDoc), zstd.WithDecoderConcurrency(2))
)

const (
	jobDocByKind = `SELECT body FROM job_docs WHERE company = ? AND job_id = ? AND kind = ?`
	jobDocsOf    = `SELECT job_id, body FROM job_docs WHERE company = ? AND kind = ? AND job_id IN (`
	jobDocPut    = `
		INSERT INTO job_docs (company, job_id, kind, body, updated_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (company, job_id, kind) DO UPDATE
		SET body = excluded.body, updated_at = excluded.updated_at`
	jobDocDelete = `DELETE FROM job_docs WHERE company = ? AND job_id = ? AND kind = ?`
	jobDocRename = `UPDATE job_docs SET kind = ? WHERE company = ? AND job_id = ? AND kind = ?`
)

// JobDoc returns one document of a job as it was passed to PutJobDoc.
func (q queries) JobDoc(ctx context.Context, company, jobID, kind string) ([]byte, error) {
	var packed []byte
	err := q.row(ctx, jobDocByKind, company, jobID, kind).or("this document is not stored").scan(&packed)
	if err != nil {
		return nil, err
	}
	body, err := unpacker.DecodeAll(packed, nil)
	if err != nil {
		return nil, damaged(kind, err)
	}
	return body, nil
}

// ErrDamaged is what the error wraps about a document that can't be read, however often one tries.
var ErrDamaged = errors.New("a stored document is damaged")

func damaged(kind string, cause error) error {
	return fault.Wrap(fmt.Errorf("%w: %s: %w", ErrDamaged, kind, cause), fault.Internal, "a stored document is damaged")
}

// JobDocs returns the documents of one kind by the ids of their jobs. A job without one is left out.
func (q queries) JobDocs(ctx context.Context, company, kind string, jobIDs []string) (map[string][]byte, error) {
	found := map[string][]byte{}
	if len(jobIDs) == 0 {
		return found, nil
	}
	args := []any{company, kind}
	for _, id := range jobIDs {
		args = append(args, id)
	}
	type doc struct {
		job    string
		packed []byte
	}
	scan := func(scan scanner) (d doc, err error) { return d, scan(&d.job, &d.packed) }
	docs, err := list(ctx, q, scan, jobDocsOf+strings.Repeat("?, ", len(jobIDs)-1)+"?)", args...)
	if err != nil {
		return nil, err
	}
	for _, d := range docs {
		if found[d.job], err = unpacker.DecodeAll(d.packed, nil); err != nil {
			return nil, damaged(kind, err)
		}
	}
	return found, nil
}

// ReadJobDoc decodes one document of a job into value.
func (q queries) ReadJobDoc(ctx context.Context, company, jobID, kind string, value any) error {
	body, err := q.JobDoc(ctx, company, jobID, kind)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(body, value); err != nil {
		return damaged(kind, err)
	}
	return nil
}

// PutJobDoc stores one document of a job in place of the one of the same kind.
func (tx *Tx) PutJobDoc(ctx context.Context, company, jobID, kind string, body []byte) error {
	return tx.change(ctx, jobDocPut, company, jobID, kind, packer.EncodeAll(body, nil), millis(tx.Now))
}

// WriteJobDoc stores value as JSON.
func (tx *Tx) WriteJobDoc(ctx context.Context, company, jobID, kind string, value any) error {
	body, err := json.Marshal(value)
	if err != nil {
		return fault.Wrap(err, fault.Internal, "a document could not be written")
	}
	return tx.PutJobDoc(ctx, company, jobID, kind, body)
}

// MoveJobDoc changes the kind of a document, in place of the one that had the new kind.
func (tx *Tx) MoveJobDoc(ctx context.Context, company, jobID, from, to string) error {
	if err := tx.change(ctx, jobDocDelete, company, jobID, to); err != nil {
		return err
	}
	return tx.change(ctx, jobDocRename, to, company, jobID, from)
}
