package store

import (
	"context"
	"time"

	"proofdesk/app/onboarding"
)

// TemplateAge is a template's kind and model and when it was made, without the template.
type TemplateAge struct {
	Kind        string
	ModelSHA256 string
	CreatedAt   time.Time
}

// JobData is what the rows of a job hold about a person.
type JobData struct {
	Captures int // replaced ones too
	Bytes    int64
	Pending  int // deliveries that are not finished, those of a paused endpoint too
}

const (
	templateAges = `
		SELECT kind, model_sha256, created_at
		FROM templates
		WHERE company = ? AND customer_id = ?
		ORDER BY kind, created_at`
	templatesDelete     = `DELETE FROM templates WHERE company = ? AND customer_id = ?`
	customerDelete      = `DELETE FROM customers WHERE company = ? AND id = ?`
	customerTermsDelete = `DELETE FROM customer_terms WHERE company = ? AND customer_id = ?`
	captureSizes        = `
		SELECT count(*), coalesce(sum(size), 0)
		FROM captures
		WHERE company = ? AND job_id = ? AND object <> ''`
	pendingOfJob = `
		SELECT count(*)
		FROM deliveries
		WHERE company = ? AND job_id = ? AND state IN ('pending', 'paused')`
	objectsOfJob  = `SELECT object FROM captures WHERE company = ? AND job_id = ? AND object <> '' ORDER BY object`
	jobHold       = `SELECT id FROM jobs WHERE company = ? AND id = ?`
	caseOfRemoved = `SELECT job_id FROM review_cases WHERE company = ? AND job_id = ?`

	deliveriesOfRemoved = `SELECT id FROM deliveries WHERE company = ? AND job_id = ? ORDER BY id`

	customerCount = `SELECT count(*) FROM customers WHERE company = ? AND job_id NOT IN (` + blindJobs + `)`
)

// attemptsDelete removes the attempts of a job's deliveries.
const attemptsDelete = `
	DELETE FROM attempts
	WHERE company = ? AND delivery_id IN (SELECT id FROM deliveries WHERE company = ? AND job_id = ?)`

// jobDeletes remove the other rows of a job, and the job itself last, which fails while a row refers to it.
var jobDeletes = []string{
	`DELETE FROM deliveries WHERE company = ? AND job_id = ?`,
	`DELETE FROM events WHERE company = ? AND job_id = ?`,
	`DELETE FROM captures WHERE company = ? AND job_id = ?`,
	`DELETE FROM film_frames WHERE company = ? AND job_id = ?`,
	`DELETE FROM job_docs WHERE company = ? AND job_id = ?`,
	`DELETE FROM job_terms WHERE company = ? AND job_id = ?`,
	`DELETE FROM review_cases WHERE company = ? AND job_id = ?`,
	`DELETE FROM reviews WHERE company = ? AND job_id = ?`,
	`DELETE FROM quality_checks WHERE company = ? AND job_id = ?`,
	`DELETE FROM review_skips WHERE company = ? AND job_id = ?`,
	`DELETE FROM reveals WHERE company = ? AND job_id = ?`,
	`DELETE FROM viewers WHERE company = ? AND job_id = ?`,
	`DELETE FROM drafts WHERE company = ? AND job_id = ?`,
	`DELETE FROM corrections WHERE company = ? AND job_id = ?`,
	`DELETE FROM idempotency_keys WHERE company = ? AND job_id = ?`,
	`DELETE FROM capture_handovers WHERE company = ? AND job_id = ?`,
	`DELETE FROM capture_links WHERE company = ? AND job_id = ?`,
	`DELETE FROM jobs WHERE company = ? AND id = ?`,
}

// TemplateAges lists how old a customer's templates are.
func (q queries) TemplateAges(ctx context.Context, company, customerID string) ([]TemplateAge, error) {
	return list(ctx, q, func(scan scanner) (a TemplateAge, err error) {
		err = scan(&a.Kind, &a.ModelSHA256, instant{&a.CreatedAt})
		return a, err
	}, templateAges, company, customerID)
}

// CountCustomers counts a company's customers, without those whom a job enrolled that the agent judges blind.
func (q queries) CountCustomers(ctx context.Context, company, agent string) (n int, err error) {
	err = q.row(ctx, customerCount, company, company, agent).scan(&n)
	return n, err
}

// JobData returns what the rows of a job hold.
func (q queries) JobData(ctx context.Context, company, jobID string) (JobData, error) {
	var d JobData
	if err := q.row(ctx, captureSizes, company, jobID).scan(&d.Captures, &d.Bytes); err != nil {
		return d, err
	}
	return d, q.row(ctx, pendingOfJob, company, jobID).scan(&d.Pending)
}

// EraseCustomer removes a customer with the templates and destroys the key that sealed them. The customer is taken
// first, so that whoever changes them meanwhile has done so, or will not, and goes last, which fails while a row refers
// to them.
func (tx *Tx) EraseCustomer(ctx context.Context, company, id string) error {
	if err := tx.TakeCustomer(ctx, company, id); err != nil {
		return err
	}
	for _, statement := range []string{templatesDelete, customerTermsDelete, customerDelete} {
		if err := tx.change(ctx, statement, company, id); err != nil {
			return err
		}
	}
	_, err := tx.DestroyApplicantKey(ctx, company, id)
	return err
}

// TakeJob returns a job that this transaction is about to remove, with everything or only its captures. It waits for
// those who hold the job or change it, its case or its deliveries, and until this transaction ends nobody else begins
// to. The case comes first, as in every decision.
func (tx *Tx) TakeJob(ctx context.Context, company, id string) (onboarding.Job, error) {
	_, err := list(ctx, tx.queries, scanName, caseOfRemoved+tx.dialect.forRemoval, company, id)
	if err != nil {
		return onboarding.Job{}, err
	}
	job, err := scanJob(tx.row(ctx, jobByID+tx.dialect.forRemoval, company, id).or(noJob).scan)
	if err != nil {
		return job, err
	}
	_, err = list(ctx, tx.queries, scanName, deliveriesOfRemoved+tx.dialect.forRemoval, company, id)
	return job, err
}

// HoldJob keeps a job from being removed until this transaction ends; NotFound where it is not there. Whatever adds a
// row of a job holds it, unless it changes the job itself.
func (tx *Tx) HoldJob(ctx context.Context, company, id string) error {
	return tx.row(ctx, jobHold+tx.dialect.forKey, company, id).or(noJob).scan(&id)
}

// EraseJob removes a job with everything that belongs to it, destroys the key that sealed its captures, and returns the
// names of their objects. These are listed as removed until ForgetObjects is called, once their files are deleted.
func (tx *Tx) EraseJob(ctx context.Context, company, id string) ([]string, error) {
	if _, err := tx.TakeJob(ctx, company, id); err != nil {
		return nil, err
	}
	objects, err := tx.dropObjects(ctx, company, id)
	if err != nil {
		return nil, err
	}
	if err := tx.change(ctx, attemptsDelete, company, company, id); err != nil {
		return nil, err
	}
	for _, statement := range jobDeletes {
		if err := tx.change(ctx, statement, company, id); err != nil {
			return nil, err
		}
	}
	return objects, nil
}
