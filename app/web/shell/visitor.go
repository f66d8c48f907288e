package shell

import (
	"cmp"
	"context"
	"strings"

	"proofdesk/app/access"
	"proofdesk/app/company"
	"proofdesk/app/onboarding"
	"proofdesk/app/quality"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/web/shell/format"
	"proofdesk/views/layout"
	"proofdesk/views/ui"
	"proofdesk/views/words"
)

// Actor returns the visitor as the audit trail names them.
func (v Visitor) Actor() string { return "agent:" + v.ID }

// Checker returns the visitor as the desk of quality checks knows them.
func (v Visitor) Checker() quality.Agent { return quality.Agent{Company: v.Company, ID: v.ID} }

// Visitor is who is asking: a signed-in agent, the language of their pages, the time zone of their browser and the
// token of their session's forms.
type Visitor struct {
	store.Agent
	words.Language
	BrowserZone string // IANA name; empty where the browser has not reported one
	CSRF        string
}

// Reviewer returns the visitor as the review desk knows them.
func (v Visitor) Reviewer() review.Agent {
	return review.Agent{
		Company: v.Company,
		ID:      v.ID,
		Name:    v.DisplayName,
		Senior:  v.Role.Can(access.ReviewEscalated),
		Decides: v.Role.Can(access.ReviewJobs),
		Resting: v.Resting(),
	}
}

// PersonName returns the name of a person, or that it is unknown.
func (v Visitor) PersonName(name string) string {
	if name == "" {
		return v.T("Name unknown")
	}
	return name
}

// Document names a type of document with its State; empty where no document was recognised, since a State alone, such
// as one that the host application submitted, is no document.
func (v Visitor) Document(kind, country string) string {
	if kind == "" {
		return ""
	}
	return format.Join(", ", v.DocumentType(kind), v.Country(country))
}

// DocumentNumber returns the number of a document with the State that issued it.
func (v Visitor) DocumentNumber(number, country string) string {
	return format.Join(", ", number, v.Country(country))
}

// DocumentType names a type of document.
func (v Visitor) DocumentType(kind string) string { return v.T(format.Document(kind)) }

// Country names a country by its code.
func (v Visitor) Country(code string) string { return format.Country(v.Language, code) }

var statusNames = map[onboarding.Status]string{
	onboarding.Capturing:        "capturing",
	onboarding.Queued:           "queued",
	onboarding.Processing:       "processing",
	onboarding.Review:           "review",
	onboarding.Approved:         "approved",
	onboarding.Declined:         "declined",
	onboarding.Suspicious:       "suspicious",
	onboarding.ExistingCustomer: "existing customer",
	onboarding.Errored:          "error",
}

// Status names the status of a job.
func (v Visitor) Status(s onboarding.Status) string {
	return v.T(cmp.Or(statusNames[onboarding.Status(strings.ToUpper(string(s)))], format.Words(string(s))))
}

// Arrive makes a visitor available who signs in or takes a job, and reports whether they were on a break before.
func (v *Visitor) Arrive(ctx context.Context, desk *review.Desk) (bool, error) {
	if !v.Reviewer().Decides || !v.Resting() {
		return false, nil
	}
	v.Availability = store.Available
	return true, desk.Attend(ctx, v.Reviewer(), store.Available)
}

// Resting reports whether the visitor said that they are on a break or away.
func (v Visitor) Resting() bool {
	return v.Availability == store.OnBreak || v.Availability == store.Away
}

// Function names a function in the visitor's language.
func (v Visitor) Function(f onboarding.Function) string { return v.T(format.Function(f)) }

// FunctionChoices returns the functions of jobs to choose from.
func (v Visitor) FunctionChoices(chosen onboarding.Function) []ui.Choice {
	choices := []ui.Choice{{Label: v.T("any function"), On: chosen == ""}}
	for _, f := range onboarding.Functions() {
		choices = append(choices, ui.Choice{
			Value: strings.ToLower(string(f)),
			Label: v.T(format.Function(f)),
			On:    f == chosen,
		})
	}
	return choices
}

// Reason returns a reason as the visitor reads it: one that came with the program in their language.
func (v Visitor) Reason(r onboarding.ReviewReason) string {
	if company.BuiltIn(r) {
		return v.T(r.Text)
	}
	return r.Text
}

// DocsLink leads to the page of the documentation that a page is about.
func (v Visitor) DocsLink(path string) *layout.Link {
	return &layout.Link{Label: v.T("Documentation"), Href: path}
}
