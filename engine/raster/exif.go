package raster

import "encoding/binary"

// The numbers of a directory (TIFF 6.0, section 2, and EXIF 2.32, 4.6.2).
const (
	tiffHead        = 8 // bytes
	directoryEntry  = 12
	shortestTIFF    = 14 // the head, the number of entries and the next directory's offset
	tagOrientation  = 0x0112
	typeShort       = 3
	lastOrientation = 8
	firstTransposed = 5 // orientation from which rows and columns are exchanged
)

// exifOrientation finds tag 0x0112 in the first directory of a TIFF block (EXIF 2.32, 4.6.2 and 4.6.4). A
// block that is damaged, or a value outside 1..8, counts as 1.
func exifOrientation(b []byte) int {
	if len(b) < shortestTIFF {
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
	if off < tiffHead || off+2 > int64(len(b)) {
		return 1
	}
	entries := b[off+2:]
	for n := int(order.Uint16(b[off:])); n > 0 && len(entries) >= directoryEntry; n-- {
		if order.Uint16(entries) == tagOrientation {
			v := int(order.Uint16(entries[8:]))
			if order.Uint16(entries[2:]) == typeShort && v >= 1 && v <= lastOrientation {
				return v
			}
			return 1
		}
		entries = entries[directoryEntry:]
	}
	return 1
}
