package eci_test

import (
	"testing"

	"proofdesk/engine/barcode/eci"
)

func TestBytesAreWrittenInTheCharacterSetThatIsNamed(t *testing.T) {
	for _, c := range []struct {
		number int
		bytes  string
		want   string
	}{
		{-1, "Gr\xc3\xbc\xc3\x9fe", "Grüße"},
		{-1, "Gr\xfc\xdfe", "Grüße"},
		{3, "Gr\xfc\xdfe", "Grüße"},
		{26, "é", "é"},
		{5, "\xa6", "Ĥ"},
		{22, "\xcf\xf0", "Пр"},
		{20, "\x93\xfa", "日"},
		{25, "\x00A\x00B", "AB"},
		{999, "\xe9", "é"},
	} {
		var content eci.Content
		content.Add('<')
		content.Switch(c.number)
		content.Add([]byte(c.bytes)...)
		content.Switch(-1)
		content.Add('>')
		if got := content.Text(); got != "<"+c.want+">" {
			t.Errorf("ECI %d: %q is %q, not %q", c.number, c.bytes, got, c.want)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add(20, []byte("\x93\xfa"))
	f.Fuzz(func(t *testing.T, number int, b []byte) {
		var content eci.Content
		content.Switch(number)
		content.Add(b...)
		if len(b) == 0 && content.Text() != "" {
			t.Error("text from nothing")
		}
	})
}
