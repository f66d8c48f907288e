package customer

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"strings"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/clock"
	"proofdesk/app/evidence"
	"proofdesk/app/fault"
	"proofdesk/app/keyring"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// Registry finds enrolled persons, and erases these and those of whom there are only jobs. Its fields are set once,
// before use.
type Registry struct {
	Store *store.Store
	Clock clock.Clock
	Keys  *keyring.Keys
	Safe  evidence.Safe
	Log   *slog.Logger
}

// Record is what is stored about the person with a unique number.
type Record struct {
	onboarding.Customer // only company and unique number where nobody was enrolled
	Templates           []store.TemplateAge
	Jobs                []HeldJob // under the unique number, newest first
	Tests               []HeldJob // the same, whose outcome a sandbox client chose: they tell nothing about the person
}

// Tells reports whether that a record exists tells how one of some jobs was decided: one that enrolled the person, or
// any under the number of a person who was not enrolled.
func (r Record) Tells(of map[string]bool) bool {
	if r.Enrolled() {
		return of[r.JobID]
	}
	return slices.ContainsFunc(r.Jobs, func(j HeldJob) bool { return of[j.ID] })
}

// HeldJob is one job of a person, with what its rows hold.
type HeldJob struct {
	onboarding.Job
	store.JobData
}

const (
	maxProofs = 50
	// maxJobs limits how many jobs one erasure removes in its transaction, and how many tests.
	maxJobs = 500
)

// Find returns customers by unique number, document number or name, newest first, before a seq (0 for the newest).
// Where none matches and begin is set, the last word may be the beginning of one.
func (r *Registry) Find(
	ctx context.Context, company, text string, begin bool, before int64, limit int,
) ([]onboarding.Customer, error) {
	text = strings.TrimSpace(text)
	found, err := r.Store.FindCustomers(ctx, company, text, before, limit)
	if err != nil || len(found) > 0 || !begin || strings.ContainsAny(text, " \t") {
		return found, err
	}
	return r.Store.FindCustomersBeginning(ctx, company, text, before, limit)
}

// Record returns everything that is stored about the person with a unique number; NotFound where that is nothing.
func (r *Registry) Record(ctx context.Context, company, number string) (Record, error) {
	return recordOf(ctx, r.Store, company, number)
}

// reader reads what is stored, in a transaction or outside of one.
type reader interface {
	CustomerByNumber(ctx context.Context, company, number string) (onboarding.Customer, error)
	TemplateAges(ctx context.Context, company, customerID string) ([]store.TemplateAge, error)
	JobsByNumber(ctx context.Context, company, number string, limit int) ([]onboarding.Job, error)
	SandboxJobsByNumber(ctx context.Context, company, number string, limit int) ([]onboarding.Job, error)
	JobData(ctx context.Context, company, jobID string) (store.JobData, error)
}

func recordOf(ctx context.Context, from reader, company, number string) (Record, error) {
	c, missing := from.CustomerByNumber(ctx, company, number)
	if missing != nil && !fault.Is(missing, fault.NotFound) {
		return Record{}, missing
	}
	record, err := Record{Customer: c}, error(nil)
	record.Company, record.UniqueNumber = company, number
	if record.Templates, err = from.TemplateAges(ctx, company, c.ID); err != nil {
		return record, err
	}
	jobs, err := from.JobsByNumber(ctx, company, number, maxJobs+1)
	if err != nil {
		return record, err
	}
	if record.Jobs, err = held(ctx, from, jobs); err != nil {
		return record, err
	}
	tests, err := from.SandboxJobsByNumber(ctx, company, number, maxJobs+1)
	if err != nil {
		return record, err
	}
	if record.Tests, err = held(ctx, from, tests); err == nil && len(record.all()) == 0 {
		err = missing
	}
	return record, err
}

// Enrolled reports whether the person was enrolled. Of one who was not, only jobs are stored: they were declined, wait
// for a decision or enrol nobody.
func (r Record) Enrolled() bool { return r.ID != "" }

// held adds to jobs what their rows hold.
func held(ctx context.Context, from reader, jobs []onboarding.Job) ([]HeldJob, error) {
	all := make([]HeldJob, len(jobs))
	for i, job := range jobs {
		data, err := from.JobData(ctx, job.Company, job.ID)
		if err != nil {
			return nil, err
		}
		all[i] = HeldJob{Job: job, JobData: data}
	}
	return all, nil
}

// all returns all jobs of a record, newest first.
func (r Record) all() []HeldJob {
	return slices.SortedFunc(slices.Values(slices.Concat(r.Jobs, r.Tests)), func(a, b HeldJob) int {
		return cmp.Compare(b.Seq, a.Seq)
	})
}

// Total counts what a record holds.
type Total struct {
	Jobs      int   `json:"jobs"`
	Tests     int   `json:"sandboxJobs,omitempty"`
	Captures  int   `json:"captures"`
	Bytes     int64 `json:"bytes"`
	Templates int   `json:"templates"`
	Keys      int   `json:"keys"` // data keys, without which the files can't be decrypted
}

// Total counts what an erasure would remove.
func (r Record) Total() Total {
	jobs := r.all()
	t := Total{Jobs: len(r.Jobs), Tests: len(r.Tests), Templates: len(r.Templates), Keys: len(jobs)}
	if r.Enrolled() {
		t.Keys++
	}
	for _, job := range jobs {
		t.Captures, t.Bytes = t.Captures+job.Captures, t.Bytes+job.Bytes
	}
	return t
}

// Obstacles returns the reasons why the person can't be erased now; none where an erasure may go ahead. Nobody waits
// for the decision about a test.
func (r Record) Obstacles() []string {
	var all []string
	open := 0
	for _, job := range r.Jobs {
		if !job.Status.Final() && !job.Status.Is(onboarding.Capturing) {
			open++
		}
	}
	if open > 0 {
		all = append(all, counted(open,
			"1 job is still being decided or reviewed", "%d jobs are still being decided or reviewed"))
	}
	if max(len(r.Jobs), len(r.Tests)) > maxJobs {
		all = append(all, "there are more jobs than one erasure takes: purge older ones first")
	}
	return all
}

// Pending returns the number of deliveries that receivers have not received yet; an erasure drops them only with
// permission.
func (r Record) Pending() int {
	n := 0
	for _, job := range r.all() {
		n += job.Pending
	}
	return n
}

// target returns a name for a person in the audit log that does not reveal who it is: a keyed hash of the unique
// number.
func (r *Registry) target(company, number string) string {
	return "erased:" + access.MACHex(r.Keys.Master.Pepper("erased customers"), company+" "+number)[:32]
}

// Proofs returns the audit entries of erasures under a unique number, newest first.
func (r *Registry) Proofs(ctx context.Context, company, number string) ([]audit.Row, error) {
	return r.Store.AuditOf(ctx, company, r.target(company, number), "", maxProofs)
}
