package raster

import (
	"bytes"
	"errors"
	"image"
	"image/jpeg"
	"image/png"
	"io"
)

// Decode probes the file under the limits, decodes it and applies its orientation. The error, if any, is a
// *Fault. A file that lacks its tail is refused as truncated even where some of it could be shown: a
// half-grey picture must not be judged as if it were whole.
func Decode(b []byte, l Limits) (*Image, Info, error) {
	info, err := l.Probe(b)
	if err != nil {
		return nil, info, err
	}
	if info.Truncated {
		return nil, info, &Fault{Truncated, "the " + string(info.Format) + " has no end"}
	}
	src, err := decodeFormat(b, info.Format)
	if err != nil {
		return nil, info, decodeFault(info.Format, err)
	}
	if s := src.Bounds().Size(); s.X <= 0 || s.Y <= 0 || s.X > info.Width || s.Y > info.Height {
		return nil, info, &Fault{Corrupt, "the picture is not of the size that its header says"}
	}
	m := FromImage(src)
	m.orient(info.Orientation)
	return m, info, nil
}

func decodeFormat(b []byte, f Format) (image.Image, error) {
	switch f {
	case JPEG:
		return jpeg.Decode(bytes.NewReader(b))
	case PNG:
		return png.Decode(bytes.NewReader(b))
	default:
		return decodeWebP(b)
	}
}

func decodeFault(f Format, err error) *Fault {
	var (
		je jpeg.UnsupportedError
		pe png.UnsupportedError
	)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &Fault{Truncated, "the " + string(f) + " ends before its picture does"}
	case errors.As(err, &je), errors.As(err, &pe):
		return &Fault{Unsupported, "a variant of " + string(f) + " that is not decoded"}
	}
	return &Fault{Corrupt, "the " + string(f) + " cannot be decoded"}
}
