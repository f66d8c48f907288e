package review

import (
	"context"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
)

// Reasons returns the reasons that the company's agents may choose.
func (d *Desk) Reasons(ctx context.Context, company string) ([]onboarding.ReviewReason, error) {
	c, err := d.Store.Company(ctx, company)
	if err != nil {
		return nil, err
	}
	return c.Settings.ActiveReasons(), nil
}

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
		return nil, fault.BadField("reason", "one_of",
			"%q is not one of your company's reasons: reload the page and choose again", code)
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
