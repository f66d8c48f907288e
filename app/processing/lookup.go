package processing

import (
	"context"
	"strconv"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/engine"
)

// lookUp compares the applicant with the enrolled customers: the one that an identifier names, and all whose face is
// near. A job of the sandbox is about no real person and is compared with none.
func (w *Worker) lookUp(ctx context.Context, d *dossier) (*policy.Existing, error) {
	var existing *policy.Existing
	if d.sandbox {
		return existing, nil
	}
	selfie, hasSelfie := selfieOf(d.report)
	customer, by, err := w.identified(ctx, d)
	if err != nil {
		return nil, err
	}
	if customer != nil {
		d.near = append(d.near, policy.Candidate{CustomerID: customer.ID, By: by})
		existing = &policy.Existing{CustomerID: customer.ID, By: by}
		check, err := w.compareCustomer(ctx, *customer, selfie, hasSelfie)
		if err != nil {
			return nil, err
		}
		existing.FacePass = check.Outcome == engine.Pass
		if d.job.Function == onboarding.CustomerVerification || d.job.Function == onboarding.VideoID {
			d.report.Checks = append(d.report.Checks, check)
		}
	} else if d.job.Function == onboarding.CustomerVerification || d.job.Function == onboarding.VideoID {
		d.report.Checks = append(d.report.Checks,
			customerCheck(engine.Inconclusive, "customer.unknown", "No customer is enrolled under this unique number"))
	}
	if d.job.Function.Enrols() && hasSelfie {
		return existing, w.duplicates(ctx, d, selfie)
	}
	return existing, nil
}

func selfieOf(r engine.Report) (engine.Template, bool) {
	for _, t := range r.Templates {
		if t.Kind == "face" && t.Role == "selfie" {
			return t, true
		}
	}
	return engine.Template{}, false
}

// identified returns the customer with exactly the job's unique number, or document number and issuing State.
func (w *Worker) identified(ctx context.Context, d *dossier) (*onboarding.Customer, string, error) {
	if d.job.UniqueNumber != "" {
		c, err := w.Store.CustomerByNumber(ctx, d.job.Company, d.job.UniqueNumber)
		if err == nil {
			return &c, "unique_number", nil
		}
		if !fault.Is(err, fault.NotFound) {
			return nil, "", err
		}
	}
	p := person(d.report.Readings)
	if p.DocumentNumber == "" || p.IssuingCountry == "" || p.Sources["documentNumber"] == string(engine.Submitted) {
		return nil, "", nil
	}
	found, err := w.Store.CustomersByDocument(ctx, d.job.Company, p.DocumentNumber, p.IssuingCountry)
	if err != nil || len(found) == 0 {
		return nil, "", err
	}
	return &found[0], "document", nil
}

func customerCheck(outcome engine.Outcome, reason, detail string) engine.Check {
	return engine.Check{
		Code:     engine.CodeCustomerFace,
		Group:    engine.GroupFace,
		Provider: "proofdesk",
		Version:  engine.Version,
		RanOn:    engine.OnServer,
		Outcome:  outcome,
		Reasons:  []string{reason},
		Detail:   detail,
	}
}

func (w *Worker) compareCustomer(
	ctx context.Context, c onboarding.Customer, selfie engine.Template, hasSelfie bool,
) (engine.Check, error) {
	if !hasSelfie {
		return customerCheck(engine.NotRun, "customer.no_selfie", "No selfie could be compared"), nil
	}
	enrolled, err := w.Gallery.Face(ctx, c.Company, c.ID, selfie.ModelSHA256)
	if fault.Is(err, fault.NotFound) {
		return customerCheck(engine.NotRun, "customer.no_template",
			"The customer has no face template of this model"), nil
	}
	if err != nil {
		return engine.Check{}, err
	}
	return engine.CompareFaces(engine.CodeCustomerFace, selfie, enrolled), nil
}

// maxCandidates is how many customers with a near face a decision lists.
const maxCandidates = 5

// duplicates adds the check whether the face is already enrolled under another number.
func (w *Worker) duplicates(ctx context.Context, d *dossier, selfie engine.Template) error {
	found, err := w.Gallery.Search(ctx, d.job.Company, selfie)
	if err != nil {
		return err
	}
	check := engine.Check{
		Code:        engine.CodeDuplicate,
		Group:       engine.GroupFace,
		Provider:    "face-api resnet",
		Version:     engine.Version,
		ModelSHA256: selfie.ModelSHA256,
		Assurance:   engine.Model,
		RanOn:       engine.OnServer,
		Outcome:     engine.Pass,
	}
	if len(found) > 0 {
		check.Outcome, check.Reasons = engine.Warn, []string{"customer.same_face"}
		check.Score = &found[0].Distance
		check.Detail = "The face is near that of " + strconv.Itoa(len(found)) + " enrolled customers"
		if len(found) == 1 {
			check.Detail = "The face is similar to that of an enrolled customer"
		}
	}
	for i, c := range found[:min(len(found), maxCandidates)] {
		d.near = append(d.near, policy.Candidate{CustomerID: c.CustomerID, By: "face", Distance: &found[i].Distance})
	}
	d.report.Checks = append(d.report.Checks, check)
	return nil
}
