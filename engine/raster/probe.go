package raster

import "bytes"

// Format is the kind of a picture file, recognised by its bytes.
type Format string

// The formats that are recognised. Only JPEG, PNG and, behind Limits.WebP, WebP are decoded.
const (
	JPEG Format = "jpeg"
	PNG  Format = "png"
	WebP Format = "webp"
	GIF  Format = "gif"
	BMP  Format = "bmp"
	TIFF Format = "tiff"
	HEIC Format = "heic"
	AVIF Format = "avif"
	PDF  Format = "pdf"
)

// Info is the content of a picture file's header.
type Info struct {
	Format      Format
	Width       int  // px as stored, before the orientation is applied
	Height      int  // px as stored
	Orientation int  // EXIF 2.32 tag 0x0112, 1..8; 1 where the file has none
	Scans       int  // SOS markers of a JPEG, counted up to one more than allowed
	Truncated   bool // the end marker of the format is missing
}

// Shown returns width and height as a viewer shows the picture, after its orientation.
func (i Info) Shown() (w, h int) {
	if i.Orientation >= firstTransposed {
		return i.Height, i.Width
	}
	return i.Width, i.Height
}

// Probe reads the header under DefaultLimits without decoding. The error, if any, is a *Fault; Info holds
// what was learnt before it. A file that has a whole header but no end marker has Truncated set and no error.
func Probe(b []byte) (Info, error) { return DefaultLimits().Probe(b) }

// Probe is the function Probe under these limits.
func (l Limits) Probe(b []byte) (Info, error) {
	l = l.filled()
	if err := l.checkSize(b); err != nil {
		return Info{Orientation: 1}, err
	}
	info := Info{Format: sniff(b), Orientation: 1}
	var err error
	switch info.Format {
	case JPEG:
		err = probeJPEG(b, l.Scans, &info)
	case PNG:
		err = probePNG(b, &info)
	case WebP:
		if !l.WebP {
			return info, &Fault{Unsupported, "webp is not accepted here"}
		}
		err = probeWebP(b, &info)
	case "":
		return info, &Fault{Unsupported, "not a known picture format"}
	default:
		return info, &Fault{Unsupported, string(info.Format) + " is not accepted, only jpeg and png are"}
	}
	if err != nil {
		return info, err
	}
	return info, l.checkInfo(info)
}

// magics are the signatures of formats that are known by their first bytes.
var magics = []struct {
	format Format
	prefix string
}{
	{JPEG, "\xff\xd8\xff"},
	{PNG, "\x89PNG\r\n\x1a\n"},
	{GIF, "GIF87a"},
	{GIF, "GIF89a"},
	{BMP, "BM"},
	{TIFF, "II*\x00"},
	{TIFF, "MM\x00*"},
	{PDF, "%PDF-"},
}

func sniff(b []byte) Format {
	for _, m := range magics {
		if bytes.HasPrefix(b, []byte(m.prefix)) {
			return m.format
		}
	}
	if len(b) < 12 {
		return sniffPart(b)
	}
	if string(b[:4]) == "RIFF" && string(b[8:12]) == "WEBP" {
		return WebP
	}
	if string(b[4:8]) == "ftyp" {
		switch string(b[8:12]) {
		case "heic", "heix", "hevc", "heim", "heis", "mif1", "msf1":
			return HEIC
		case "avif", "avis":
			return AVIF
		}
	}
	return ""
}

// sniffPart recognises a signature that is itself cut off, so that the fault is "truncated".
func sniffPart(b []byte) Format {
	for _, m := range magics[:2] {
		if bytes.HasPrefix([]byte(m.prefix), b) {
			return m.format
		}
	}
	return ""
}
