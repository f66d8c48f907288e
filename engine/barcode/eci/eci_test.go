package eci_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"proofdesk/engine/barcode/eci"
	"proofdesk/engine/golden"
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

// What a byte of the upper half means in each character set that can be named.
func TestCharacterSetsKeepTheirLetters(t *testing.T) {
	var out strings.Builder
	for number := range 36 {
		var letters strings.Builder
		for b := 0xa0; b < 0x100; b++ {
			letters.WriteString(eci.Text([]byte{byte(b)}, []eci.Segment{{ECI: number, From: 0, To: 1}}))
		}
		fmt.Fprintf(&out, "%d %+q\n", number, letters.String())
	}
	golden.Check(t, "sets.golden", out.String())
}

func FuzzText(f *testing.F) {
	f.Add(20, []byte("\x93\xfa"), []byte("plain"))
	f.Add(3, []byte("Gr\xfc\xdfe"), []byte("\xff"))
	f.Add(26, []byte("\xc3"), []byte("\xa9"))
	f.Fuzz(func(t *testing.T, number int, named, plain []byte) {
		var content eci.Content
		content.Add(plain...)
		content.Switch(number)
		content.Add(named...)
		at := 0
		for _, s := range content.Segments {
			if s.From != at || s.To < s.From {
				t.Fatalf("segments %+v of %d bytes", content.Segments, len(content.Bytes))
			}
			at = s.To
		}
		if at != len(content.Bytes) {
			t.Fatalf("segments end at %d of %d bytes", at, len(content.Bytes))
		}
		text := content.Text()
		switch {
		case !utf8.ValidString(text):
			t.Errorf("%q is no UTF-8", text)
		case (text == "") != (len(content.Bytes) == 0) && utf8.Valid(content.Bytes):
			t.Errorf("%q from %q", text, content.Bytes)
		case number == -1 && utf8.Valid(content.Bytes) && text != string(content.Bytes):
			t.Errorf("%q from %q without a name", text, content.Bytes)
		}
	})
}

func BenchmarkText(b *testing.B) {
	text := []byte(strings.Repeat("Gr\xfc\xdfe ", 100))
	segments := []eci.Segment{{ECI: 3, From: 0, To: len(text)}}
	b.ReportAllocs()
	for b.Loop() {
		eci.Text(text, segments)
	}
}
