package raster

import "encoding/binary"

// probePNG reads the chunks, ISO/IEC 15948 clause 11, without looking into them except IHDR and eXIf.
func probePNG(b []byte, info *Info) error {
	if len(b) < 33 {
		return &Fault{Truncated, "the PNG ends before its header chunk"}
	}
	if string(b[12:16]) != "IHDR" || binary.BigEndian.Uint32(b[8:]) != 13 {
		return &Fault{Corrupt, "the PNG does not start with its header chunk"}
	}
	w, h := binary.BigEndian.Uint32(b[16:]), binary.BigEndian.Uint32(b[20:])
	if w == 0 || h == 0 || w > 1<<31-1 || h > 1<<31-1 {
		return &Fault{Corrupt, "a PNG without a valid width and height"}
	}
	info.Width, info.Height, info.Truncated = int(w), int(h), true
	for pos := int64(33); pos+12 <= int64(len(b)); {
		n := int64(binary.BigEndian.Uint32(b[pos:]))
		kind := string(b[pos+4 : pos+8])
		if kind == "IEND" {
			info.Truncated = false
			return nil
		}
		if pos+12+n > int64(len(b)) {
			return nil
		}
		if kind == "eXIf" {
			info.Orientation = exifOrientation(b[pos+8 : pos+8+n])
		}
		pos += 12 + n
	}
	return nil
}
