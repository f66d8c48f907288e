package raster

import (
	"bytes"
	"encoding/binary"
)

// probeWebP reads the RIFF chunks (RFC 9649) and uses the largest size that any of them claims, so that neither the
// canvas nor a frame inside it can be larger than what was checked.
func probeWebP(b []byte, info *Info) error {
	info.Truncated = int64(binary.LittleEndian.Uint32(b[4:]))+8 > int64(len(b))
	for pos := int64(12); pos+8 <= int64(len(b)); {
		n := int64(binary.LittleEndian.Uint32(b[pos+4:]))
		body := b[pos+8:]
		if n < int64(len(body)) {
			body = body[:n]
		}
		w, h := webpSize(string(b[pos:pos+4]), body)
		info.Width, info.Height = max(info.Width, w), max(info.Height, h)
		switch string(b[pos : pos+4]) {
		case "EXIF":
			info.Orientation = exifOrientation(bytes.TrimPrefix(body, []byte("Exif\x00\x00")))
		case "ANIM":
			return &Fault{Unsupported, "an animated webp"}
		}
		pos += 8 + n + n&1
	}
	if info.Width == 0 {
		return &Fault{Truncated, "the webp ends before its frame header"}
	}
	return nil
}

func webpSize(kind string, p []byte) (w, h int) {
	switch {
	case kind == "VP8X" && len(p) >= 10:
		return 1 + (int(p[4]) | int(p[5])<<8 | int(p[6])<<16), 1 + (int(p[7]) | int(p[8])<<8 | int(p[9])<<16)
	case kind == "VP8 " && len(p) >= 10:
		return int(binary.LittleEndian.Uint16(p[6:])) & 0x3FFF, int(binary.LittleEndian.Uint16(p[8:])) & 0x3FFF
	case kind == "VP8L" && len(p) >= 5:
		v := binary.LittleEndian.Uint32(p[1:])
		return 1 + int(v&0x3FFF), 1 + int(v>>14&0x3FFF)
	}
	return 0, 0
}
