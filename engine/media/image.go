package media

import (
	"bytes"
	"errors"
	"image"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"

	"proofdesk/engine/raster"
)

// limits are what a picture may be before any of it is decoded.
var limits = raster.Limits{Bytes: MaxBytes, Side: MaxSide, Pixels: MaxSide * MaxSide, WebP: true}

// turnedQuality is the quality of a JPEG that has to be encoded anew, because it was stored on its side.
const turnedQuality = 92

// checkImage takes the metadata out of a picture and decodes what is left. Pixels are kept as they were encoded where
// that is possible, so that nothing is lost and the same picture always returns the same bytes.
func checkImage(b []byte) (File, error) {
	info, err := limits.Probe(b)
	switch {
	case info.Format == raster.GIF:
		return checkGIF(b)
	case err != nil:
		return File{}, imageFault(b, err)
	case info.Truncated:
		return File{}, fault(Truncated)
	case info.Format == raster.JPEG && info.Orientation > 1:
		return turnJPEG(b)
	}
	f := File{Kind: Image}
	var decode func(io.Reader) (image.Image, error)
	switch info.Format {
	case raster.PNG:
		f.ContentType, decode = PNG, png.Decode
		f.Bytes, err = barePNG(b)
	case raster.JPEG:
		f.ContentType, decode = JPEG, jpeg.Decode
		f.Bytes, err = bareJPEG(b)
	default:
		f.ContentType, decode = WebP, webp.Decode
		f.Bytes, err = bareWebP(b)
	}
	if err != nil {
		return File{}, err
	}
	shown, err := decode(bytes.NewReader(f.Bytes))
	if err != nil {
		return File{}, decodeFault(err)
	}
	size := shown.Bounds().Size()
	if size.X != info.Width || size.Y != info.Height {
		return File{}, fault(Corrupt)
	}
	f.Width, f.Height = size.X, size.Y
	return f, nil
}

// turnJPEG returns a JPEG that was stored on its side upright.
func turnJPEG(b []byte) (File, error) {
	upright, _, err := raster.Decode(b, limits)
	if err != nil {
		return File{}, imageFault(b, err)
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, upright.RGBA(), &jpeg.Options{Quality: turnedQuality}); err != nil {
		return File{}, fault(Corrupt)
	}
	f := File{Kind: Image, ContentType: JPEG, Bytes: out.Bytes()}
	f.Width, f.Height = upright.Size()
	return f, nil
}

// checkGIF returns the first picture of a GIF as a PNG.
func checkGIF(b []byte) (File, error) {
	head, err := gif.DecodeConfig(bytes.NewReader(b))
	switch {
	case err != nil:
		return File{}, decodeFault(err)
	case head.Width > MaxSide || head.Height > MaxSide:
		return File{}, fault(MaxSides)
	case head.Width == 0 || head.Height == 0:
		return File{}, fault(Corrupt)
	}
	first, err := gif.Decode(bytes.NewReader(b))
	if err != nil {
		return File{}, decodeFault(err)
	}
	canvas := image.NewNRGBA(image.Rect(0, 0, head.Width, head.Height))
	draw.Draw(canvas, first.Bounds(), first, first.Bounds().Min, draw.Src)
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, canvas); err != nil {
		return File{}, fault(Corrupt)
	}
	return File{Kind: Image, ContentType: PNG, Width: head.Width, Height: head.Height, Bytes: out.Bytes()}, nil
}

// imageFault returns an error of package raster as one of this package.
func imageFault(b []byte, err error) *Fault {
	var f *raster.Fault
	if !errors.As(err, &f) {
		return fault(Corrupt)
	}
	switch f.Code {
	case raster.Truncated:
		return fault(Truncated)
	case raster.TooLarge, raster.TooManyPixels:
		return fault(MaxSides)
	case raster.Unsupported:
		switch {
		case isSVG(b):
			return fault(SVG)
		case bytes.HasPrefix(b, []byte("RIFF")):
			return fault(Animated)
		}
		return fault(Unsupported)
	}
	return fault(Corrupt)
}

// decodeFault returns an error of one of the decoders of pictures as one of this package.
func decodeFault(err error) *Fault {
	var (
		inJPEG jpeg.UnsupportedError
		inPNG  png.UnsupportedError
	)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return fault(Truncated)
	case errors.As(err, &inJPEG), errors.As(err, &inPNG):
		return fault(Unsupported)
	}
	return fault(Corrupt)
}
