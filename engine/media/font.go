package media

import (
	"encoding/binary"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// signatures are the first bytes of fonts. Collections and compressed fonts are recognised and refused.
var signatures = map[string]string{
	"\x00\x01\x00\x00": TTF,
	"true":             TTF,
	"OTTO":             OTF,
	"wOF2":             "",
	"wOFF":             "",
	"ttcf":             "",
}

func isFont(b []byte) bool {
	_, ok := signatures[string(b[:min(4, len(b))])]
	return ok
}

// checkFont reads every table and every glyph of a font. Its bytes stay as they are: browsers check fonts once more.
func checkFont(b []byte) (File, error) {
	contentType := signatures[string(b[:4])]
	switch {
	case contentType == "" && b[0] == 'w':
		return File{}, fault(Compressed)
	case contentType == "":
		return File{}, fault(Unsupported)
	}
	if err := checkDirectory(b); err != nil {
		return File{}, err
	}
	name, err := checkGlyphs(b)
	if err != nil {
		return File{}, err
	}
	return File{Kind: Font, ContentType: contentType, Name: name, Bytes: b}, nil
}

// checkDirectory checks that all tables of a font are inside it, and that nothing follows the last (OpenType 1.9, Table
// Directory).
func checkDirectory(b []byte) error {
	const header, entry, padding = 12, 16, 4
	if len(b) < header {
		return fault(Truncated)
	}
	count := int(binary.BigEndian.Uint16(b[4:]))
	if len(b) < header+count*entry {
		return fault(Truncated)
	}
	end := uint64(header + count*entry)
	for i := range count {
		table := b[header+i*entry:]
		end = max(end, uint64(binary.BigEndian.Uint32(table[8:]))+uint64(binary.BigEndian.Uint32(table[12:])))
	}
	switch size := uint64(len(b)); {
	case end > size:
		return fault(Truncated)
	case size >= end+padding:
		return fault(Trailing)
	}
	return nil
}

// checkGlyphs draws every glyph of a font, and returns the font's name.
func checkGlyphs(b []byte) (string, error) {
	f, err := sfnt.Parse(b)
	if err != nil || f.NumGlyphs() == 0 {
		return "", fault(Corrupt)
	}
	const size = 16 // pixels an em
	var buffer sfnt.Buffer
	for i := range f.NumGlyphs() {
		if _, err := f.LoadGlyph(&buffer, sfnt.GlyphIndex(i), fixed.I(size), nil); err != nil &&
			!errors.Is(err, sfnt.ErrColoredGlyph) {
			return "", fault(Corrupt)
		}
	}
	name, err := f.Name(&buffer, sfnt.NameIDFull)
	if err != nil { // the table of names may lack, or be in an encoding that is not read
		return "", nil
	}
	return printable(name), nil
}

// maxName limits the name of a font, in characters.
const maxName = 100

// printable returns a text without what does not print, shortened.
func printable(text string) string {
	text = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, text)
	if runes := []rune(text); len(runes) > maxName {
		text = string(runes[:maxName])
	}
	return strings.TrimSpace(text)
}
