package trail_test

import (
	"slices"
	"strings"
	"testing"

	"proofdesk/app/catalogue"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/trail"
	"proofdesk/views/words"
)

// same are texts that are spelt alike in both languages.
var same = []string{"tokens", "token %s", "host", "error"}

func TestEveryTextHasItsSpanish(t *testing.T) {
	for _, text := range trail.Texts() {
		if words.Spanish.T(text) == text && !slices.Contains(same, text) {
			t.Errorf("%q has no Spanish", text)
		}
	}
}

func TestTheAreaOfEveryActionHasAName(t *testing.T) {
	for _, a := range catalogue.Actions {
		if area, _, _ := strings.Cut(a.Code, "."); !trail.HasArea(area) {
			t.Errorf("%s: the area %q is shown by its code", a.Code, area)
		}
	}
}

func TestAReasonThatTwoCapturesGiveIsNamedOnce(t *testing.T) {
	v := shell.Visitor{Language: words.English}
	got := trail.Detail(v, `{"reasons": ["capture.damaged", "glare", "capture.truncated"]}`)
	if n := strings.Count(got, "Capture can't be read"); n != 1 {
		t.Errorf("it is named %d times: %s", n, got)
	}
}
