package catalogue_test

import (
	"os"
	"testing"

	"proofdesk/app/catalogue"
)

func TestAFolderAddsALanguageToTheTextsOfCodes(t *testing.T) {
	all, err := catalogue.TranslationsIn(os.DirFS("testdata"))
	if err != nil {
		t.Fatal(err)
	}
	for tag, want := range map[string]string{"pl": "Ostrość", "es": "Enfoque"} {
		if got := all[tag]["Focus"]; got != want {
			t.Errorf("%s: %q, want %q", tag, got, want)
		}
	}
	if got := catalogue.Translations()["pl"]; got != nil {
		t.Error("the program itself speaks Polish:", got)
	}
}
