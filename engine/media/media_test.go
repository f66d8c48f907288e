package media_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/goregular"

	"proofdesk/engine/media"
)

// drawn is a picture with a transparent corner.
func drawn(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetNRGBA(x, y, color.NRGBA{R: uint8(8 * x), G: uint8(8 * y), B: 120, A: uint8(255 * min(1, x*y))})
		}
	}
	return m
}

func pngOf(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func jpegOf(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// chunk is a chunk of a PNG.
func chunk(name string, content []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(content)))
	b = append(append(b, name...), content...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// withChunk returns a PNG with a chunk after its header.
func withChunk(b []byte, name, content string) []byte {
	const head = 8 + 25
	return slices.Concat(b[:head], chunk(name, []byte(content)), b[head:])
}

// segment is a segment of a JPEG.
func segment(mark byte, content string) []byte {
	b := binary.BigEndian.AppendUint16([]byte{0xff, mark}, uint16(2+len(content)))
	return append(b, content...)
}

const secret = "taken at 52.37 N, 4.89 E <script>"

// onItsSide is EXIF of a picture that is to be turned by 90 degrees.
const onItsSide = "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01" +
	"\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"

func check(t *testing.T, b []byte) media.File {
	t.Helper()
	f, err := media.Check(b)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func codeOf(err error) media.Code {
	var f *media.Fault
	if errors.As(err, &f) {
		return f.Code
	}
	return ""
}

func TestAPictureKeepsItsPixelsAndLosesItsMetadata(t *testing.T) {
	plainPNG, plainJPEG := pngOf(t, drawn(20, 10)), jpegOf(t, drawn(20, 10))
	for name, c := range map[string]struct {
		sent, want  []byte
		contentType string
	}{
		"a PNG without metadata": {plainPNG, plainPNG, media.PNG},
		"a PNG with a text":      {withChunk(plainPNG, "tEXt", "Comment\x00"+secret), plainPNG, media.PNG},
		"a PNG with EXIF":        {withChunk(plainPNG, "eXIf", secret), plainPNG, media.PNG},
		"an animated PNG": {
			withChunk(plainPNG, "acTL", "\x00\x00\x00\x02\x00\x00\x00\x00"), plainPNG, media.PNG,
		},
		"a PNG with a page behind it": {append(slices.Clone(plainPNG), "<html>"+secret...), plainPNG, media.PNG},
		"a JPEG without metadata":     {plainJPEG, plainJPEG, media.JPEG},
		"a JPEG with EXIF and a comment": {
			slices.Concat(plainJPEG[:2], segment(0xe1, "Exif\x00\x00"+secret), segment(0xfe, secret), plainJPEG[2:]),
			plainJPEG, media.JPEG,
		},
		"a JPEG with an archive behind it": {append(slices.Clone(plainJPEG), "PK\x03\x04"...), plainJPEG, media.JPEG},
	} {
		f := check(t, c.sent)
		if !bytes.Equal(f.Bytes, c.want) || f.ContentType != c.contentType || f.Kind != media.Image {
			t.Errorf("%s: %s %s of %d bytes, want %d", name, f.Kind, f.ContentType, len(f.Bytes), len(c.want))
		}
		if f.Width != 20 || f.Height != 10 {
			t.Errorf("%s: %d × %d", name, f.Width, f.Height)
		}
	}
}

func TestAJPEGOnItsSideIsTurnedUpright(t *testing.T) {
	b := jpegOf(t, drawn(20, 10))
	f := check(t, slices.Concat(b[:2], segment(0xe1, onItsSide), b[2:]))
	if f.Width != 10 || f.Height != 20 || bytes.Contains(f.Bytes, []byte("Exif")) {
		t.Errorf("%d × %d, %q", f.Width, f.Height, f.Bytes[:min(40, len(f.Bytes))])
	}
	again := check(t, f.Bytes)
	if !bytes.Equal(again.Bytes, f.Bytes) {
		t.Error("what was returned once is changed the second time")
	}
}

func TestAGIFBecomesAPNGOfItsFirstPicture(t *testing.T) {
	var b bytes.Buffer
	palette := color.Palette{color.Transparent, color.NRGBA{R: 200, A: 255}}
	first := image.NewPaletted(image.Rect(0, 0, 12, 8), palette)
	first.SetColorIndex(3, 3, 1)
	second := image.NewPaletted(image.Rect(0, 0, 12, 8), palette)
	err := gif.EncodeAll(&b, &gif.GIF{Image: []*image.Paletted{first, second}, Delay: []int{1, 1}})
	if err != nil {
		t.Fatal(err)
	}
	f := check(t, b.Bytes())
	m, err := png.Decode(bytes.NewReader(f.Bytes))
	if err != nil || f.ContentType != media.PNG || f.Width != 12 || f.Height != 8 {
		t.Fatalf("%s %d × %d: %v", f.ContentType, f.Width, f.Height, err)
	}
	if _, _, _, a := m.At(0, 0).RGBA(); a != 0 {
		t.Error("what was transparent is not")
	}
	if r, _, _, _ := m.At(3, 3).RGBA(); r>>8 != 200 {
		t.Error("the first picture is not shown")
	}
}

// oneColour is a WebP of 20 × 10 pixels.
const oneColour = "RIFF\x1a\x00\x00\x00WEBPVP8L\x0e\x00\x00\x00/\x13@\x02\x00(r\x15\xea\xd1\xff\x02\x00\x00"

func TestAWebPLosesItsMetadata(t *testing.T) {
	b := []byte(oneColour)
	f := check(t, b)
	if !bytes.Equal(f.Bytes, b) || f.Width != 20 || f.Height != 10 {
		t.Errorf("%d × %d, changed", f.Width, f.Height)
	}
	exif := append([]byte("EXIF\x20\x00\x00\x00"), strings.Repeat("x", 32)...)
	more := slices.Concat(b, exif)
	binary.LittleEndian.PutUint32(more[4:], uint32(len(more)-8))
	if again := check(t, more); !bytes.Equal(again.Bytes, f.Bytes) || again.ContentType != media.WebP {
		t.Errorf("%s of %d bytes, want %d", again.ContentType, len(again.Bytes), len(f.Bytes))
	}
}

func TestAFontIsReadWithItsName(t *testing.T) {
	f := check(t, goregular.TTF)
	if f.Kind != media.Font || f.ContentType != media.TTF || f.Name != "Go Regular" {
		t.Errorf("%s %s %q", f.Kind, f.ContentType, f.Name)
	}
	if !bytes.Equal(f.Bytes, goregular.TTF) {
		t.Error("the font is changed")
	}
}

// huge returns a PNG that says it has a million pixels a side, and holds next to nothing.
func huge(t *testing.T) []byte {
	b := pngOf(t, drawn(2, 2))
	binary.BigEndian.PutUint32(b[16:], 1_000_000)
	binary.BigEndian.PutUint32(b[20:], 1_000_000)
	binary.BigEndian.PutUint32(b[29:], crc32.ChecksumIEEE(b[12:29]))
	return b
}

// broken returns a font of which a table is overwritten.
func broken(t *testing.T, table string) []byte {
	b := slices.Clone(goregular.TTF)
	for at := 12; at < 12+16*int(binary.BigEndian.Uint16(b[4:])); at += 16 {
		if string(b[at:at+4]) == table {
			from, length := binary.BigEndian.Uint32(b[at+8:]), binary.BigEndian.Uint32(b[at+12:])
			for i := range length {
				b[from+i] = 0xff
			}
			return b
		}
	}
	t.Fatalf("the font has no table %s", table)
	return nil
}

// outside returns a font of which a table is said to be behind its end.
func outside() []byte {
	b := slices.Clone(goregular.TTF)
	binary.BigEndian.PutUint32(b[12+8:], uint32(len(b))-2)
	return b
}

func TestWhatIsNoPictureAndNoFontIsRefusedByName(t *testing.T) {
	picture := pngOf(t, drawn(30, 30))
	for name, c := range map[string]struct {
		sent []byte
		want media.Code
	}{
		"nothing": {nil, media.Empty},
		"1 MB and one byte": {
			append(slices.Clone(picture), make([]byte, 1_000_001-len(picture))...), media.TooLarge,
		},
		"an SVG": {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), media.SVG},
		"an SVG after a preamble": {
			[]byte("\xef\xbb\xbf<?xml version=\"1.0\"?>\n<!-- a logo -->\n<SVG/>"), media.SVG,
		},
		"a page": {[]byte("<!doctype html><script>alert(1)</script>"), media.Unsupported},
		"a page with a PNG's signature": {
			[]byte("\x89PNG\r\n\x1a\n<html><script>alert(1)</script></html>"), media.Corrupt,
		},
		"an archive": {
			[]byte("PK\x03\x04\x14\x00\x00\x00\x08\x00 and more of it"), media.Unsupported,
		},
		"half a PNG":                       {picture[:len(picture)/2], media.Truncated},
		"half a JPEG":                      {jpegOf(t, drawn(30, 30))[:300], media.Truncated},
		"a PNG of a million pixels a side": {huge(t), media.MaxSides},
		"a picture that is too wide": {
			pngOf(t, image.NewGray(image.Rect(0, 0, 4097, 1))), media.MaxSides,
		},
		"a PNG with other pixels than its checksums": {flipped(picture), media.Corrupt},
		"half a font":               {goregular.TTF[:len(goregular.TTF)/2], media.Truncated},
		"a font of four bytes":      {goregular.TTF[:4], media.Truncated},
		"a font with a wrong cmap":  {broken(t, "cmap"), media.Corrupt},
		"a font with wrong glyphs":  {broken(t, "glyf"), media.Corrupt},
		"a font with a wrong head":  {broken(t, "head"), media.Corrupt},
		"a table behind the end":    {outside(), media.Truncated},
		"a font with a page behind": {append(slices.Clone(goregular.TTF), "<html>"+secret...), media.Trailing},
		"a WOFF2":                   {[]byte("wOF2\x00\x01\x00\x00 and more of it"), media.Compressed},
		"a collection of fonts":     {[]byte("ttcf\x00\x01\x00\x00 and more of it"), media.Unsupported},
	} {
		f, err := media.Check(c.sent)
		if codeOf(err) != c.want || f.Bytes != nil {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// flipped returns a PNG with one bit changed in its pixels.
func flipped(b []byte) []byte {
	b = slices.Clone(b)
	b[len(b)-30] ^= 1
	return b
}

// FuzzCheck checks that whatever is accepted once is accepted again as it is.
func FuzzCheck(f *testing.F) {
	f.Add(pngOf(f, drawn(4, 4)))
	f.Add(jpegOf(f, drawn(4, 4)))
	f.Add([]byte("RIFF\x10\x00\x00\x00WEBPVP8L\x04\x00\x00\x00\x2f\x00\x00\x00"))
	f.Add([]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"))
	f.Add(goregular.TTF[:2000])
	f.Fuzz(func(t *testing.T, b []byte) {
		first, err := media.Check(b)
		if err != nil {
			if codeOf(err) == "" {
				t.Fatalf("%v has no code", err)
			}
			return
		}
		again, err := media.Check(first.Bytes)
		if err != nil || !bytes.Equal(again.Bytes, first.Bytes) || again.ContentType != first.ContentType {
			t.Fatalf("%s of %d bytes is not returned as it is: %v", first.ContentType, len(first.Bytes), err)
		}
	})
}
