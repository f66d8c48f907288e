package review_test

import (
	"testing"

	"proofdesk/app/web/review"
	"proofdesk/views/words"
)

func TestWhatWasMeasuredIsNamedInSpanishToo(t *testing.T) {
	for _, text := range review.Measurements() {
		if words.Spanish.T(text) == text {
			t.Errorf("%q has no Spanish", text)
		}
	}
}
