//go:build !js

package engine_test

import (
	"slices"
	"testing"

	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

func TestASmudgedPrintIsTold(t *testing.T) {
	for name, want := range map[specimen.Case]engine.Outcome{
		specimen.Good:         engine.Pass,
		specimen.SmudgedPrint: engine.Warn,
	} {
		for _, seed := range sampled([]uint64{40, 41, 42}) {
			sheet, _ := specimen.Applicant(seed, name, today).Capture("fingerprints")
			r := engine.Inspect(t.Context(), one("fingerprints", sheet.Bytes))
			got := checkOf(r, engine.CodeFingerprints)
			if got.Outcome != want || slices.Contains(got.Reasons, "fingerprint.poor") != (want == engine.Warn) {
				t.Errorf("%s of seed %d: %s %v (%s), want %s", name, seed, got.Outcome, got.Reasons, got.Detail, want)
			}
		}
	}
}
