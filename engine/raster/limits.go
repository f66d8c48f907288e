package raster

import "fmt"

// Limits are what Decode accepts at most; all are checked before any pixel is decoded. A zero field means the default
// of DefaultLimits.
type Limits struct {
	Bytes  int  // size of the file
	Side   int  // longest side, px
	Pixels int  // width × height
	Scans  int  // SOS markers of a JPEG
	WebP   bool // decode WebP instead of refusing it
}

// DefaultLimits are 20 MB, 12,000 px a side, 50 megapixels and 64 JPEG scans, without WebP.
func DefaultLimits() Limits {
	return Limits{Bytes: 20_000_000, Side: 12_000, Pixels: 50_000_000, Scans: 64}
}

func (l Limits) filled() Limits {
	d := DefaultLimits()
	if l.Bytes > 0 {
		d.Bytes = l.Bytes
	}
	if l.Side > 0 {
		d.Side = l.Side
	}
	if l.Pixels > 0 {
		d.Pixels = l.Pixels
	}
	if l.Scans > 0 {
		d.Scans = l.Scans
	}
	d.WebP = l.WebP
	return d
}

func (l Limits) checkSize(b []byte) error {
	if len(b) == 0 {
		return &Fault{Empty, "the file has no bytes"}
	}
	if len(b) > l.Bytes {
		return &Fault{TooLarge, fmt.Sprintf("%d bytes, at most %d are allowed", len(b), l.Bytes)}
	}
	return nil
}

func (l Limits) checkInfo(i Info) error {
	switch {
	case i.Width <= 0 || i.Height <= 0:
		return &Fault{Corrupt, fmt.Sprintf("a side of %d × %d px", i.Width, i.Height)}
	case i.Width > l.Side || i.Height > l.Side:
		return &Fault{TooLarge, fmt.Sprintf("%d × %d px, at most %d a side are allowed", i.Width, i.Height, l.Side)}
	case i.Width*i.Height > l.Pixels:
		return &Fault{
			TooManyPixels, fmt.Sprintf("%d × %d px, at most %d pixels are allowed", i.Width, i.Height, l.Pixels),
		}
	case i.Scans > l.Scans:
		return &Fault{TooManyScans, fmt.Sprintf("more than %d JPEG scans", l.Scans)}
	}
	return nil
}
