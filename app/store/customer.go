package store

import (
	"context"

	"proofdesk/app/onboarding"
)

const customerColumns = `company, id, seq, unique_number, full_name, date_of_birth, document_number, issuing_country,
	job_id, created_at, updated_at`

const (
	customerByNumber    = `SELECT ` + customerColumns + ` FROM customers WHERE company = ? AND unique_number = ?`
	customerByID        = `SELECT ` + customerColumns + ` FROM customers WHERE company = ? AND id = ?`
	customerHold        = `SELECT id FROM customers WHERE company = ? AND id = ?`
	customersByDocument = `
		SELECT ` + customerColumns + `
		FROM customers
		WHERE company = ? AND document_number = ? AND issuing_country = ?
		ORDER BY seq
		LIMIT 20`
	customerPage = `
		SELECT ` + customerColumns + `
		FROM customers
		WHERE company = ? AND seq < ?
		ORDER BY seq DESC
		LIMIT ?`
	customerPut = `
		INSERT INTO customers (` + customerColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (company, id) DO UPDATE
		SET full_name = excluded.full_name, date_of_birth = excluded.date_of_birth,
			document_number = excluded.document_number, issuing_country = excluded.issuing_country,
			job_id = excluded.job_id, updated_at = excluded.updated_at`
)

const noCustomer = "no such customer"

func scanCustomer(scan scanner) (onboarding.Customer, error) {
	var c onboarding.Customer
	err := scan(&c.Company, &c.ID, &c.Seq, &c.UniqueNumber, &c.FullName, &c.DateOfBirth, &c.DocumentNumber,
		&c.IssuingCountry, &c.JobID, instant{&c.CreatedAt}, instant{&c.UpdatedAt})
	return c, err
}

// CustomerByNumber returns the customer enrolled under a unique number.
func (q queries) CustomerByNumber(ctx context.Context, company, uniqueNumber string) (onboarding.Customer, error) {
	return scanCustomer(q.row(ctx, customerByNumber, company, uniqueNumber).or(noCustomer).scan)
}

// Customer returns an enrolled customer by its id.
func (q queries) Customer(ctx context.Context, company, id string) (onboarding.Customer, error) {
	return scanCustomer(q.row(ctx, customerByID, company, id).or(noCustomer).scan)
}

// CustomersByDocument lists the customers enrolled with a document of an issuing State.
func (q queries) CustomersByDocument(
	ctx context.Context, company, number, issuer string,
) ([]onboarding.Customer, error) {
	return list(ctx, q, scanCustomer, customersByDocument, company, number, issuer)
}

// Customers lists a company's customers, newest first, before a seq (0 for the newest).
func (q queries) Customers(
	ctx context.Context, company string, before int64, limit int,
) ([]onboarding.Customer, error) {
	if before == 0 {
		before = 1<<63 - 1
	}
	return list(ctx, q, scanCustomer, customerPage, company, before, limit)
}

// TakeCustomer keeps a customer from being changed or erased by others until this transaction ends; NotFound where they
// are erased.
func (tx *Tx) TakeCustomer(ctx context.Context, company, id string) error {
	return tx.row(ctx, customerHold+tx.dialect.forRemoval, company, id).or(noCustomer).scan(&id)
}

// PutCustomer enrols a customer, or updates them. It is a Conflict where another one has the unique number.
func (tx *Tx) PutCustomer(ctx context.Context, c onboarding.Customer) error {
	err := tx.change(ctx, customerPut, c.Company, c.ID, c.Seq, c.UniqueNumber, c.FullName, c.DateOfBirth,
		c.DocumentNumber, c.IssuingCountry, c.JobID, millis(c.CreatedAt), millis(c.UpdatedAt))
	if err != nil {
		return err
	}
	stored, err := tx.Customer(ctx, c.Company, c.ID)
	if err != nil {
		return err
	}
	return tx.indexCustomer(ctx, stored)
}

// SealedTemplate is a biometric template of a customer, sealed with the customer's key.
type SealedTemplate struct {
	Company     string
	CustomerID  string
	Kind        string
	ModelSHA256 string
	Sealed      []byte
}

const (
	templateColumns     = `company, customer_id, kind, model_sha256, sealed`
	templatesOfCustomer = `SELECT ` + templateColumns + ` FROM templates WHERE company = ? AND customer_id = ?`
	templatesOfModel    = `
		SELECT ` + templateColumns + `
		FROM templates
		WHERE company = ? AND kind = ? AND model_sha256 = ? AND customer_id > ?
		ORDER BY customer_id
		LIMIT ?`
	templatePut = `
		INSERT INTO templates (` + templateColumns + `, created_at) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (company, customer_id, kind, model_sha256) DO UPDATE
		SET sealed = excluded.sealed, created_at = excluded.created_at`
	templateMark = `
		SELECT count(*), coalesce(max(created_at), 0)
		FROM templates
		WHERE company = ? AND kind = ? AND model_sha256 = ?`
)

func scanTemplate(scan scanner) (SealedTemplate, error) {
	var t SealedTemplate
	err := scan(&t.Company, &t.CustomerID, &t.Kind, &t.ModelSHA256, &t.Sealed)
	return t, err
}

// Templates lists a customer's templates.
func (q queries) Templates(ctx context.Context, company, customerID string) ([]SealedTemplate, error) {
	return list(ctx, q, scanTemplate, templatesOfCustomer, company, customerID)
}

// TemplatesOf lists a company's templates of a kind and model in order of customer, after a customer's id, for the
// search for duplicates.
func (q queries) TemplatesOf(
	ctx context.Context, company, kind, model, after string, limit int,
) ([]SealedTemplate, error) {
	return list(ctx, q, scanTemplate, templatesOfModel, company, kind, model, after, limit)
}

// PutTemplate stores a template in place of the one of the same kind and model.
func (tx *Tx) PutTemplate(ctx context.Context, t SealedTemplate) error {
	return tx.change(ctx, templatePut, t.Company, t.CustomerID, t.Kind, t.ModelSHA256, t.Sealed, millis(tx.Now))
}

// TemplateMark changes whenever a company's templates of a kind and model do.
type TemplateMark struct {
	Count  int64
	Latest int64
}

// TemplateMark returns the mark of a company's templates of a kind and model.
func (q queries) TemplateMark(ctx context.Context, company, kind, model string) (TemplateMark, error) {
	var m TemplateMark
	err := q.row(ctx, templateMark, company, kind, model).scan(&m.Count, &m.Latest)
	return m, err
}
