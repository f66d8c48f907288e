package boot

import (
	"context"
	"slices"
	"testing"
)

func TestWaitingForPartsHasALimitAndNamesWhatIsUnfinished(t *testing.T) {
	var parts running
	enough := make(chan struct{})
	parts.begin("stubborn", func() { <-enough })
	parts.begin("quick", func() {})
	over, end := context.WithCancel(t.Context())
	end()
	if left := parts.wait(over); !slices.Contains(left, "stubborn") {
		t.Errorf("%v are unfinished at the limit", left)
	}
	close(enough)
	if left := parts.wait(t.Context()); len(left) > 0 {
		t.Errorf("%v are unfinished at the end", left)
	}
}
