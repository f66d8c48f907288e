package raster_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"strings"
	"testing"

	"proofdesk/engine/raster"
)

func code(err error) raster.FaultCode {
	var f *raster.Fault
	if errors.As(err, &f) {
		return f.Code
	}
	return ""
}

func TestProbeTellsFormatsByTheirBytes(t *testing.T) {
	for _, c := range []struct {
		name   string
		bytes  string
		format raster.Format
		code   raster.FaultCode
	}{
		{"nothing", "", "", raster.Empty},
		{"gif", "GIF89a" + strings.Repeat("\x00", 20), raster.GIF, raster.Unsupported},
		{"bmp", "BM" + strings.Repeat("\x00", 20), raster.BMP, raster.Unsupported},
		{"tiff", "II*\x00" + strings.Repeat("\x00", 20), raster.TIFF, raster.Unsupported},
		{"heic", "\x00\x00\x00\x18ftypheic" + strings.Repeat("\x00", 20), raster.HEIC, raster.Unsupported},
		{"avif", "\x00\x00\x00\x18ftypavif" + strings.Repeat("\x00", 20), raster.AVIF, raster.Unsupported},
		{"webp", "RIFF\x10\x00\x00\x00WEBPVP8 ", raster.WebP, raster.Unsupported},
		{"pdf", "%PDF-1.7\n", raster.PDF, raster.Unsupported},
		{"text", "hello, this is no picture", "", raster.Unsupported},
		{"start of a jpeg", "\xff\xd8\xff", raster.JPEG, raster.Truncated},
		{"start of a png", "\x89PNG\r\n\x1a\n\x00\x00", raster.PNG, raster.Truncated},
		{"cut signature", "\x89PN", raster.PNG, raster.Truncated},
	} {
		info, err := raster.Probe([]byte(c.bytes))
		if info.Format != c.format || code(err) != c.code {
			t.Errorf("%s: %q, %v; want %q, %q", c.name, info.Format, err, c.format, c.code)
		}
	}
}

func TestProbeReadsHeaderWithoutDecoding(t *testing.T) {
	m := quarters(90, 60)
	for name, b := range map[string][]byte{"jpeg": asJPEG(t, m), "png": asPNG(t, m)} {
		info, err := raster.Probe(b)
		if err != nil || info.Width != 90 || info.Height != 60 || info.Orientation != 1 || info.Truncated {
			t.Errorf("%s: %+v, %v", name, info, err)
		}
		if info, _ = raster.Probe(b[:len(b)-8]); !info.Truncated {
			t.Errorf("%s without its tail is not marked truncated", name)
		}
	}
}

func TestOrientationOfEachKindIsApplied(t *testing.T) {
	upright := map[int][4]string{ // clockwise from top-left, as EXIF names the sides
		1: {"red", "green", "blue", "white"},
		2: {"green", "red", "white", "blue"},
		3: {"blue", "white", "red", "green"},
		4: {"white", "blue", "green", "red"},
		5: {"red", "white", "blue", "green"},
		6: {"white", "red", "green", "blue"},
		7: {"blue", "green", "red", "white"},
		8: {"green", "blue", "white", "red"},
	}
	plain := asJPEG(t, quarters(90, 61))
	for o, want := range upright {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			m, info, err := raster.Decode(withExif(plain, o, order), raster.Limits{})
			if err != nil || info.Orientation != o {
				t.Fatalf("orientation %d: %+v, %v", o, info, err)
			}
			w, h := m.Size()
			if sw, sh := info.Shown(); w != sw || h != sh || (o >= 5) != (w == 61) {
				t.Errorf("orientation %d: shown as %d × %d", o, w, h)
			}
			p := m.RGBA()
			got := [4]string{at(p, .25, .25), at(p, .75, .25), at(p, .75, .75), at(p, .25, .75)}
			if got != want {
				t.Errorf("orientation %d: %v, want %v", o, got, want)
			}
		}
	}
}

