package barcode

import (
	"fmt"

	"proofdesk/engine/barcode/eci"
	"proofdesk/engine/barcode/pdf417"
)

// Symbology is a kind of barcode.
type Symbology string

// The symbologies that Read reads.
const (
	PDF417      Symbology = "PDF417"
	MicroPDF417 Symbology = "MICRO_PDF417"
	QR          Symbology = "QR"
	DataMatrix  Symbology = "DATA_MATRIX"
	Aztec       Symbology = "AZTEC"
	Code128     Symbology = "CODE_128"
	Code39      Symbology = "CODE_39"
)

// Symbol is one barcode that was read. Text is Bytes in the character set that the symbol names, Latin-1 or UTF-8 if
// it names none. Corners are x,y pairs in pixels of the picture, clockwise from the symbol's own top-left. Confidence
// is 0..1: the share of the error correction that was not needed, or of the lines that agree on a linear symbol. For QR
// and linear symbols Bytes is Text as UTF-8.
type Symbol struct {
	Symbology  Symbology
	Text       string
	Bytes      []byte
	Corners    [8]float64
	Confidence float64
	// of a Macro PDF417 set that is not complete; nil for a symbol that stands alone and for a joined set
	Part *Part

	macro    *pdf417.Macro
	segments []eci.Segment
}

// Part is the piece of a file that a symbol holds (ISO/IEC 15438, annex H). File is the set's identification, three
// digits for each of its codewords; Index counts from 0; Count is 0 where the symbol does not hold it.
type Part struct {
	File         string
	Index, Count int
	Last         bool
}

func (s *Symbol) part() *Part {
	if s.macro == nil {
		return nil
	}
	p := &Part{Index: s.macro.Index, Count: s.macro.Count, Last: s.macro.Last}
	for _, w := range s.macro.FileID {
		p.File += fmt.Sprintf("%03d", w)
	}
	return p
}

// Options limit the search. The zero value searches for everything with the usual effort.
type Options struct {
	Only   []Symbology // look for these only; all if empty
	Effort int         // how much may be tried, in units of about 100,000 pixels examined once; 0 for 150
	Most   int         // stop after so many symbols, 0 for 8
}

func (o Options) wants(s Symbology) bool {
	if len(o.Only) == 0 {
		return true
	}
	for _, w := range o.Only {
		if w == s {
			return true
		}
	}
	return false
}

// budget counts attempts down.
type budget struct{ left int }

func (b *budget) take(n int) bool {
	b.left -= n
	return b.left >= 0
}
