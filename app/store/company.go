package store

import (
	"context"
	"encoding/json"

	"proofdesk/app/audit"
	"proofdesk/app/company"
	"proofdesk/app/fault"
)

const (
	companyColumns = `slug, name, settings, version, wrapped_key, created_at`
	companyBySlug  = `SELECT ` + companyColumns + ` FROM companies WHERE slug = ?`
	companyList    = `SELECT ` + companyColumns + ` FROM companies ORDER BY slug`
	companyInsert  = `INSERT INTO companies (` + companyColumns + `) VALUES (?, ?, ?, ?, ?, ?)`
	companyRewrap  = `UPDATE companies SET wrapped_key = ? WHERE slug = ? AND wrapped_key = ?`
	companyChange  = `UPDATE companies SET name = ?, settings = ?, version = version + 1 WHERE slug = ? AND version = ?`
	companyLock    = `SELECT version FROM companies WHERE slug = ?`
)

const noCompany = "there is no such company"

func scanCompany(scan scanner) (company.Company, error) {
	var c company.Company
	var settings string
	err := scan(&c.Slug, &c.Name, &settings, &c.Version, &c.WrappedKey, instant{&c.CreatedAt})
	if err != nil {
		return c, err
	}
	if err := json.Unmarshal([]byte(settings), &c.Settings); err != nil {
		return c, fault.Wrap(err, fault.Internal, "the settings of company %s can't be read", c.Slug)
	}
	return c, nil
}

// Company returns a company by its slug.
func (q queries) Company(ctx context.Context, slug string) (company.Company, error) {
	return scanCompany(q.row(ctx, companyBySlug, slug).or(noCompany).scan)
}

// Companies returns all companies in order of slug.
func (q queries) Companies(ctx context.Context) ([]company.Company, error) {
	return list(ctx, q, scanCompany, companyList)
}

// InsertCompany adds a company at version 1; a taken slug is a Conflict.
func (tx *Tx) InsertCompany(ctx context.Context, c company.Company) error {
	settings, err := encodeSettings(c.Settings)
	if err != nil {
		return err
	}
	return tx.change(ctx, companyInsert, c.Slug, c.Name, settings, 1, c.WrappedKey, millis(c.CreatedAt))
}

// RewrapCompany replaces the wrapping of a company's key, and reports whether it still was the one given.
func (tx *Tx) RewrapCompany(ctx context.Context, slug string, from, to []byte) (bool, error) {
	n, err := tx.exec(ctx, companyRewrap, to, slug, from)
	return n == 1, err
}

// LockCompany keeps every other transaction that locks or changes the company waiting until this one ends. A use case
// that decides on several of a company's rows, such as whether a name is still free, locks it first.
func (tx *Tx) LockCompany(ctx context.Context, slug string) error {
	var version int64
	return tx.row(ctx, companyLock+tx.dialect.forUpdate, slug).or(noCompany).scan(&version)
}

// ChangeCompany locks a company, lets change edit its name and settings, and writes them under the next version
// together with the audit entry that change returns. Nothing else writes a company's settings, so that no edit is lost.
func (tx *Tx) ChangeCompany(
	ctx context.Context, slug string, change func(*company.Company) (audit.Entry, error),
) error {
	c, err := scanCompany(tx.row(ctx, companyBySlug+tx.dialect.forUpdate, slug).or(noCompany).scan)
	if err != nil {
		return err
	}
	entry, err := change(&c)
	if err != nil {
		return err
	}
	settings, err := encodeSettings(c.Settings)
	if err != nil {
		return err
	}
	n, err := tx.exec(ctx, companyChange, c.Name, settings, slug, c.Version)
	if err != nil {
		return err
	}
	if n != 1 {
		return company.ErrChanged()
	}
	return tx.Audit(ctx, entry)
}

func encodeSettings(s company.Settings) (string, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return "", fault.Wrap(err, fault.Internal, "the company's settings can't be encoded")
	}
	return string(text), nil
}
