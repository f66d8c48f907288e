package intake_test

import (
	"os"
	"strings"
	"testing"

	"proofdesk/app/intake"
	"proofdesk/app/preset"
)

func TestThePreviewShowsThePhraseThatApplicantsRead(t *testing.T) {
	b, err := os.ReadFile("../../static/sdk/screens/words.ts")
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range preset.Languages() {
		if phrase := intake.BuiltInPhrase(language); phrase == "" || !strings.Contains(string(b), "'"+phrase+"'") {
			t.Errorf("the preview does not show in %s %q", language, phrase)
		}
	}
}
