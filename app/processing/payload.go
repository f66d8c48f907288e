package processing

import (
	"cmp"
	"strings"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/engine"
)

func (w *Worker) urn(c onboarding.Capture) string {
	return access.URN{
		Kind:        access.KindDocument,
		Environment: w.Environment,
		Region:      w.Region,
		Company:     c.Company,
		ID:          c.ID,
	}.String()
}

// payload returns a decided job in the form that is sent to the client. The time of the decision is set when it is
// written.
func (w *Worker) payload(d *dossier) onboarding.Payload {
	j := d.job
	p := onboarding.Payload{
		ApplicationDetails: onboarding.ApplicationDetails{
			JobID:        j.ID,
			Status:       d.decision.Outcome,
			Function:     j.Function,
			UniqueNumber: j.UniqueNumber,
			Flavor:       j.Flavor,
			SDKVersion:   j.SDKVersion,
			CreatedAt:    onboarding.Timestamp(j.CreatedAt),
			SubmittedAt:  onboarding.Timestamp(j.SubmittedAt),
			Location:     d.request.Location,
			Device:       d.request.Device,
			Reasons:      codes(d.decision),
		},
		PersonalDetails: person(d.report.Readings),
		Documents:       []onboarding.PayloadDocument{},
		VerificationResults: onboarding.VerificationResults{
			Outcome:       d.decision.Outcome,
			EngineVersion: d.report.EngineVersion,
			Checks:        []onboarding.PayloadCheck{},
			Comparisons:   []onboarding.PayloadComparison{},
		},
	}
	for _, c := range d.captures {
		p.Documents = append(p.Documents, w.document(c, d.report))
	}
	for _, c := range d.report.Checks {
		p.VerificationResults.Checks = append(p.VerificationResults.Checks, wireCheck(c))
	}
	for _, c := range d.report.Comparisons {
		p.VerificationResults.Comparisons = append(p.VerificationResults.Comparisons, wireComparison(c))
	}
	return p
}

func (w *Worker) document(c onboarding.Capture, report engine.Report) onboarding.PayloadDocument {
	d := onboarding.PayloadDocument{
		URN:         w.urn(c),
		Kind:        c.Kind,
		ContentType: c.ContentType,
		Size:        c.Size,
		SHA256:      c.SHA256,
		Width:       c.Width,
		Height:      c.Height,
		CapturedAt:  onboarding.Timestamp(c.Taken()),
	}
	for _, r := range report.Captures {
		if r.ID == d.URN && r.Width > 0 {
			d.Width, d.Height = r.Width, r.Height
		}
	}
	return d
}

// wireCheck returns a check in the form of the API, where an inconclusive check is a WARN.
func wireCheck(c engine.Check) onboarding.PayloadCheck {
	w := onboarding.PayloadCheck{
		Code:      c.Code,
		Group:     string(c.Group),
		Outcome:   string(c.Outcome),
		Score:     c.Score,
		Threshold: c.Threshold,
		Provider:  c.Provider,
		Assurance: "none",
		RanOn:     string(c.RanOn),
	}
	if c.Outcome == engine.Inconclusive {
		w.Outcome = string(engine.Warn)
	}
	switch {
	case c.Assurance >= engine.Calibrated:
		w.Assurance = "strong"
	case c.Assurance >= engine.Heuristic:
		w.Assurance = "basic"
	}
	for _, e := range c.Evidence {
		one := onboarding.PayloadEvidence{URN: e.Capture}
		if e.Box != nil {
			one.Box = &[4]int{e.Box.X, e.Box.Y, e.Box.W, e.Box.H}
		}
		w.Evidence = append(w.Evidence, one)
	}
	return w
}

func wireComparison(c engine.Comparison) onboarding.PayloadComparison {
	w := onboarding.PayloadComparison{Field: c.Field, Match: string(c.Match), Values: map[string]string{}}
	for source, value := range c.Values {
		w.Values[string(source)] = value
	}
	return w
}

// trusted holds the sources, most trusted first.
var trusted = []engine.Source{engine.Chip, engine.MRZ, engine.Barcode, engine.VIZ, engine.Submitted}

// person returns the person with the most trusted reading of each field; unproven readings are left out.
func person(readings []engine.Reading) onboarding.PersonalDetails {
	p := onboarding.PersonalDetails{Sources: map[string]string{}}
	address := onboarding.Address{}
	fields := map[string]*string{
		"firstName":          &p.FirstName,
		"lastName":           &p.LastName,
		"dateOfBirth":        &p.DateOfBirth,
		"sex":                &p.Sex,
		"nationality":        &p.Nationality,
		"documentNumber":     &p.DocumentNumber,
		"documentType":       &p.DocumentType,
		"issuingCountry":     &p.IssuingCountry,
		"issueDate":          &p.IssueDate,
		"expiryDate":         &p.ExpiryDate,
		"personalNumber":     &p.PersonalNumber,
		"address.line1":      &address.Line1,
		"address.city":       &address.City,
		"address.state":      &address.State,
		"address.postalCode": &address.PostalCode,
		"address.country":    &address.Country,
	}
	for _, source := range trusted {
		for _, r := range readings {
			if to, ok := fields[r.Field]; ok && *to == "" && r.Source == source && !r.Unproven {
				*to = r.Value
				p.Sources[r.Field] = string(source)
			}
		}
	}
	p.FullName = strings.TrimSpace(p.FirstName + " " + p.LastName)
	if address != (onboarding.Address{}) {
		p.Address = &address
	}
	return p
}

// customerOf returns the customer that a job enrols, under the name that people see.
func customerOf(j onboarding.Job, p onboarding.PersonalDetails) onboarding.Customer {
	return onboarding.Customer{
		Company:        j.Company,
		UniqueNumber:   j.UniqueNumber,
		FullName:       cmp.Or(j.FullName, p.FullName),
		DateOfBirth:    p.DateOfBirth,
		DocumentNumber: p.DocumentNumber,
		IssuingCountry: p.IssuingCountry,
		JobID:          j.ID,
		CreatedAt:      time.Time{},
	}
}

// sandboxed returns the decision on a sandbox client's job with the outcome that was asked for, and a reason that says
// so.
func sandboxed(d policy.Decision, outcome onboarding.Status) policy.Decision {
	d.Outcome = outcome
	d.Reasons = append([]policy.Reason{
		{Code: "sandbox.requested", Band: policy.BandPolicy, Text: "Outcome requested by a sandbox client"},
	}, d.Reasons...)
	return d
}
