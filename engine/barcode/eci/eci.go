// Package eci keeps the bytes of a barcode with the character sets that the symbol names for them, its Extended Channel
// Interpretations, and writes them as text (AIM ECI specification, part 3).
package eci

import (
	"strings"
	"unicode/utf8"
)

// Segment is a stretch of bytes in one character set: an Extended Channel Interpretation number, -1 for the default.
type Segment struct {
	ECI      int
	From, To int
}

// Content is bytes with their segments in order.
type Content struct {
	Bytes    []byte
	Segments []Segment
}

// Add appends bytes in the character set that holds.
func (c *Content) Add(b ...byte) {
	if len(c.Segments) == 0 {
		c.Segments = append(c.Segments, Segment{ECI: -1})
	}
	c.Bytes = append(c.Bytes, b...)
	c.Segments[len(c.Segments)-1].To = len(c.Bytes)
}

// Switch sets the character set of all bytes that follow.
func (c *Content) Switch(number int) {
	c.Segments = append(c.Segments, Segment{ECI: number, From: len(c.Bytes), To: len(c.Bytes)})
}

// Text writes the content as UTF-8.
func (c *Content) Text() string { return Text(c.Bytes, c.Segments) }

// Text writes bytes as UTF-8. A stretch without a character set is UTF-8 if it is valid as that, else Latin-1.
func Text(data []byte, segments []Segment) string {
	var b strings.Builder
	for _, s := range segments {
		part := data[s.From:s.To]
		if e := charsets[s.ECI]; e != nil {
			if out, err := e.NewDecoder().Bytes(part); err == nil {
				b.Write(out)
				continue
			}
		}
		b.WriteString(plain(part))
	}
	return b.String()
}

func plain(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	r := make([]rune, len(b))
	for i, c := range b {
		r[i] = rune(c)
	}
	return string(r)
}
