package policy_test

import (
	"errors"
	"testing"

	"proofdesk/app/fault"
	"proofdesk/app/policy"
	"proofdesk/engine"
)

func TestAnApprovalNamesForEachFindingWhatFitsIt(t *testing.T) {
	front := policy.Reason{
		Code: "document.copy", Check: engine.CodeRealness, Band: policy.BandFraud, Capture: "urn:document:front",
	}
	back := front
	back.Capture = "urn:document:back"
	live, genuine, other := policy.OverrideLive, policy.OverrideGenuine, policy.OverrideOther
	for about, tt := range map[string]struct {
		chosen map[string]string
		note   string
		field  string // of the refusal; empty for none
	}{
		"both are named":           {map[string]string{front.Key(): genuine, back.Key(): genuine}, "", ""},
		"one of two captures":      {map[string]string{front.Key(): genuine}, "", "override"},
		"what fits other findings": {map[string]string{front.Key(): live, back.Key(): genuine}, "", "override"},
		"other with a note":        {map[string]string{front.Key(): other, back.Key(): genuine}, "seen by hand", ""},
		"other without a note":     {map[string]string{front.Key(): other, back.Key(): genuine}, "", "note"},
		"other with spaces":        {map[string]string{front.Key(): other, back.Key(): genuine}, " \n", "note"},
	} {
		named, err := policy.Name([]policy.Reason{front, back}, tt.chosen, tt.note)
		var refused *fault.Error
		switch {
		case tt.field == "":
			if err != nil || len(named) != 2 || named[0].Reason != tt.chosen[front.Key()] {
				t.Errorf("%s: %+v, %v", about, named, err)
			}
		case !errors.As(err, &refused) || len(refused.Fields) != 1 || refused.Fields[0].Name != tt.field:
			t.Errorf("%s: %v, want a refusal of %s", about, err, tt.field)
		}
	}
}
