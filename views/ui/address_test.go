package ui_test

import (
	"context"
	"strings"
	"testing"

	"proofdesk/views/ui"
)

func TestAnAddressBreaksAfterItsDotsAndSlashes(t *testing.T) {
	for address, want := range map[string]string{
		"":                               "",
		"hooks.bank.example":             "hooks.|bank.|example|",
		"https://bank.example/hooks/in?": "https://|bank.|example/|hooks/|in?|",
		"127.0.0.1:80/":                  "127.|0.|0.|1:80/|",
	} {
		var page strings.Builder
		if err := ui.Address(address).Render(context.Background(), &page); err != nil {
			t.Fatal(err)
		}
		if got := strings.ReplaceAll(page.String(), "<wbr>", "|"); got != want {
			t.Errorf("%q: got %q, want %q", address, got, want)
		}
	}
}
