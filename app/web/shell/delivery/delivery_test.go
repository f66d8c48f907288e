package delivery_test

import (
	"testing"

	"proofdesk/app/web/shell/delivery"
	"proofdesk/views/words"
)

func TestEveryTextHasItsSpanish(t *testing.T) {
	for _, text := range delivery.Texts() {
		if words.Spanish.T(text) == text {
			t.Errorf("%q has no Spanish", text)
		}
	}
}
