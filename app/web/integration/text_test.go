package integration_test

import (
	"testing"

	"proofdesk/app/web/integration"
	"proofdesk/views/words"
)

func TestEveryTextHasItsSpanish(t *testing.T) {
	for _, text := range integration.Texts() {
		if words.Spanish.T(text) == text {
			t.Errorf("%q has no Spanish", text)
		}
	}
}
