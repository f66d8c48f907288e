package fault_test

import (
	"errors"
	"fmt"
	"testing"

	"proofdesk/app/fault"
)

func TestTheFieldsOfAnErrorStayWhateverACallerDoesToTheList(t *testing.T) {
	err := fault.BadField("name", "unique", "another preset has this name")
	wrapped := fmt.Errorf("create preset: %w", err)
	clear(fault.FieldsOf(wrapped))
	if all := fault.FieldsOf(wrapped); len(all) != 1 || all[0].Name != "name" {
		t.Errorf("the fields are %v", all)
	}
	if all := fault.FieldsOf(errors.New("disk full")); all != nil {
		t.Errorf("an error about no field has %v", all)
	}
}
