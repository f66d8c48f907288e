package store

import (
	"context"
	"time"
)

// Company is a tenant. Slug never changes; WrappedKey is its data key under a master key.
type Company struct {
	Slug       string
	Name       string
	Settings   string // JSON object
	WrappedKey []byte
	CreatedAt  time.Time
}

const (
	companyColumns = `slug, name, settings, wrapped_key, created_at`
	companyBySlug  = `SELECT ` + companyColumns + ` FROM companies WHERE slug = ?`
	companyList    = `SELECT ` + companyColumns + ` FROM companies ORDER BY slug`
	companyInsert  = `INSERT INTO companies (` + companyColumns + `) VALUES (?, ?, ?, ?, ?)`
	companyRewrap  = `UPDATE companies SET wrapped_key = ? WHERE slug = ? AND wrapped_key = ?`
	companyRename  = `UPDATE companies SET name = ? WHERE slug = ?`
	companySetting = `UPDATE companies SET settings = ? WHERE slug = ?`
)

func scanCompany(scan scanner) (Company, error) {
	var c Company
	err := scan(&c.Slug, &c.Name, &c.Settings, &c.WrappedKey, instant{&c.CreatedAt})
	return c, err
}

// Company returns a company by its slug.
func (q queries) Company(ctx context.Context, slug string) (Company, error) {
	return scanCompany(q.row(ctx, companyBySlug, slug).or("there is no such company").scan)
}

// Companies returns all companies in order of slug.
func (q queries) Companies(ctx context.Context) ([]Company, error) {
	return list(ctx, q, scanCompany, companyList)
}

// InsertCompany adds a company; a taken slug is a Conflict.
func (tx *Tx) InsertCompany(ctx context.Context, c Company) error {
	if c.Settings == "" {
		c.Settings = "{}"
	}
	return tx.insert(ctx, companyInsert, c.Slug, c.Name, c.Settings, c.WrappedKey, millis(c.CreatedAt))
}

// RewrapCompany replaces the wrapping of a company's key, and reports whether it still was the one given.
func (tx *Tx) RewrapCompany(ctx context.Context, slug string, from, to []byte) (bool, error) {
	n, err := tx.exec(ctx, companyRewrap, to, slug, from)
	return n == 1, err
}

// RenameCompany sets the name that people read.
func (tx *Tx) RenameCompany(ctx context.Context, slug, name string) error {
	return tx.mustChange(ctx, "there is no such company", companyRename, name, slug)
}

// SetCompanySettings replaces the settings, a JSON object.
func (tx *Tx) SetCompanySettings(ctx context.Context, slug, settings string) error {
	return tx.mustChange(ctx, "there is no such company", companySetting, settings, slug)
}
