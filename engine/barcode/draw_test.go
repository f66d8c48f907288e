package barcode_test

import (
	"image"
	"testing"

	zxing "github.com/ericlevine/zxinggo"
	"github.com/ericlevine/zxinggo/binarizer"
	peer "github.com/ericlevine/zxinggo/pdf417"
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/oned"
	"github.com/makiuchi-d/gozxing/qrcode"

	"proofdesk/engine/barcode"
	"proofdesk/engine/barcode/pdf417"
)

const licence = "@\n\x1e\rANSI 636000080002DL00410278ZV03190008DLDAQT64235789\nDCSSAMPLE\nDDEN\nDACMICHAEL\n" +
	"DBB06061986\nDAU068 in\nDAG2300 WEST BROAD STREET\nDCF2424244747474786102204\nDCGUSA\r"

func TestDrawnPDF417IsReadByAnotherReader(t *testing.T) {
	for _, text := range []string{
		licence, "A", "12345678901234567890123456789012345678901234567890", "mixed Case; and {signs} 42",
		"\x01\x02\xff\xfe",
	} {
		for _, o := range []pdf417.Options{{Level: -1}, {Level: 5, Columns: 4}, {Level: 1, Aspect: 4}} {
			m, err := barcode.Encode417([]byte(text), o, barcode.Drawing{Module: 3})
			if err != nil {
				t.Fatal(err)
			}
			seen := zxing.NewBinaryBitmap(binarizer.NewHybrid(zxing.NewGrayImageLuminanceSource(m)))
			r, err := peer.NewPDF417Reader().Decode(seen, nil)
			if err != nil {
				t.Fatalf("%q with %+v: %v", text, o, err)
			}
			if r.Text != latin1(text) {
				t.Errorf("%q read as %q", text, r.Text)
			}
		}
	}
}

func latin1(s string) string {
	r := make([]rune, len(s))
	for i := range len(s) {
		r[i] = rune(s[i])
	}
	return string(r)
}

func TestDrawnQRAndCode128AreReadByAnotherReader(t *testing.T) {
	q, err := barcode.EncodeQR("https://example.com/?q=Grüße", barcode.Drawing{Module: 4})
	if err != nil {
		t.Fatal(err)
	}
	c, err := barcode.EncodeCode128("Ab-1234567890", barcode.Drawing{Module: 2})
	if err != nil {
		t.Fatal(err)
	}
	for text, try := range map[string]struct {
		m *image.Gray
		r gozxing.Reader
	}{"https://example.com/?q=Grüße": {q, qrcode.NewQRCodeReader()}, "Ab-1234567890": {c, oned.NewCode128Reader()}} {
		b, err := gozxing.NewBinaryBitmapFromImage(try.m)
		if err != nil {
			t.Fatal(err)
		}
		got, err := try.r.Decode(b, nil)
		if err != nil || got.GetText() != text {
			t.Errorf("%q: %v %v", text, got, err)
		}
	}
}
