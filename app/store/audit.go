package store

import (
	"context"
	"database/sql"
	"strconv"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
)

const (
	auditColumns  = `company, id, at, actor, action, target, detail, position, previous, hash`
	auditInsert   = `INSERT INTO audit (company, id, at, actor, action, target, detail) VALUES (?, ?, ?, ?, ?, ?, ?)`
	auditUnsealed = `SELECT ` + auditColumns + ` FROM audit WHERE position IS NULL ORDER BY company, id LIMIT ?`
	auditHead     = `
		SELECT position, hash
		FROM audit
		WHERE company = ? AND position IS NOT NULL
		ORDER BY position DESC
		LIMIT 1`
	auditSeal = `
		UPDATE audit
		SET position = ?, previous = ?, hash = ?
		WHERE company = ? AND id = ? AND position IS NULL`
	auditSealed = `
		SELECT ` + auditColumns + `
		FROM audit
		WHERE company = ? AND position > ?
		ORDER BY position
		LIMIT ?`
	auditPage     = `SELECT ` + auditColumns + ` FROM audit WHERE company = ? AND id < ? ORDER BY id DESC LIMIT ?`
	auditOfTarget = `
		SELECT ` + auditColumns + `
		FROM audit
		WHERE company = ? AND target = ? AND id < ?
		ORDER BY id DESC
		LIMIT ?`
	auditKeySecrets = `
		SELECT DISTINCT actor
		FROM audit
		WHERE company = ? AND target = ? AND action IN ('apikey.create', 'apikey.secret_add')
		ORDER BY actor`
)

// auditEnd sorts after every ULID, in byte order and in any locale.
const auditEnd = "zz"

const auditPageSize = 500

func scanAudit(scan scanner) (audit.Row, error) {
	var r audit.Row
	var position sql.NullInt64
	err := scan(&r.Company, &r.ID, instant{&r.At}, &r.Actor, &r.Action, &r.Target, &r.Detail, &position, &r.Previous,
		&r.Hash)
	r.Position = position.Int64
	return r, err
}

// Audit writes an entry in this transaction, at its time.
func (tx *Tx) Audit(ctx context.Context, e audit.Entry) error {
	detail, err := e.DetailJSON()
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the audit entry does not encode")
	}
	tx.entries = append(tx.entries, e)
	return tx.change(ctx, auditInsert, e.Company, ids.ULID(tx.Now), millis(tx.Now), e.Actor, e.Action, e.Target, detail)
}

// AuditPage returns a company's entries, newest first, older than the id before; "" for the newest.
func (q queries) AuditPage(ctx context.Context, company, before string, limit int) ([]audit.Row, error) {
	return list(ctx, q, scanAudit, auditPage, company, orEnd(before), limit)
}

// AuditOf returns the entries about one target, newest first, older than the id before; "" for the newest.
func (q queries) AuditOf(ctx context.Context, company, target, before string, limit int) ([]audit.Row, error) {
	return list(ctx, q, scanAudit, auditOfTarget, company, target, orEnd(before), limit)
}

// SawKeySecrets returns the actors who were shown a secret of an API key, which is given as the target of the trail.
func (q queries) SawKeySecrets(ctx context.Context, company, target string) ([]string, error) {
	return list(ctx, q, scanName, auditKeySecrets, company, target)
}

func orEnd(before string) string {
	if before == "" {
		return auditEnd
	}
	return before
}

// SealAudit adds up to batch rows to the chains of their companies, and returns how many it added. Where two nodes do
// so at once, one of them gets a Conflict and its rows are left for the next call.
func (s *Store) SealAudit(ctx context.Context, batch int) (int, error) {
	sealed := 0
	err := s.Write(ctx, func(tx *Tx) error {
		rows, err := list(ctx, tx.queries, scanAudit, auditUnsealed, batch)
		if err != nil {
			return err
		}
		sealed = len(rows)
		return tx.sealAudit(ctx, rows)
	})
	if err != nil {
		return 0, err
	}
	return sealed, nil
}

// sealAudit adds rows, in order of company and id, to the chains of their companies.
func (tx *Tx) sealAudit(ctx context.Context, rows []audit.Row) error {
	var head audit.Row
	for _, r := range rows {
		if r.Company != head.Company {
			var err error
			if head, err = tx.auditHead(ctx, r.Company); err != nil {
				return err
			}
		}
		head = audit.Seal(r, head.Position+1, head.Hash)
		n, err := tx.exec(ctx, auditSeal, head.Position, head.Previous, head.Hash, head.Company, head.ID)
		if err != nil {
			return err
		}
		if n != 1 {
			return fault.New(fault.Conflict,
				"another server was writing the audit trail (entry %s): try again", strconv.Quote(r.ID))
		}
	}
	return nil
}

// auditHead returns the position and the hash of a company's last sealed row.
func (tx *Tx) auditHead(ctx context.Context, company string) (audit.Row, error) {
	head := audit.Row{Company: company, Hash: audit.Genesis(company)}
	err := tx.row(ctx, auditHead, company).scan(&head.Position, &head.Hash)
	if fault.Is(err, fault.NotFound) {
		return head, nil
	}
	return head, err
}

// VerifyAudit checks a company's sealed rows in order and names the first that does not fit.
func (q queries) VerifyAudit(ctx context.Context, company string) (audit.Verification, error) {
	chain := audit.NewChain(company)
	for {
		rows, err := list(ctx, q, scanAudit, auditSealed, company, chain.Verdict().Position, auditPageSize)
		if err != nil {
			return chain.Verdict(), err
		}
		for _, r := range rows {
			if !chain.Add(r) {
				return chain.Verdict(), nil
			}
		}
		if len(rows) < auditPageSize {
			return chain.Verdict(), nil
		}
	}
}
