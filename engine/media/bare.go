package media

import (
	"bytes"
	"encoding/binary"
	"slices"
)

const pngSignature = 8 // bytes

// pngParts are the chunks that decide what a PNG looks like (W3C PNG, third edition, 11). Those of an animation are not
// among them, so that its default picture is left.
var pngParts = []string{"IHDR", "PLTE", "tRNS", "gAMA", "sRGB", "IDAT", "IEND"}

// barePNG returns a PNG without metadata and without what follows its end.
func barePNG(b []byte) ([]byte, error) {
	out := slices.Clone(b[:pngSignature])
	for rest := b[pngSignature:]; ; {
		if len(rest) < 12 {
			return nil, fault(Truncated)
		}
		length := uint64(binary.BigEndian.Uint32(rest)) + 12 // with the length, the name and the checksum
		if length > uint64(len(rest)) {
			return nil, fault(Truncated)
		}
		name := string(rest[4:8])
		if slices.Contains(pngParts, name) {
			out = append(out, rest[:length]...)
		}
		if name == "IEND" {
			return out, nil
		}
		rest = rest[length:]
	}
}

// The markers of JPEG that matter here (ITU-T T.81, B.1).
const (
	markRestart0 = 0xd0
	markStart    = 0xd8
	markEnd      = 0xd9
	markScan     = 0xda
	markApp0     = 0xe0
	markApp14    = 0xee
	markApp15    = 0xef
	markComment  = 0xfe
)

// bareJPEG returns a JPEG without metadata and without what follows its end. Of the application segments it keeps
// Adobe's, which says what the colours are.
func bareJPEG(b []byte) ([]byte, error) {
	out := slices.Clone(b[:2])
	rest := b[2:]
	for {
		if len(rest) < 2 {
			return nil, fault(Truncated)
		}
		mark := rest[1]
		switch {
		case rest[0] != 0xff, mark <= markStart && mark >= markRestart0, mark == 0:
			return nil, fault(Corrupt)
		case mark == 0xff: // a fill byte
			rest = rest[1:]
			continue
		case mark == markEnd:
			return append(out, 0xff, markEnd), nil
		case len(rest) < 4:
			return nil, fault(Truncated)
		}
		length := 2 + int(binary.BigEndian.Uint16(rest[2:])) // with the marker
		if length < 4 || length > len(rest) {
			return nil, fault(Truncated)
		}
		if !isMetadata(mark, rest[4:length]) {
			out = append(out, rest[:length]...)
		}
		rest = rest[length:]
		if mark == markScan {
			scan := scanLength(rest)
			out, rest = append(out, rest[:scan]...), rest[scan:]
		}
	}
}

// isMetadata reports whether a segment says nothing about the pixels.
func isMetadata(mark byte, content []byte) bool {
	if mark == markApp14 {
		return !bytes.HasPrefix(content, []byte("Adobe"))
	}
	return mark >= markApp0 && mark <= markApp15 || mark == markComment
}

// scanLength returns the length of the compressed data at the beginning of b, up to the next marker that does not
// belong to them.
func scanLength(b []byte) int {
	for i := 0; i+1 < len(b); i++ {
		if b[i] == 0xff && b[i+1] != 0 && (b[i+1] < markRestart0 || b[i+1] >= markStart) {
			return i
		}
	}
	return len(b)
}

// alphaFlag is the only flag of a WebP's header that decides what it looks like (RFC 9649, 2.7.1).
const alphaFlag = 0x10

// bareWebP returns a WebP of one picture without metadata and without what follows its end. The extended header is kept
// for a picture whose transparency is in a chunk of its own.
func bareWebP(b []byte) ([]byte, error) {
	var header, alpha, pixels []byte
	end := min(8+uint64(binary.LittleEndian.Uint32(b[4:])), uint64(len(b)))
	for rest := b[12:max(12, end)]; len(rest) >= 8; {
		length := 8 + uint64(binary.LittleEndian.Uint32(rest[4:]))
		length += length & 1
		if length > uint64(len(rest)) {
			return nil, fault(Truncated)
		}
		switch chunk := rest[:length]; string(rest[:4]) {
		case "VP8X":
			header = slices.Clone(chunk)
		case "ALPH":
			alpha = chunk
		case "VP8 ", "VP8L":
			pixels = chunk
		}
		rest = rest[length:]
	}
	if pixels == nil {
		return nil, fault(Corrupt)
	}
	if header == nil || alpha == nil || len(header) < 9 || string(pixels[:4]) == "VP8L" {
		header, alpha = nil, nil
	} else {
		header[8] &= alphaFlag
	}
	out := slices.Concat([]byte("RIFF\x00\x00\x00\x00WEBP"), header, alpha, pixels)
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return out, nil
}
