package review

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
)

// defaultReasons are the reasons of a company that has set none of its own: three to a band answer to the keys 1 to 9,
// the others to the same keys with Shift.
var defaultReasons = []onboarding.ReviewReason{
	{Code: "fraud.document_altered", Band: onboarding.Fraud, Text: "Document forged or altered"},
	{Code: "fraud.document_copy", Band: onboarding.Fraud, Text: "Photocopy or screen, not the document"},
	{Code: "fraud.face_mismatch", Band: onboarding.Fraud, Text: "Not the person on the document"},
	{Code: "fraud.face_presentation", Band: onboarding.Fraud, Text: "Selfie of a picture, screen or mask"},
	{Code: "fraud.known", Band: onboarding.Fraud, Text: "Known or reported identity fraud"},
	{Code: "data.mismatch", Band: onboarding.Data, Text: "Values differ between sources"},
	{Code: "data.expired", Band: onboarding.Data, Text: "Document has expired"},
	{Code: "data.not_accepted", Band: onboarding.Data, Text: "Document type not accepted"},
	{Code: "data.underage", Band: onboarding.Data, Text: "Person is under age"},
	{Code: "data.duplicate", Band: onboarding.Data, Text: "Person is known under another number"},
	{Code: "quality.unreadable", Band: onboarding.Quality, Text: "Document can't be read"},
	{Code: "quality.face_unclear", Band: onboarding.Quality, Text: "Face can't be seen clearly"},
	{Code: "quality.incomplete", Band: onboarding.Quality, Text: "Document cut off or covered"},
	{Code: "quality.missing", Band: onboarding.Quality, Text: "A needed capture is missing"},
}

// Bands lists the bands in the order in which the console shows them.
func Bands() []onboarding.Band {
	return []onboarding.Band{onboarding.Fraud, onboarding.Data, onboarding.Quality}
}

// Reasons lists the reasons that the company's agents may give: those of its settings ("reviewReasons"), else the
// default ones.
func (d *Desk) Reasons(ctx context.Context, company string) ([]onboarding.ReviewReason, error) {
	c, err := d.Store.Company(ctx, company)
	if err != nil {
		return nil, err
	}
	var settings struct {
		ReviewReasons []onboarding.ReviewReason `json:"reviewReasons"`
	}
	if err := json.Unmarshal([]byte(c.Settings), &settings); err != nil {
		return nil, fault.Wrap(fmt.Errorf("settings of %s: %w", company, err), fault.Internal,
			"the company's settings are damaged")
	}
	if len(settings.ReviewReasons) > 0 {
		return settings.ReviewReasons, nil
	}
	return slices.Clone(defaultReasons), nil
}

// BuiltIn reports whether a reason is one of the default ones, with the text that it came with.
func BuiltIn(r onboarding.ReviewReason) bool { return slices.Contains(defaultReasons, r) }

// pick returns the reasons for codes, each once, in the order of the list.
func pick(all []onboarding.ReviewReason, codes []string) ([]onboarding.ReviewReason, error) {
	wanted := map[string]bool{}
	for _, code := range codes {
		wanted[code] = true
	}
	picked := []onboarding.ReviewReason{}
	for _, r := range all {
		if wanted[r.Code] {
			picked = append(picked, r)
			delete(wanted, r.Code)
		}
	}
	for code := range wanted {
		return nil, fault.BadField("reason", "unknown", "there is no reason %q", code)
	}
	return picked, nil
}

// codes returns the reasons' codes.
func codes(reasons []onboarding.ReviewReason) []string {
	all := make([]string, 0, len(reasons))
	for _, r := range reasons {
		all = append(all, r.Code)
	}
	return all
}
