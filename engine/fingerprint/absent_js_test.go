package fingerprint_test

import (
	"errors"
	"testing"

	"proofdesk/engine/fingerprint"
	"proofdesk/engine/specimen"
)

func TestTheDeviceNeitherExtractsNorCompares(t *testing.T) {
	if _, err := fingerprint.Extract(specimen.Print(1, 0, 1), 500); !errors.Is(err, fingerprint.ErrAbsent) {
		t.Errorf("extract: %v", err)
	}
	one := fingerprint.Template{Minutiae: make([]fingerprint.Minutia, 20)}
	if sum, scores := fingerprint.CompareHands([]fingerprint.Template{one}, []fingerprint.Template{one}); sum != 0 ||
		len(scores) != 1 {
		t.Errorf("compare: %v from %v", sum, scores)
	}
}
