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

func TestALimitIsToldInAUnitThatAPersonReads(t *testing.T) {
	for bytes, want := range map[int64]string{
		10:         "10 bytes",
		999:        "999 bytes",
		1000:       "1 kB",
		64 << 10:   "65 kB",
		1 << 20:    "1 MB",
		2 << 20:    "2 MB",
		20_000_000: "20 MB",
	} {
		if got := fault.Size(bytes); got != want {
			t.Errorf("%d: %q, want %q", bytes, got, want)
		}
	}
}
