// Package audittrail seals written audit entries into each company's hash chain and verifies the chains. Package audit
// defines the chain.
package audittrail

import (
	"context"
	"log/slog"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

const (
	sealBatch = 500
	sealEvery = 2 * time.Second
)

// Trail seals and verifies audit entries. Its fields are set once, before use.
type Trail struct {
	Store *store.Store
	Log   *slog.Logger
}

// Seal seals every row that is not sealed yet and returns how many. Where another node seals at the same time, the rest
// is left to that node.
func (t *Trail) Seal(ctx context.Context) (int, error) {
	total := 0
	for {
		n, err := t.Store.SealAudit(ctx, sealBatch)
		total += n
		if fault.Is(err, fault.Conflict) {
			return total, nil
		}
		if err != nil || n < sealBatch {
			return total, err
		}
	}
}

// Run seals new rows every two seconds, until ctx ends.
func (t *Trail) Run(ctx context.Context) {
	ticker := time.NewTicker(sealEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if _, err := t.Seal(ctx); err != nil && ctx.Err() == nil {
				t.Log.WarnContext(ctx, "seal audit rows failed", "error", err)
			}
		}
	}
}

// Verify seals new rows, then checks the chain of one company, or of all for "". A verdict that is not OK names the
// first bad row.
func (t *Trail) Verify(ctx context.Context, company string) ([]audit.Verification, error) {
	if _, err := t.Seal(ctx); err != nil {
		return nil, err
	}
	slugs := []string{company}
	if company == "" {
		companies, err := t.Store.Companies(ctx)
		if err != nil {
			return nil, err
		}
		slugs = slugs[:0]
		for _, c := range companies {
			slugs = append(slugs, c.Slug)
		}
	} else if _, err := t.Store.Company(ctx, company); err != nil {
		return nil, err
	}
	verdicts := []audit.Verification{}
	for _, slug := range slugs {
		v, err := t.Store.VerifyAudit(ctx, slug)
		if err != nil {
			return nil, err
		}
		verdicts = append(verdicts, v)
	}
	return verdicts, nil
}

// NoteVerification writes an audit entry for a verification and its result.
func (t *Trail) NoteVerification(ctx context.Context, actor string, v audit.Verification) error {
	detail := map[string]any{"whole": v.OK(), "rows": v.Rows, "head": v.Head}
	return t.Store.Write(ctx, func(tx *store.Tx) error {
		return tx.Audit(ctx, audit.NewEntry(v.Company, actor, "audit.verify", "company:"+v.Company, detail))
	})
}
