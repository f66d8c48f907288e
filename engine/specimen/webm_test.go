package specimen_test

import (
	"bytes"
	"encoding/binary"
	"image/color"
	"math"
	"testing"

	"golang.org/x/image/vp8"

	"proofdesk/engine/specimen"
)

// pictures returns the coded frames of a film with their times.
func pictures(t *testing.T, film []byte) (coded [][]byte, at []int) {
	t.Helper()
	for rest := film; ; {
		i := bytes.Index(rest, []byte{0x1f, 0x43, 0xb6, 0x75})
		if i < 0 {
			return coded, at
		}
		size := int(binary.BigEndian.Uint64(rest[i+4:]) & (1<<56 - 1))
		cluster := rest[i+12 : i+12+size]
		rest = rest[i+12+size:]
		when := int(binary.BigEndian.Uint64(cluster[1:]) & (1<<56 - 1))
		time := 0
		for _, b := range cluster[9 : 9+when] {
			time = time<<8 | int(b)
		}
		coded, at = append(coded, cluster[9+when+1+8+4:]), append(at, time)
	}
}

func TestAFilmIsDecodedAsItWasDrawn(t *testing.T) {
	frames := specimen.Film(specimen.NewPerson(8, "", today), 1, 100, specimen.Still, specimen.TurnLeft)
	coded, at := pictures(t, specimen.WebM(frames))
	if len(coded) != len(frames) {
		t.Fatalf("%d frames, want %d", len(coded), len(frames))
	}
	for i, one := range coded {
		if at[i] != frames[i].At {
			t.Errorf("frame %d is at %d ms, want %d", i, at[i], frames[i].At)
		}
		d := vp8.NewDecoder()
		d.Init(bytes.NewReader(one), len(one))
		head, err := d.DecodeFrameHeader()
		if err != nil {
			t.Fatal(err)
		}
		size := frames[i].Image.Rect.Size()
		if !head.KeyFrame || !head.ShowFrame || head.Width != size.X || head.Height != size.Y {
			t.Fatalf("header %+v, want %v", head, size)
		}
		shown, err := d.DecodeFrame()
		if err != nil {
			t.Fatal(err)
		}
		off := 0.0
		for y := range size.Y {
			for x := range size.X {
				luma, _, _ := color.RGBToYCbCr(frames[i].Image.RGBAAt(x, y).R, frames[i].Image.RGBAAt(x, y).G,
					frames[i].Image.RGBAAt(x, y).B)
				d := float64(luma)*219/255 + 16 - float64(shown.Y[y*shown.YStride+x])
				off += d * d
			}
		}
		if likeness := 10 * math.Log10(255*255*float64(size.X*size.Y)/off); likeness < 32 {
			t.Errorf("frame %d is decoded with %.1f dB, %d bytes", i, likeness, len(one))
		}
	}
}
