package shell

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"math"
	"sync"

	"github.com/gofiber/fiber/v2"
)

// favicon serves the mark of the console: a tick on a rounded square, drawn here.
func favicon(c *fiber.Ctx) error {
	c.Set(fiber.HeaderContentType, "image/x-icon")
	c.Set(fiber.HeaderCacheControl, "public, max-age=86400")
	return c.Send(mark())
}

// iconSide is the width and height of the mark in pixels.
const iconSide = 32

// mark is the icon file: one PNG in the container that browsers ask for (ICONDIR, ICONDIRENTRY, then the picture).
var mark = sync.OnceValue(func() []byte {
	img := image.NewNRGBA(image.Rect(0, 0, iconSide, iconSide))
	for y := range iconSide {
		for x := range iconSide {
			img.SetNRGBA(x, y, markAt(float64(x)+.5, float64(y)+.5))
		}
	}
	var picture bytes.Buffer
	_ = png.Encode(&picture, img) // into memory, of a size that PNG takes
	icon := []byte{0, 0, 1, 0, 1, 0, iconSide, iconSide, 0, 0, 1, 0, 32, 0}
	icon = binary.LittleEndian.AppendUint32(icon, uint32(picture.Len()))
	icon = binary.LittleEndian.AppendUint32(icon, uint32(len(icon)+4))
	return append(icon, picture.Bytes()...)
})

// markAt colours one point of the mark, softened at its edges.
func markAt(x, y float64) color.NRGBA {
	const half, corner, stroke = iconSide / 2, 7.0, 2.1
	dx, dy := math.Max(0, math.Abs(x-half)-half+corner), math.Max(0, math.Abs(y-half)-half+corner)
	inside := soften(corner - math.Hypot(dx, dy))
	tick := soften(stroke - math.Min(toLine(x, y, 8.5, 16.5, 14, 22), toLine(x, y, 14, 22, 24, 10)))
	blend := func(ground uint8) uint8 { return uint8(float64(ground) + tick*float64(255-ground)) }
	return color.NRGBA{R: blend(0x1f), G: blend(0x5f), B: blend(0xc4), A: uint8(255 * inside)}
}

// soften turns a distance inside an edge into how much of the point is covered.
func soften(d float64) float64 { return math.Max(0, math.Min(1, d+.5)) }

// toLine returns the distance of a point to the line from a to b.
func toLine(x, y, ax, ay, bx, by float64) float64 {
	vx, vy := bx-ax, by-ay
	at := math.Max(0, math.Min(1, ((x-ax)*vx+(y-ay)*vy)/(vx*vx+vy*vy)))
	return math.Hypot(x-ax-at*vx, y-ay-at*vy)
}
