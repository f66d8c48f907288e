package raster

import "encoding/binary"

// exifOrientation finds tag 0x0112 in the first directory of a TIFF block (EXIF 2.32, 4.6.2 and 4.6.4). A
// block that is damaged, or a value outside 1..8, counts as 1.
func exifOrientation(b []byte) int {
	if len(b) < 14 {
		return 1
	}
	var order binary.ByteOrder
	switch string(b[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return 1
	}
	off := int64(order.Uint32(b[4:]))
	if off < 8 || off+2 > int64(len(b)) {
		return 1
	}
	entries := b[off+2:]
	for n := int(order.Uint16(b[off:])); n > 0 && len(entries) >= 12; n-- {
		if order.Uint16(entries) == 0x0112 {
			if v := int(order.Uint16(entries[8:])); order.Uint16(entries[2:]) == 3 && v >= 1 && v <= 8 {
				return v
			}
			return 1
		}
		entries = entries[12:]
	}
	return 1
}
