package preset_test

import (
	"testing"

	"proofdesk/app/preset"
)

func TestANumberIsSpelledInOneWay(t *testing.T) {
	for text, want := range map[string]int{"1": 1, "10": 10, "4294967297": 4294967297} {
		if n, ok := preset.ParseNumber(text); !ok || n != want {
			t.Errorf("%q: %d, %t", text, n, ok)
		}
	}
	for _, text := range []string{
		"", "0", "00", "01", "+1", "-1", " 1", "1_0", "1.0", "1e1", "0x1", "١",
		"99999999999999999999",
	} {
		if n, ok := preset.ParseNumber(text); ok || n != 0 {
			t.Errorf("%q is taken for %d", text, n)
		}
	}
}
