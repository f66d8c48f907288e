package review

import (
	"context"
	"slices"
	"strings"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/engine"
)

// Candidate is an enrolled customer whom the decision of a job names.
type Candidate struct {
	CustomerID string
	By         []string             // how they were found: unique_number, document, face
	Distance   *float64             // between the faces, where they were found by it
	Customer   *onboarding.Customer // nil where the customer was erased
	Portrait   *onboarding.Capture  // the selfie that they were enrolled with; nil where it is no longer stored
	Report     engine.CaptureReport // of the portrait
}

// Candidates returns the enrolled customers whom a decision names, each once, the first found first. Whoever this very
// job enrolled has no portrait apart from the job's own. Whom a job enrolled that the agent judges blind is left out,
// since that the person is a customer tells how it was decided.
func (d *Desk) Candidates(ctx context.Context, a Agent, jobID string, decision policy.Decision) ([]Candidate, error) {
	blind, err := d.blind(ctx, a)
	if err != nil {
		return nil, err
	}
	var all []Candidate
	for _, named := range decision.Candidates {
		at := slices.IndexFunc(all, func(c Candidate) bool { return c.CustomerID == named.CustomerID })
		if at < 0 {
			one, err := d.candidate(ctx, a, jobID, named.CustomerID)
			if err != nil {
				return nil, err
			}
			if one.Customer != nil && blind[one.Customer.JobID] {
				continue
			}
			at, all = len(all), append(all, one)
		}
		all[at].By = append(all[at].By, named.By)
		if named.Distance != nil {
			all[at].Distance = named.Distance
		}
	}
	return all, nil
}

// blind returns the jobs of the open quality checks that the agent holds, whose outcome is hidden from them.
func (d *Desk) blind(ctx context.Context, a Agent) (map[string]bool, error) {
	held, err := d.Store.HeldChecks(ctx, a.Company, a.ID)
	jobs := map[string]bool{}
	for _, c := range held {
		jobs[c.JobID] = true
	}
	return jobs, err
}

func (d *Desk) candidate(ctx context.Context, a Agent, jobID, customerID string) (Candidate, error) {
	c := Candidate{CustomerID: customerID}
	customer, err := d.Store.Customer(ctx, a.Company, customerID)
	if err != nil {
		return c, ignoreNotFound(err)
	}
	c.Customer = &customer
	if customer.JobID == jobID {
		return c, nil
	}
	captures, err := d.Store.Captures(ctx, a.Company, customer.JobID)
	if err != nil {
		return c, err
	}
	at := slices.IndexFunc(captures, func(one onboarding.Capture) bool {
		return one.Kind == onboarding.Selfie && !one.Removed() && strings.HasPrefix(one.ContentType, "image/")
	})
	if at < 0 {
		return c, nil
	}
	c.Portrait = &captures[at]
	var report engine.Report
	if err := ignoreNotFound(d.Store.ReadJobDoc(ctx, a.Company, customer.JobID, store.DocReport, &report)); err != nil {
		return c, err
	}
	for _, r := range report.Captures {
		if strings.HasSuffix(r.ID, c.Portrait.ID) {
			c.Report = r
		}
	}
	return c, nil
}

// Portrait returns the selfie that a customer was enrolled with, for a job whose decision names the customer; that the
// agent saw it, or saw it blurred, is audited. NotFound for any other customer, and for one who was erased.
func (d *Desk) Portrait(
	ctx context.Context, a Agent, jobID, customerID string, blurred bool,
) (onboarding.Capture, error) {
	var decision policy.Decision
	if _, err := d.Store.Job(ctx, a.Company, jobID); err != nil {
		return onboarding.Capture{}, err
	}
	if err := d.Store.ReadJobDoc(ctx, a.Company, jobID, store.DocDecision, &decision); err != nil {
		return onboarding.Capture{}, err
	}
	named := func(c policy.Candidate) bool { return c.CustomerID == customerID }
	if !slices.ContainsFunc(decision.Candidates, named) {
		return onboarding.Capture{}, fault.New(fault.NotFound,
			"this customer is not among the possible matches of this job: reload the page")
	}
	c, err := d.candidate(ctx, a, jobID, customerID)
	if err != nil {
		return onboarding.Capture{}, err
	}
	blind, err := d.blind(ctx, a)
	switch {
	case err != nil:
		return onboarding.Capture{}, err
	case c.Customer != nil && blind[c.Customer.JobID]:
		return onboarding.Capture{}, fault.New(fault.NotFound,
			"this customer is not among the possible matches of this job: reload the page")
	case c.Customer == nil:
		return onboarding.Capture{}, fault.New(fault.NotFound,
			"this customer was erased, so there is nothing to compare")
	case c.Portrait == nil:
		return onboarding.Capture{}, fault.New(fault.NotFound, "the customer's portrait is no longer stored")
	}
	seen := audit.Entry{
		Company: a.Company,
		Actor:   a.actor(),
		Action:  "customer.portrait",
		Target:  "customer:" + customerID,
		Detail:  map[string]string{"job": jobID},
	}
	if blurred {
		seen.Action = "customer.portrait_blurred"
	}
	return *c.Portrait, d.Store.Write(ctx, func(tx *store.Tx) error { return tx.Audit(ctx, seen) })
}
