package boot_test

import (
	"slices"
	"testing"
	"time"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

// A company may ask for less than proven liveness. What a client says that it trusts with nothing is no answer to that
// either, as a page or a script says it as easily as a device.
func TestWhatAnUntrustedClientSaysOfLivenessApprovesNobodyHoweverLittleIsAskedFor(t *testing.T) {
	w := boottest.New(t)
	c, err := w.Store.Company(t.Context(), boottest.Company)
	must(t, err)
	rules := c.Rules()
	rules.Accepted = map[string]engine.Assurance{engine.CodeLiveness: engine.Heuristic}
	must(t, w.Companies.SetRules(t.Context(), "test", boottest.Company, rules))
	set := specimen.Applicant(40, specimen.Good, time.Now().UTC())
	p := decided(t, w.Weak, apply(t, w.Weak, set, onboarding.LiveFaceCheck, ""))
	if is := p.ApplicationDetails; is.Status != onboarding.Review || !slices.Contains(is.Reasons, "liveness.unproven") {
		t.Errorf("%s %v", is.Status, is.Reasons)
	}
}
