package pdf417

import (
	"fmt"
	"strconv"
)

// readMacro reads the control block behind 928 (ISO/IEC 15438 annex H): segment index in two codewords, the file's
// identification up to the next function codeword, optional fields, and 922 in the last symbol.
func (d *decoder) readMacro() error {
	if d.at+2 > len(d.words) {
		return ErrMessage
	}
	index, ok := digitsOf(d.words[d.at : d.at+2])
	if !ok {
		return ErrMessage
	}
	n, err := strconv.Atoi(index)
	if err != nil {
		return ErrMessage
	}
	d.at += 2
	m := &Macro{Index: n}
	for d.at < len(d.words) && d.words[d.at] < functions {
		m.FileID = append(m.FileID, d.words[d.at])
		d.at++
	}
	d.macro = m
	for d.at < len(d.words) {
		w := d.words[d.at]
		d.at++
		switch w {
		case macroEnd:
			m.Last = true
		case macroField:
			if err := d.macroField(m); err != nil {
				return err
			}
		case latchText, latchByte, latchByte6, latchNumeric:
		default:
			return ErrMessage
		}
	}
	return nil
}

// macroField reads one optional field: 0 is the file's name as text, 1 the count of segments as a number; the others
// are passed over.
func (d *decoder) macroField(m *Macro) error {
	if d.at >= len(d.words) {
		return ErrMessage
	}
	field := d.words[d.at]
	d.at++
	from := d.at
	for d.at < len(d.words) && d.words[d.at] != macroField && d.words[d.at] != macroEnd {
		d.at++
	}
	body := d.words[from:d.at]
	switch field {
	case 0:
		text := decoder{words: body, mode: latchText}
		for text.at < len(body) {
			if err := text.next(); err != nil {
				return err
			}
		}
		m.Name = string(text.out)
	case 1:
		if len(body) > 0 && body[0] == latchNumeric {
			body = body[1:]
		}
		if s, ok := digitsOf(body); ok {
			if n, err := strconv.Atoi(s); err == nil {
				m.Count = n
			}
		}
	}
	return nil
}

// words writes the control block: index, file identification, the count of segments if it is given, and the end.
func (m *Macro) words() []int {
	if m == nil {
		return nil
	}
	out := compactDigits([]int{macroBegin}, fmt.Appendf(nil, "%05d", m.Index))
	out = append(out, m.FileID...)
	if m.Count > 0 {
		out = compactDigits(append(out, macroField, 1), fmt.Appendf(nil, "%05d", m.Count))
	}
	if m.Last {
		out = append(out, macroEnd)
	}
	return out
}
