package form_test

import (
	"testing"

	"proofdesk/app/web/shell/form"
)

func TestTextIsKeptWithoutWhatNobodyCanSee(t *testing.T) {
	for text, want := range map[string]string{
		"a\r\nb\rc\nd":      "a\nb\nc\nd",
		"a\tb":              "a\tb",
		"nul\x00l":          "null",
		"es\x1bc\x7f\u0085": "esc",
		"bad\xff\xfe":       "bad",
		"Ærøskøbing 李":      "Ærøskøbing 李",
	} {
		if got := form.Clean(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
