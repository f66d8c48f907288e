package media

import (
	"bytes"
	"unicode/utf8"
)

// Kind is what a file is shown as.
type Kind string

// The kinds.
const (
	Image Kind = "image"
	Font  Kind = "font"
)

// The content types of files that were checked.
const (
	PNG  = "image/png"
	JPEG = "image/jpeg"
	WebP = "image/webp"
	TTF  = "font/ttf"
	OTF  = "font/otf"
)

const (
	// MaxBytes limits the size of a file, as it is uploaded and as it is returned.
	MaxBytes = 1_000_000
	// MaxSide limits each side of a picture, in pixels.
	MaxSide = 4096
)

// File is a picture or a font that a browser can show. Check returns a file that was returned by Check before as it is.
type File struct {
	Kind        Kind   `json:"kind"`
	ContentType string `json:"contentType"`
	Width       int    `json:"width,omitempty"` // of a picture as it is shown, in pixels
	Height      int    `json:"height,omitempty"`
	Name        string `json:"name,omitempty"` // of a font, as its designer named it; empty where it has no name
	Bytes       []byte `json:"-"`
}

// Check returns the file that some bytes hold, recognised by the bytes alone. The error, if any, is a *Fault.
func Check(b []byte) (File, error) {
	if len(b) == 0 {
		return File{}, fault(Empty)
	}
	if len(b) > MaxBytes {
		return File{}, fault(TooLarge)
	}
	check := checkImage
	if isFont(b) {
		check = checkFont
	}
	f, err := check(b)
	if err == nil && len(f.Bytes) > MaxBytes {
		return File{}, fault(Grown)
	}
	return f, err
}

// isSVG reports whether a file is likely an SVG: XML or HTML that has its root element near the beginning.
func isSVG(b []byte) bool {
	const near = 4096
	head := bytes.ToLower(b[:min(len(b), near)])
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	return bytes.HasPrefix(text, []byte("<")) && bytes.Contains(text, []byte("<svg")) &&
		utf8.Valid(text[:min(len(text), 64)])
}