func TestPNGOrientationChunkIsApplied(t *testing.T) {
	b := asPNG(t, quarters(40, 20))
	body := append([]byte("eXIf"), exifBlock(6, binary.BigEndian)...)
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(body)-4))
	chunk = binary.BigEndian.AppendUint32(append(chunk, body...), crc32.ChecksumIEEE(body))
	b = append(append(append([]byte{}, b[:33]...), chunk...), b[33:]...)
	m, info, err := raster.Decode(b, raster.Limits{})
	if err != nil || info.Orientation != 6 {
		t.Fatalf("%+v, %v", info, err)
	}
	if w, h := m.Size(); w != 20 || h != 40 || at(m.RGBA(), .75, .25) != "red" {
		t.Errorf("not turned: %d × %d", w, h)
	}
}

func TestEveryCutOfAFileIsAFault(t *testing.T) {
	for name, b := range map[string][]byte{"jpeg": asJPEG(t, quarters(64, 48)), "png": asPNG(t, noise(64, 48, 1))} {
		for n := range b {
			m, _, err := raster.Decode(b[:n], raster.Limits{})
			if m != nil || (code(err) != raster.Truncated && n > 0) {
				t.Fatalf("%s cut at %d of %d: %v", name, n, len(b), err)
			}
		}
	}
}

func TestLimitsAreCheckedBeforeDecoding(t *testing.T) {
	b := asJPEG(t, quarters(100, 50))
	for _, c := range []struct {
		limits raster.Limits
		code   raster.FaultCode
	}{
		{raster.Limits{Bytes: len(b) - 1}, raster.TooLarge},
		{raster.Limits{Side: 99}, raster.TooLarge},
		{raster.Limits{Pixels: 4999}, raster.TooManyPixels},
		{raster.Limits{Bytes: len(b), Side: 100, Pixels: 5000, Scans: 1}, ""},
	} {
		if _, _, err := raster.Decode(b, c.limits); code(err) != c.code {
			t.Errorf("%+v: %v, want %q", c.limits, err, c.code)
		}
	}
}

func TestPixelBombIsRefusedByItsHeader(t *testing.T) {
	b := asPNG(t, image.NewGray(image.Rect(0, 0, 8, 8)))
	binary.BigEndian.PutUint32(b[16:], 11_000)
	binary.BigEndian.PutUint32(b[20:], 11_000)
	if _, _, err := raster.Decode(b, raster.Limits{}); code(err) != raster.TooManyPixels {
		t.Errorf("11,000 × 11,000: %v", err)
	}
	binary.BigEndian.PutUint32(b[20:], 1<<31-1)
	if _, _, err := raster.Decode(b, raster.Limits{}); code(err) != raster.TooLarge {
		t.Errorf("2³¹-1 rows: %v", err)
	}
}

func TestScanBombIsRefused(t *testing.T) {
	b := asJPEG(t, quarters(32, 32))
	i := bytes.Index(b, []byte{0xFF, 0xDA})
	scan := b[i : len(b)-2]
	for _, c := range []struct {
		scans int
		code  raster.FaultCode
	}{{64, raster.Corrupt}, {65, raster.TooManyScans}, {5000, raster.TooManyScans}} {
		bomb := append([]byte{}, b[:i]...)
		for range c.scans {
			bomb = append(bomb, scan...)
		}
		_, _, err := raster.Decode(append(bomb, 0xFF, 0xD9), raster.Limits{})
		if c.scans <= 64 {
			if code(err) == raster.TooManyScans {
				t.Errorf("%d scans: %v", c.scans, err)
			}
			continue
		}
		if code(err) != c.code {
			t.Errorf("%d scans: %v, want %q", c.scans, err, c.code)
		}
	}
}

