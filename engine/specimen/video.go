package specimen

import (
	"bytes"
	"fmt"
	"image"
	"image/color"

	"proofdesk/engine/face/drawn"
)

// Move is one act of an active liveness challenge.
type Move string

// The moves that can be drawn.
const (
	Still     Move = "still"
	TurnLeft  Move = "turn_left"
	TurnRight Move = "turn_right"
	LookUp    Move = "look_up"
	Closer    Move = "closer"
	Blink     Move = "blink"
	Grin      Move = "smile"
)

// Frame is one picture of a recording and its time in milliseconds from the start.
type Frame struct {
	Image *image.RGBA
	At    int
}

const moveFrames = 8 // of a move, 100 ms apart

// Film draws a person who makes the given moves one after the other, eight frames each at ten frames a second, about
// size pixels wide. Left and right are as the camera sees them. The occasion varies light and framing. Frames that show
// the same share one picture.
func Film(p Person, occasion uint64, size int, moves ...Move) []Frame {
	base := filmed(p, occasion, size)
	pictures := map[drawn.Options]*image.RGBA{}
	var out []Frame
	for _, m := range moves {
		for i := range moveFrames {
			o := m.at(i, base)
			if pictures[o] == nil {
				pictures[o] = drawn.Portrait(p.Face, o)
			}
			out = append(out, Frame{Image: pictures[o], At: len(out) * 100})
		}
	}
	return out
}

// Pose draws a person in the middle of a move, as Film does.
func Pose(p Person, occasion uint64, size int, m Move) *image.RGBA {
	return drawn.Portrait(p.Face, m.at(moveFrames/2, filmed(p, occasion, size)))
}

// filmed returns how a person is drawn who does not move.
func filmed(p Person, occasion uint64, size int) drawn.Options {
	return drawn.Options{Size: size, Capture: 1 + source(p.Face^occasion, "film").Uint64()>>1, Selfie: true}
}

// at returns how frame i of a move is drawn.
func (m Move) at(i int, o drawn.Options) drawn.Options {
	swing := smooth(0, .4, float64(i)/moveFrames) * smooth(1, .75, float64(i)/moveFrames)
	switch m {
	case TurnLeft:
		o.Turn = -22 * swing
	case TurnRight:
		o.Turn = 22 * swing
	case LookUp:
		o.Nod = -28 * swing
	case Closer:
		o.Zoom = 1 + .4*swing
	case Blink:
		if i == 3 || i == 4 {
			o.Expression = drawn.EyesClosed
		}
	case Grin:
		if swing > .5 {
			o.Expression = drawn.Smile
		}
	}
	return o
}

// Y4M writes frames as an uncompressed YUV4MPEG2 stream (4:2:0, limited range, BT.601), which browsers take as a fake
// camera. All frames have the size of the first, cut to even numbers.
func Y4M(frames []Frame, perSecond int) []byte {
	if len(frames) == 0 {
		return nil
	}
	size := frames[0].Image.Rect.Size()
	w, h := size.X&^1, size.Y&^1
	var out bytes.Buffer
	fmt.Fprintf(&out, "YUV4MPEG2 W%d H%d F%d:1 Ip A1:1 C420jpeg\n", w, h, perSecond)
	for _, f := range frames {
		out.WriteString("FRAME\n")
		planes(&out, f.Image, w, h)
	}
	return out.Bytes()
}

func planes(out *bytes.Buffer, img *image.RGBA, w, h int) {
	blue, red := make([]byte, 0, w*h/4), make([]byte, 0, w*h/4)
	for y := range h {
		for x := range w {
			c := img.RGBAAt(img.Rect.Min.X+x, img.Rect.Min.Y+y)
			luma, cb, cr := color.RGBToYCbCr(c.R, c.G, c.B)
			out.WriteByte(16 + uint8(int(luma)*219/255))
			if x%2 == 0 && y%2 == 0 {
				blue = append(blue, uint8(128+(int(cb)-128)*224/255))
				red = append(red, uint8(128+(int(cr)-128)*224/255))
			}
		}
	}
	out.Write(blue)
	out.Write(red)
}
