package specimen

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"slices"
)

// hostile makes files that a capture should not be. Each is small; what it would become when decoded is not.
var hostile = map[string]func() []byte{
	"empty":    func() []byte { return []byte{} },
	"one_byte": func() []byte { return []byte{0xff} },
	"text.jpg": func() []byte { return []byte("This is a letter, not a photograph.\n") },
	"zip.jpg":  func() []byte { return append([]byte("PK\x03\x04\x14\x00"), make([]byte, 60)...) },
	"pdf.jpg":  func() []byte { return []byte("%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n") },
	"html.png": func() []byte { return []byte("<!doctype html><script>alert(1)</script>") },
	"svg": func() []byte {
		return []byte(`<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>`)
	},
	"gif":  gif,
	"webp": func() []byte { return append([]byte("RIFF\x1a\x00\x00\x00WEBPVP8L"), make([]byte, 18)...) },
	"heic": func() []byte {
		return append([]byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"), make([]byte, 40)...)
	},
	"tiny.png":            func() []byte { return PNG(image.NewRGBA(image.Rect(0, 0, 1, 1))) },
	"png_bomb":            func() []byte { return pngBomb(60000, 60000) },
	"png_long":            func() []byte { return pngBomb(100000, 1) },
	"png_zero":            func() []byte { return pngBomb(0, 0) },
	"png_truncated":       func() []byte { return half(PNG(swatch(400, 300))) },
	"png_crc":             func() []byte { return flipped(PNG(swatch(400, 300)), 29) },
	"jpeg_truncated":      func() []byte { return half(JPEG(swatch(800, 600), 85, 1)) },
	"jpeg_header_only":    func() []byte { return JPEG(swatch(800, 600), 85, 1)[:24] },
	"jpeg_bomb":           jpegBomb,
	"jpeg_scans":          jpegScans,
	"jpeg_flipped":        func() []byte { return flipped(JPEG(swatch(800, 600), 85, 1), 900) },
	"jpeg_exif_loop":      func() []byte { return exifLoop(JPEG(swatch(320, 240), 85, 6)) },
	"jpeg_false_rotation": func() []byte { return withOrientation(JPEG(swatch(320, 240), 85, 1), 99) },
	"wav_truncated":       func() []byte { return half(Voice(1, 1, 2, Spoken)) },
	"wav_mp3": func() []byte {
		return append([]byte("ID3\x04\x00\x00\x00\x00\x00\x00\xff\xfb\x90\x64"), make([]byte, 400)...)
	},
}

// HostileNames lists what Hostile makes, in order.
func HostileNames() []string {
	names := make([]string, 0, len(hostile))
	for n := range hostile {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// Hostile makes the hostile file of a name of HostileNames, nil for any other name.
func Hostile(name string) []byte {
	if make, ok := hostile[name]; ok {
		return make()
	}
	return nil
}

func half(b []byte) []byte { return b[:len(b)/2] }

func flipped(b []byte, at int) []byte {
	for i := at; i < len(b); i += 997 {
		b[i] ^= 0x5a
	}
	return b
}

func swatch(w, h int) *image.RGBA {
	p := newPage(float64(w), float64(h), 1)
	p.guilloche(rgb(230, 236, 246), rgb(246, 230, 222), rgb(60, 90, 150), 5)
	return p.img
}

func gif() []byte {
	return []byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00" +
		",\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;")
}

// pngBomb claims a size and carries a few kilobytes of well-packed zeros.
func pngBomb(w, h uint32) []byte {
	head := binary.BigEndian.AppendUint32(nil, w)
	head = binary.BigEndian.AppendUint32(head, h)
	head = append(head, 8, 6, 0, 0, 0)
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	_, _ = z.Write(make([]byte, 1<<20)) // a buffer takes every write
	_ = z.Close()
	out := []byte("\x89PNG\r\n\x1a\n")
	out = chunk(out, "IHDR", head)
	out = chunk(out, "IDAT", packed.Bytes())
	return chunk(out, "IEND", nil)
}

func chunk(out []byte, kind string, body []byte) []byte {
	out = binary.BigEndian.AppendUint32(out, uint32(len(body)))
	sum := crc32.ChecksumIEEE(append([]byte(kind), body...))
	out = append(append(out, kind...), body...)
	return binary.BigEndian.AppendUint32(out, sum)
}

// jpegBomb claims 65535 x 65535 pixels in the frame header of a small file.
func jpegBomb() []byte {
	b := JPEG(swatch(64, 64), 80, 1)
	if at := bytes.Index(b, []byte{0xff, 0xc0}); at > 0 {
		binary.BigEndian.PutUint32(b[at+5:], 0xffffffff)
	}
	return b
}

// jpegScans repeats the only scan of a picture two hundred times, as a decoder's time bomb does.
func jpegScans() []byte {
	b := JPEG(swatch(64, 48), 70, 1)
	at := bytes.Index(b, []byte{0xff, 0xda})
	scan := b[at : len(b)-2]
	out := slices.Clone(b[:at])
	// A progressive frame may have many scans; a baseline one that does has to be refused just the same.
	if frame := bytes.Index(out, []byte{0xff, 0xc0}); frame > 0 {
		out[frame+1] = 0xc2
	}
	for range 200 {
		out = append(out, scan...)
	}
	return append(out, 0xff, 0xd9)
}

// exifLoop lets the directory of the EXIF segment point at itself.
func exifLoop(b []byte) []byte {
	if at := bytes.Index(b, []byte("MM\x00\x2a")); at > 0 {
		copy(b[at+22:], []byte{0, 0, 0, 8})
	}
	return b
}