func TestVariantsThatAreNotDecodedAreNamed(t *testing.T) {
	b := asJPEG(t, quarters(32, 32))
	i := bytes.Index(b, []byte{0xFF, 0xC0})
	for name, change := range map[string]func([]byte){
		"arithmetic": func(c []byte) { c[i+1] = 0xC9 },
		"12 bits":    func(c []byte) { c[i+4] = 12 },
		"2 channels": func(c []byte) { c[i+9] = 2 },
	} {
		c := bytes.Clone(b)
		change(c)
		if _, err := raster.Probe(c); code(err) != raster.Unsupported {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDamagedPixelsAreCorrupt(t *testing.T) {
	b := asPNG(t, noise(64, 64, 2))
	b[len(b)/2] ^= 0x55
	if _, _, err := raster.Decode(b, raster.Limits{}); code(err) != raster.Corrupt {
		t.Errorf("%v", err)
	}
}

func TestGrayOfAColourJPEGIsItsYPlane(t *testing.T) {
	src := image.NewYCbCr(image.Rect(0, 0, 50, 30), image.YCbCrSubsampleRatio420)
	m := raster.FromImage(src)
	if g := m.Gray(); &g.Pix[0] != &src.Y[0] || g.Rect != image.Rect(0, 0, 50, 30) {
		t.Error("the plane was copied")
	}
}

func TestTransparencyIsPutOnWhite(t *testing.T) {
	src := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	src.SetNRGBA(1, 0, color.NRGBA{0, 0, 0, 255})
	p := raster.FromImage(src).RGBA()
	if p.RGBAAt(0, 0) != (color.RGBA{255, 255, 255, 255}) || p.RGBAAt(1, 0) != (color.RGBA{0, 0, 0, 255}) {
		t.Errorf("%v", p.Pix)
	}
}

func TestFitKeepsContentOfEveryPixelKind(t *testing.T) {
	rgba := quarters(200, 100)
	jpg, _, err := raster.Decode(asJPEG(t, rgba), raster.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]*raster.Image{"rgba": raster.FromImage(rgba), "jpeg": jpg} {
		s, f := m.Fit(50)
		if w, h := s.Size(); w != 50 || h != 25 || f != 4 {
			t.Errorf("%s: %d × %d, factor %v", name, w, h, f)
		}
		p := s.RGBA()
		if at(p, .25, .25) != "red" || at(p, .75, .25) != "green" || at(p, .75, .75) != "blue" ||
			at(p, .25, .75) != "white" {
			t.Errorf("%s: colours moved", name)
		}
	}
}

func TestTurnAndWarpOfImageAgreeOnItsPlanes(t *testing.T) {
	jpg, _, err := raster.Decode(asJPEG(t, quarters(200, 100)), raster.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if p := jpg.Turn(90).RGBA(); p.Rect.Dx() != 100 || at(p, .75, .25) != "red" || at(p, .25, .25) != "white" {
		t.Error("turn by 90 is not clockwise")
	}
	q := raster.QuadOf(100, 0, 100, 100)
	if p := jpg.Warp(q, 40, 40).RGBA(); at(p, .5, .2) != "green" || at(p, .5, .8) != "blue" {
		t.Error("warp shows another part")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(asJPEG(f, quarters(24, 16)))
	f.Add(asPNG(f, quarters(24, 16)))
	f.Add(withExif(asJPEG(f, noise(9, 9, 3)), 6, binary.LittleEndian))
	f.Add([]byte("RIFF\x10\x00\x00\x00WEBPVP8L\x05\x00\x00\x00/\x01\x00\x00\x00"))
	limits := raster.Limits{Bytes: 1 << 16, Side: 512, Pixels: 1 << 16, Scans: 8, WebP: true}
	f.Fuzz(func(t *testing.T, b []byte) {
		info, perr := limits.Probe(b)
		m, _, err := raster.Decode(b, limits)
		if (m == nil) == (err == nil) || (err != nil && code(err) == "") || (perr != nil && err == nil) {
			t.Fatalf("picture %v with error %v after %v", m != nil, err, perr)
		}
		if m == nil {
			return
		}
		w, h := m.Size()
		if sw, sh := info.Shown(); w > sw || h > sh {
			t.Fatalf("%d × %d decoded, %d × %d announced", w, h, sw, sh)
		}
		s, _ := m.Fit(7)
		s.RGBA()
	})
}
