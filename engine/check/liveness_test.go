package check_test

import (
	"testing"

	"proofdesk/engine/check"
)

func TestASinglePictureNeverProvesThatSomebodyWasThere(t *testing.T) {
	expect(t, "selfie", check.Liveness(frame, portrait(0, 0, 100)), inconclusive("liveness.unproven"))
}
