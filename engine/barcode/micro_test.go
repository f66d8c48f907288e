package barcode_test

import (
	"image"
	"testing"

	"proofdesk/engine/barcode"
	"proofdesk/engine/barcode/pdf417"
)

// drawnMicro draws bytes as a MicroPDF417 symbol of a size; pdf417.Correct with every check codeword erased makes them.
func drawnMicro(t testing.TB, m pdf417.Micro, data []byte, module int) *image.Gray {
	t.Helper()
	n := m.Columns * m.Rows
	words := make([]int, n)
	for i := range n - m.Check {
		words[i] = 900
		if i < len(data) {
			words[i] = int(data[i])
		}
	}
	var checks []int
	for i := n - m.Check; i < n; i++ {
		checks = append(checks, i)
	}
	words[n-1] = 1 // so that the word isn't taken for a right one of zeros
	if _, err := pdf417.Correct(words, m.Check, checks); err != nil {
		t.Fatal(err)
	}
	out := image.NewGray(image.Rect(0, 0, 140*module, (m.Rows*2+20)*module))
	for i := range out.Pix {
		out.Pix[i] = 255
	}
	for row := range m.Rows {
		x := 10
		put := func(bits, width int) {
			for b := width - 1; b >= 0; b-- {
				if bits>>b&1 == 1 {
					fillRect(out, x*module, (10+2*row)*module, module, 2*module)
				}
				x++
			}
		}
		put(int(pdf417.RowAddress[0][(m.Left-1+row)%52]), 10)
		for col := range m.Columns {
			if m.Columns > 2 && col == m.Columns-2 {
				put(int(pdf417.RowAddress[1][(m.Middle-1+row)%52]), 10)
			}
			put(pdf417.Pattern((row+m.Left-1)%3, words[row*m.Columns+col]), 17)
		}
		put(int(pdf417.RowAddress[0][(m.Right-1+row)%52])<<1|1, 11)
	}
	return out
}

func fillRect(m *image.Gray, x, y, w, h int) {
	for j := y; j < y+h; j++ {
		for i := x; i < x+w; i++ {
			m.Pix[j*m.Stride+i] = 0
		}
	}
}

func TestEverySizeOfMicroPDF417IsRead(t *testing.T) {
	for _, m := range pdf417.Micros {
		text := "Micro"[:min(5, m.Columns*m.Rows-m.Check-1)]
		img := drawnMicro(t, m, []byte(text), 3)
		got := barcode.Read(img, barcode.Options{})
		if len(got) != 1 || got[0].Text != text || got[0].Symbology != barcode.MicroPDF417 {
			t.Errorf("%d×%d: %v", m.Columns, m.Rows, got)
		}
	}
}

func TestMicroPDF417IsReadTurnedAndSoft(t *testing.T) {
	for degrees := 0.0; degrees < 360; degrees += 30 {
		img := noisy(turned(degrees)(drawnMicro(t, pdf417.Micros[15], []byte("Tilt"), 4)), 10)
		expect(t, img, barcode.MicroPDF417, "Tilt")
	}
}
