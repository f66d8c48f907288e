package review

import (
	"context"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
)

// customers is where enrolled customers are read: the store, or a transaction.
type customers interface {
	Customer(ctx context.Context, company, id string) (onboarding.Customer, error)
	CustomerByNumber(ctx context.Context, company, uniqueNumber string) (onboarding.Customer, error)
}

// readEnrolled leaves out whom a job enrolled that the agent judges blind, since that the person is a customer tells
// how it was decided. The agent who holds the job sees them all the same where an approval has to name the red rows
// about them.
func (d *Desk) readEnrolled(ctx context.Context, a Agent, to *Dossier) error {
	err := to.findEnrolled(ctx, d.Store)
	if err != nil || to.Enrolled == nil || to.Held(a) && !to.ByFace {
		return err
	}
	blind, err := d.blind(ctx, a)
	if blind[to.Enrolled.JobID] {
		to.Enrolled, to.ByFace = nil, false
	}
	return err
}

// findEnrolled adds to a dossier the enrolled customer that the applicant is compared with: the one that the policy
// named, else the one who has the job's unique number, else the nearest candidate. A customer whom this very job
// enrolled is nobody else; a sandbox job is about nobody.
func (d *Dossier) findEnrolled(ctx context.Context, from customers) error {
	if d.Sandbox {
		return nil
	}
	if id := d.Decision.Customer; id != "" {
		if found, err := d.know(from.Customer(ctx, d.Job.Company, id)); found || err != nil {
			return err
		}
	}
	if number := d.Job.UniqueNumber; number != "" {
		if found, err := d.know(from.CustomerByNumber(ctx, d.Job.Company, number)); found || err != nil {
			return err
		}
	}
	for _, candidate := range d.Decision.Candidates {
		found, err := d.know(from.Customer(ctx, d.Job.Company, candidate.CustomerID))
		if found || err != nil {
			d.ByFace = candidate.By == "face"
			return err
		}
	}
	return nil
}

// know sets the customer that was found, and reports whether there is one.
func (d *Dossier) know(c onboarding.Customer, err error) (bool, error) {
	if fault.Is(err, fault.NotFound) || err == nil && c.JobID == d.Job.ID {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	d.Enrolled = &c
	return true, nil
}
