package dossier

import (
	"strings"

	"proofdesk/app/catalogue"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
)

// Overridden returns the overrides of an approval in sentences: what was found, and why it was approved all the same.
// Another outcome has none.
func (d Dossier) Overridden(outcome onboarding.Status, overrides []policy.Override) []string {
	if !outcome.Is(onboarding.Approved) {
		return nil
	}
	var all []string
	for _, o := range overrides {
		found := d.Sentence(policy.Reason{Code: o.Code, Band: o.Band, Text: o.Text}, nil)
		all = append(all,
			d.T("Approved over: %s (%s)", strings.TrimRight(found, ": "), d.T(catalogue.OverrideText(o.Reason))))
	}
	return all
}
