package webhooks_test

import (
	"testing"

	"proofdesk/app/web/webhooks"
	"proofdesk/views/words"
)

func TestEveryTextHasItsSpanish(t *testing.T) {
	for _, text := range webhooks.Texts() {
		if words.Spanish.T(text) == text {
			t.Errorf("%q has no Spanish", text)
		}
	}
}
