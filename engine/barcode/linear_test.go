package barcode_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/oned"

	"proofdesk/engine/barcode"
)

// rowReader is what gozxing's readers of linear symbols have in common.
type rowReader interface {
	DecodeRow(rowNumber int, row *gozxing.BitArray, hints map[gozxing.DecodeHintType]any) (*gozxing.Result, error)
}

// widthsOf are the bars and spaces of a row, a space first and last.
func widthsOf(row *gozxing.BitArray) []int {
	widths := []int{0}
	for x := range row.GetSize() {
		if dark := len(widths)%2 == 0; row.Get(x) != dark {
			widths = append(widths, 0)
		}
		widths[len(widths)-1]++
	}
	if len(widths)%2 == 0 {
		widths = append(widths, 0)
	}
	return widths
}

// barsOf is the row of such widths.
func barsOf(widths []int) *gozxing.BitArray {
	n := 0
	for _, w := range widths {
		n += w
	}
	row, at := gozxing.NewBitArray(n), 0
	for i, w := range widths {
		if i%2 == 1 {
			_ = row.SetRange(at, at+w) // inside
		}
		at += w
	}
	return row
}

// written is a row of Code 128 or Code 39 with some text.
func written(t testing.TB, kind barcode.Symbology) []int {
	t.Helper()
	writer, format := oned.NewCode128Writer(), gozxing.BarcodeFormat_CODE_128
	if kind == barcode.Code39 {
		writer, format = oned.NewCode39Writer(), gozxing.BarcodeFormat_CODE_39
	}
	m, err := writer.Encode("ID-4711", format, 0, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	return widthsOf(m.GetRow(0, nil))
}

func readerOf(kind barcode.Symbology) rowReader {
	if kind == barcode.Code39 {
		return oned.NewCode39Reader().(rowReader)
	}
	return oned.NewCode128Reader().(rowReader)
}

// What looks for a beginning before the readers are asked must let everything pass that they read, however uneven its
// widths are.
func TestNoRowThatAReaderReadsIsKeptFromIt(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for _, kind := range []barcode.Symbology{barcode.Code128, barcode.Code39} {
		clean, read := written(t, kind), 0
		for i := range 3000 {
			scale, blur := 4+rng.IntN(24), 1+i%12
			uneven := slices.Clone(clean)
			for k := range uneven {
				uneven[k] = max(1, uneven[k]*scale+rng.IntN(2*blur+1)-blur)
			}
			uneven[0] = rng.IntN(scale * 12)
			if _, err := readerOf(kind).DecodeRow(0, barsOf(uneven), nil); err != nil {
				continue
			}
			if read++; !barcode.Begins(uneven, kind) {
				t.Fatalf("%s: %d is read but kept from its reader", kind, uneven)
			}
		}
		if read < 300 {
			t.Errorf("%s: only %d of 3000 rows were read: the rows test nothing", kind, read)
		}
	}
}

func FuzzBegins(f *testing.F) {
	for _, kind := range []barcode.Symbology{barcode.Code128, barcode.Code39} {
		var b []byte
		for _, w := range written(f, kind) {
			b = append(b, byte(min(4*w, 255)))
		}
		f.Add(b, kind == barcode.Code39)
	}
	f.Fuzz(func(t *testing.T, b []byte, other bool) {
		if len(b) < 3 || len(b) > 2000 {
			return
		}
		kind := barcode.Code128
		if other {
			kind = barcode.Code39
		}
		widths := make([]int, len(b)|1)
		for i, w := range b {
			widths[i] = int(w)
			if i > 0 && i < len(widths)-1 {
				widths[i] = max(1, int(w))
			}
		}
		if got, err := readerOf(kind).DecodeRow(0, barsOf(widths), nil); err == nil && !barcode.Begins(widths, kind) {
			t.Errorf("%q is kept from the reader of %s", got.GetText(), kind)
		}
	})
}
