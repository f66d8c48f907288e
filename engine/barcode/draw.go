//go:build !device

package barcode

import (
	"image"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/oned"
	"github.com/makiuchi-d/gozxing/qrcode"

	"proofdesk/engine/barcode/aztec"
	"proofdesk/engine/barcode/datamatrix"
	"proofdesk/engine/barcode/pdf417"
)

// Drawing is how large a symbol is drawn. The zero value means two pixels a module, rows three modules high, and a
// quiet zone of two modules (four for QR, ten for Code 128, as their standards ask).
type Drawing struct {
	Module int // pixels per module
	Row    int // PDF417: modules per row; Code 128: height of the bars in modules, 30 if 0
	Quiet  int // modules of white around it
}

func (d Drawing) filled(row, quiet int) Drawing {
	if d.Module <= 0 {
		d.Module = 2
	}
	if d.Row <= 0 {
		d.Row = row
	}
	if d.Quiet <= 0 {
		d.Quiet = quiet
	}
	return d
}

// Encode417 draws data as a PDF417 symbol, black on white. It returns the errors of pdf417.Encode.
func Encode417(data []byte, o pdf417.Options, d Drawing) (*image.Gray, error) {
	m, err := pdf417.Encode(data, o)
	if err != nil {
		return nil, err
	}
	d = d.filled(3, 2)
	return paint(m.Width, m.Rows, d.Module, d.Module*d.Row, d.Quiet*d.Module,
		func(x, y int) bool { return m.At(y, x) }), nil
}

// EncodeQR draws text as a QR code of error correction level M, black on white. An empty or too long text is an error.
func EncodeQR(text string, d Drawing) (*image.Gray, error) {
	hints := map[gozxing.EncodeHintType]any{
		gozxing.EncodeHintType_ERROR_CORRECTION: "M",
		gozxing.EncodeHintType_MARGIN:           0,
		gozxing.EncodeHintType_CHARACTER_SET:    "UTF-8",
	}
	m, err := qrcode.NewQRCodeWriter().Encode(text, gozxing.BarcodeFormat_QR_CODE, 0, 0, hints)
	if err != nil {
		return nil, err
	}
	d = d.filled(1, 4)
	return paint(m.GetWidth(), m.GetHeight(), d.Module, d.Module, d.Quiet*d.Module, m.Get), nil
}

// EncodeDataMatrix draws bytes as a Data Matrix symbol, square or oblong, black on white, with a quiet zone of two
// modules unless another is asked for. Too many bytes are an error.
func EncodeDataMatrix(data []byte, oblong bool, d Drawing) (*image.Gray, error) {
	m, err := datamatrix.Encode(data, oblong)
	if err != nil {
		return nil, err
	}
	d = d.filled(1, 2)
	return paint(m.Size.Columns, m.Size.Rows, d.Module, d.Module, d.Quiet*d.Module, m.At), nil
}

// EncodeAztec draws bytes as an Aztec symbol, black on white, with a quiet zone of two modules unless another is asked
// for. Too many bytes are an error.
func EncodeAztec(data []byte, d Drawing) (*image.Gray, error) {
	m, err := aztec.Encode(data)
	if err != nil {
		return nil, err
	}
	d = d.filled(1, 2)
	half := m.Side() / 2
	return paint(m.Side(), m.Side(), d.Module, d.Module, d.Quiet*d.Module,
		func(x, y int) bool { return m.At(x-half, y-half) }), nil
}

// How a linear symbol is drawn where nothing else is asked for, in modules. The quiet zone is that of ISO/IEC 15417
// §4.4.
const (
	linearHeight = 30
	linearQuiet  = 10
)

// EncodeCode128 draws ASCII text of 1 to 80 characters as a Code 128 symbol, black on white.
func EncodeCode128(text string, d Drawing) (*image.Gray, error) {
	hints := map[gozxing.EncodeHintType]any{gozxing.EncodeHintType_MARGIN: 0}
	m, err := oned.NewCode128Writer().Encode(text, gozxing.BarcodeFormat_CODE_128, 0, 1, hints)
	if err != nil {
		return nil, err
	}
	d = d.filled(linearHeight, linearQuiet)
	return paint(m.GetWidth(), 1, d.Module, d.Module*d.Row, d.Quiet*d.Module, m.Get), nil
}

// paint draws columns × rows cells of w × h pixels with a margin.
func paint(columns, rows, w, h, margin int, dark func(x, y int) bool) *image.Gray {
	m := image.NewGray(image.Rect(0, 0, columns*w+2*margin, rows*h+2*margin))
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	for y := range rows {
		line := m.Pix[(margin+y*h)*m.Stride:]
		for x := range columns {
			if !dark(x, y) {
				continue
			}
			for i := range w {
				line[margin+x*w+i] = 0
			}
		}
		for i := 1; i < h; i++ {
			copy(m.Pix[(margin+y*h+i)*m.Stride:(margin+y*h+i+1)*m.Stride], line)
		}
	}
	return m
}
