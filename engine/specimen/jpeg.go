package specimen

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/jpeg"
	"image/png"

	"proofdesk/engine/raster"
)

// JPEG encodes a picture as a camera would that was held in one of the eight EXIF orientations (TIFF 6.0, tag 274):
// the stored pixels are turned and the tag says so, so that a reader that honours it sees img. Orientations 1 (and
// anything out of range) to 8 are known; only 1, 3, 6 and 8 occur in cameras. A picture that no JPEG can hold gives
// nil.
func JPEG(img *image.RGBA, quality, orientation int) []byte {
	if orientation < 1 || orientation > 8 {
		orientation = 1
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, stored(img, orientation), &jpeg.Options{Quality: quality}); err != nil {
		return nil // more than 65535 pixels a side: a buffer takes every write
	}
	return withOrientation(out.Bytes(), orientation)
}

// PNG encodes a picture; nil if it has no pixels.
func PNG(img image.Image) []byte {
	var out bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := e.Encode(&out, img); err != nil {
		return nil // an empty picture: a buffer takes every write
	}
	return out.Bytes()
}

// stored undoes what a reader does for the orientation.
func stored(img *image.RGBA, orientation int) *image.RGBA {
	switch orientation {
	case 2:
		return mirrored(img)
	case 3:
		return raster.TurnRGBA(img, 180)
	case 4:
		return mirrored(raster.TurnRGBA(img, 180))
	case 5:
		return raster.TurnRGBA(mirrored(img), 270)
	case 6:
		return raster.TurnRGBA(img, 270)
	case 7:
		return raster.TurnRGBA(mirrored(img), 90)
	case 8:
		return raster.TurnRGBA(img, 90)
	}
	return img
}

func mirrored(img *image.RGBA) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, img.Rect.Dx(), img.Rect.Dy()))
	w := img.Rect.Dx()
	for y := range img.Rect.Dy() {
		from, to := img.Pix[y*img.Stride:], out.Pix[y*out.Stride:]
		for x := range w {
			copy(to[4*x:4*x+4], from[4*(w-1-x):])
		}
	}
	return out
}

// withOrientation puts an EXIF segment with the one tag behind the start marker.
func withOrientation(file []byte, orientation int) []byte {
	tiff := []byte("MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00")
	tiff = append(tiff, byte(orientation), 0, 0, 0, 0, 0, 0)
	body := append([]byte("Exif\x00\x00"), tiff...)
	segment := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(body)+2))
	segment = append(segment, body...)
	return append(append(append([]byte(nil), file[:2]...), segment...), file[2:]...)
}
