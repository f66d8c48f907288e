package raster

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// JPEG marker codes, ISO/IEC 10918-1 table B.1.
const (
	mSOF0 = 0xC0
	mSOF2 = 0xC2
	mDHT  = 0xC4
	mRST0 = 0xD0
	mRST7 = 0xD7
	mEOI  = 0xD9
	mSOS  = 0xDA
	mAPP1 = 0xE1
)

// probeJPEG reads the markers once, linear in the file, and stops at the end marker or at one scan more than maxScans.
// Bytes between segments are skipped as the decoder skips them.
func probeJPEG(b []byte, maxScans int, info *Info) error {
	info.Truncated = true
	pos := 2
	for {
		marker, next, ok := nextMarker(b, pos)
		if !ok {
			break
		}
		pos = next
		if marker == mEOI {
			info.Truncated = false
			break
		}
		if pos+2 > len(b) {
			break
		}
		n := int(binary.BigEndian.Uint16(b[pos:]))
		if n < 2 {
			return &Fault{Corrupt, "a JPEG segment shorter than its length field"}
		}
		if pos+n > len(b) {
			break
		}
		if err := jpegSegment(marker, b[pos+2:pos+n], info); err != nil {
			return err
		}
		if info.Scans > maxScans {
			break
		}
		pos += n
	}
	if info.Width == 0 && info.Truncated {
		return &Fault{Truncated, "the JPEG ends before its frame header"}
	}
	return nil
}

// nextMarker finds the next marker that is followed by a segment or ends the picture, from pos on, and the
// position after it. Stuffed bytes, fill bytes and restart markers are passed over.
func nextMarker(b []byte, pos int) (marker byte, next int, ok bool) {
	for pos < len(b) {
		i := bytes.IndexByte(b[pos:], 0xFF)
		if i < 0 {
			return 0, 0, false
		}
		pos += i + 1
		for pos < len(b) && b[pos] == 0xFF {
			pos++
		}
		if pos >= len(b) {
			return 0, 0, false
		}
		m := b[pos]
		pos++
		if m != 0 && (m < mRST0 || m > mRST7) {
			return m, pos, true
		}
	}
	return 0, 0, false
}

func jpegSegment(marker byte, seg []byte, info *Info) error {
	switch {
	case marker >= mSOF0 && marker <= mSOF2:
		return jpegFrame(seg, info)
	case marker > mSOF2 && marker <= 0xCF && marker != mDHT && marker != 0xC8 && marker != 0xCC:
		return &Fault{Unsupported, "a lossless, hierarchical or arithmetic-coded JPEG"}
	case marker == mSOS:
		info.Scans++
	case marker == mAPP1 && bytes.HasPrefix(seg, []byte("Exif\x00\x00")) && info.Orientation == 1:
		info.Orientation = exifOrientation(seg[6:])
	}
	return nil
}

// jpegFrame reads a frame header, ISO/IEC 10918-1 B.2.2.
func jpegFrame(seg []byte, info *Info) error {
	if len(seg) < 6 {
		return &Fault{Corrupt, "a JPEG frame header that is too short"}
	}
	if seg[0] != 8 {
		return &Fault{Unsupported, fmt.Sprintf("a JPEG of %d bits a sample", seg[0])}
	}
	if n := seg[5]; n != 1 && n != 3 && n != 4 {
		return &Fault{Unsupported, fmt.Sprintf("a JPEG of %d components", n)}
	}
	info.Height = int(binary.BigEndian.Uint16(seg[1:]))
	info.Width = int(binary.BigEndian.Uint16(seg[3:]))
	if info.Width == 0 || info.Height == 0 {
		return &Fault{Corrupt, "a JPEG frame without width or height"}
	}
	return nil
}
