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

func TestAStoredReasonOfOlderReleasesIsShownInTodaysWords(t *testing.T) {
	for stored, shown := range map[string][2]string{
		"opened by hand":     {"paused by hand", "pausado a mano"},
		"reset by hand":      {"resumed by hand", "reanudado a mano"},
		"time for a probe":   {"open period ended", "terminó el periodo de apertura"},
		"2 probes went well": {"2 probes succeeded", "2 pruebas exitosas"},
	} {
		for i, language := range []words.Language{words.English, words.Spanish} {
			if got := delivery.Reason(language, stored); got != shown[i] {
				t.Errorf("%q is shown as %q, want %q", stored, got, shown[i])
			}
		}
	}
}
