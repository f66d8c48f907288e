package pdf417

import (
	"errors"

	"proofdesk/engine/barcode/eci"
)

// ErrMessage is returned for codewords that error correction accepts but that mean nothing.
var ErrMessage = errors.New("pdf417: codewords without a meaning")

// Message is what the data codewords of one symbol mean.
type Message struct {
	Bytes    []byte
	Segments []eci.Segment // Bytes by character set, in order
	Macro    *Macro        // of one symbol of a set, else nil
	Reader   bool          // the symbol sets up a reader and carries no data
}

// Macro is the control block of one of several symbols that together carry a file (Macro PDF417).
type Macro struct {
	Index  int
	FileID []int
	Last   bool
	Count  int // segments in all, 0 if not given
	Name   string
}

// Read decodes data codewords. The symbol length descriptor is not among them. Text is the mode at the start of PDF417,
// bytes that of MicroPDF417.
func Read(words []int, startsInBytes bool) (Message, error) {
	d := decoder{words: words, eci: -1}
	if startsInBytes {
		d.mode = latchByte
	} else {
		d.mode = latchText
	}
	for d.at < len(d.words) {
		if err := d.next(); err != nil {
			return Message{}, err
		}
	}
	d.closeSegment()
	if len(d.out) == 0 && d.macro == nil && !d.reader {
		return Message{}, ErrMessage
	}
	return Message{Bytes: d.out, Segments: d.segments, Macro: d.macro, Reader: d.reader}, nil
}

type decoder struct {
	words    []int
	at       int
	mode     int
	sub      submode
	eci      int
	from     int
	out      []byte
	segments []eci.Segment
	macro    *Macro
	reader   bool
}

// next reads a mode codeword or a run of data in the present mode.
func (d *decoder) next() error {
	w := d.words[d.at]
	if w < functions {
		return d.data()
	}
	d.at++
	switch w {
	case latchText:
		d.mode, d.sub = latchText, alpha
	case latchByte, latchByte6, latchNumeric:
		d.mode = w
		if w == latchNumeric {
			return nil
		}
	case shiftByte:
		if d.at >= len(d.words) || d.words[d.at] > largestByte {
			return ErrMessage
		}
		d.out = append(d.out, byte(d.words[d.at]))
		d.at++
	case eciCharset, eciGeneral, eciUser:
		return d.interpretation(w)
	case macroBegin:
		return d.readMacro()
	case readerSetUp:
		d.reader = true
	case macroEnd, macroField:
		return ErrMessage
	default:
		return d.shorthand(w)
	}
	return nil
}

// shorthand skips the shorthand codewords of MicroPDF417 (903 to 918), which stand for a prefix that we do not add, and
// refuses the others.
func (d *decoder) shorthand(w int) error {
	if w == reserved919 || w == reserved920 {
		return ErrMessage
	}
	return nil
}

func (d *decoder) data() error {
	switch d.mode {
	case latchText:
		return d.text()
	case latchNumeric:
		return d.digits()
	}
	return d.bytes()
}

// text reads codewords below 900 as pairs of values, and shifts to a byte in between.
func (d *decoder) text() error {
	var shift submode = -1
	for d.at < len(d.words) {
		w := d.words[d.at]
		if w == shiftByte {
			if d.at+1 >= len(d.words) || d.words[d.at+1] > largestByte {
				return ErrMessage
			}
			d.out = append(d.out, byte(d.words[d.at+1]))
			d.at += 2
			shift = -1
			continue
		}
		if w >= functions {
			return nil
		}
		d.at++
		shift = d.value(w/textValues, shift)
		shift = d.value(w%textValues, shift)
	}
	return nil
}

// value reads one text value, shifted if shift is a submode, and returns the shift for the next one.
func (d *decoder) value(v int, shift submode) submode {
	sub := d.sub
	if shift >= 0 {
		sub = shift
	}
	if v < len(characters[sub]) {
		d.out = append(d.out, characters[sub][v])
		return -1
	}
	if sub == mixed && v == mixedSpace {
		d.out = append(d.out, ' ')
		return -1
	}
	if shift >= 0 {
		if sub == punct && v == shiftPunct {
			d.sub = alpha
		}
		return -1
	}
	return d.latch(v)
}

func (d *decoder) latch(v int) submode {
	switch {
	case d.sub == punct:
		d.sub = alpha
	case v == shiftPunct:
		return punct
	case d.sub == lower && v == toLower:
		return alpha
	case d.sub == mixed && v == toMixed:
		d.sub = alpha
	case d.sub == mixed && v == toPunct:
		d.sub = punct
	case v == toLower:
		d.sub = lower
	case v == toMixed:
		d.sub = mixed
	}
	return -1
}

// digits reads a run of numeric compaction.
func (d *decoder) digits() error {
	end := d.at
	for end < len(d.words) && d.words[end] < functions {
		end++
	}
	run := d.words[d.at:end]
	d.at = end
	s, ok := digitsOf(run)
	if !ok {
		return ErrMessage
	}
	d.out = append(d.out, s...)
	return nil
}

func digitsOf(run []int) (string, bool) {
	out := ""
	for len(run) > 0 {
		n := min(numericWords, len(run))
		var v decimal
		for _, w := range run[:n] {
			v.push(functions, w)
		}
		s := v.String()
		if s[0] != '1' {
			return "", false
		}
		out += s[1:]
		run = run[n:]
	}
	return out, true
}

// interpretation changes the character set; user and general purpose ones do not change it.
func (d *decoder) interpretation(w int) error {
	if d.at >= len(d.words) {
		return ErrMessage
	}
	v := d.words[d.at]
	d.at++
	switch w {
	case eciGeneral:
		if d.at >= len(d.words) {
			return ErrMessage
		}
		d.at++
	case eciCharset:
		if v >= functions {
			return ErrMessage
		}
		d.closeSegment()
		d.eci = v
	}
	return nil
}

func (d *decoder) closeSegment() {
	if d.from < len(d.out) {
		d.segments = append(d.segments, eci.Segment{ECI: d.eci, From: d.from, To: len(d.out)})
		d.from = len(d.out)
	}
}
