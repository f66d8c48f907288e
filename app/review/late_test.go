package review_test

import (
	"strings"
	"testing"

	"proofdesk/app/draft"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
)

func TestALateDecisionIsToldThatTheJobIsDecidedNotToCompareTexts(t *testing.T) {
	eachBench(t, func(b *bench) {
		first := decision(b.held, onboarding.ReviewApproved)
		first.Key, first.Note, first.Seen = "k1", "alpha", []string{"a1"}
		_, err := b.desk.Decide(b.Context(), b.anna, first)
		b.must(err)
		_, err = b.desk.MergeDraft(b.Context(), b.anna, b.jobs[0], draft.Draft{Note: "beta", Rev: "b1"})
		if err != nil && !fault.Is(err, fault.Conflict) {
			b.Fatal(err)
		}
		late := first
		late.Key, late.Note, late.Seen = "k2", "gamma", nil
		_, err = b.desk.Decide(b.Context(), b.anna, late)
		if !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "no longer in review") {
			b.Errorf("a late decision: %v", err)
		}
	})
}
