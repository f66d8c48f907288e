package admin

import (
	"context"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

const (
	sealBatch = 500
	sealEvery = 2 * time.Second
)

// SealAudit seals every row that waits, and says how many. Another node may do so at once: it then leaves the rest to
// it.
func (a *Accounts) SealAudit(ctx context.Context) (int, error) {
	total := 0
	for {
		n, err := a.Store.SealAudit(ctx, sealBatch)
		total += n
		if fault.Is(err, fault.Conflict) {
			return total, nil
		}
		if err != nil || n < sealBatch {
			return total, err
		}
	}
}

// RunAuditSealing seals what was written, every two seconds, until ctx ends.
func (a *Accounts) RunAuditSealing(ctx context.Context) {
	ticker := time.NewTicker(sealEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if _, err := a.SealAudit(ctx); err != nil && ctx.Err() == nil {
				a.Log.WarnContext(ctx, "audit sealing", "error", err)
			}
		}
	}
}

// VerifyAudit seals what waits, then checks the chain of one company, or of all for "". A verdict that is not OK names
// the first bad row.
func (a *Accounts) VerifyAudit(ctx context.Context, company string) ([]audit.Verdict, error) {
	if _, err := a.SealAudit(ctx); err != nil {
		return nil, err
	}
	slugs := []string{company}
	if company == "" {
		companies, err := a.Store.Companies(ctx)
		if err != nil {
			return nil, err
		}
		slugs = slugs[:0]
		for _, c := range companies {
			slugs = append(slugs, c.Slug)
		}
	} else if _, err := a.Store.Company(ctx, company); err != nil {
		return nil, err
	}
	verdicts := []audit.Verdict{}
	for _, slug := range slugs {
		v, err := a.Store.VerifyAudit(ctx, slug)
		if err != nil {
			return nil, err
		}
		verdicts = append(verdicts, v)
	}
	return verdicts, nil
}

// NoteVerification writes into a company's trail that it was checked and what was found.
func (a *Accounts) NoteVerification(ctx context.Context, actor string, v audit.Verdict) error {
	detail := map[string]any{"whole": v.OK(), "rows": v.Rows, "head": v.Head}
	return a.Store.Write(ctx, func(tx *store.Tx) error {
		return tx.Audit(ctx, entry(v.Company, actor, "audit.verify", "company:"+v.Company, detail))
	})
}
