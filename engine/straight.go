package engine

import (
	"image"
	"math"

	"proofdesk/engine/face"
	"proofdesk/engine/raster"
)

// straightTilt is from which tilt, in degrees off a quarter turn, a document's portrait is sought on the document
// straightened: the detector finds faces that stand upright.
const straightTilt = 12

// searchStraight looks for the portrait on the document straightened by its outline, in all four orientations, and
// tells which of the outline's sides is its top. Faces beside the document stay.
func (c *card) searchStraight() bool {
	if !c.found || c.outline.Full || c.hasZone || tiltOf(c.outline.Quad) < straightTilt {
		return false
	}
	q := c.outline.Quad
	w, h := int(max(q.Side(0), q.Side(2))), int(max(q.Side(1), q.Side(3)))
	if w < smallestCard || h < smallestCard {
		return false
	}
	faces, err := face.Find(c.work.Warp(q, w, h).RGBA(), face.Options{MinSize: .12, Turns: true})
	back, ok := raster.NewHomography(raster.QuadOf(0, 0, float64(w), float64(h)), q)
	if err != nil || !ok || len(faces) == 0 {
		return false
	}
	c.report.Turned = quarter(faces[0].Roll)
	for i := range faces {
		faces[i] = movedFace(faces[i], back)
	}
	for _, f := range c.faces { // of others in the picture
		if there, ok := back.Inverse(); ok {
			x, y := float64(f.Box.Min.X+f.Box.Max.X)/2, float64(f.Box.Min.Y+f.Box.Max.Y)/2
			if p := there.Apply(raster.Point{X: x, Y: y}); p.X < 0 || p.Y < 0 || p.X > float64(w) || p.Y > float64(h) {
				faces = append(faces, f)
			}
		}
	}
	c.faces = faces
	return true
}

// smallestCard is the least side of an outline that is worth straightening, in pixels.
const smallestCard = 60

// tiltOf is by how many degrees the sides of a quad lie off the picture's.
func tiltOf(q raster.Quad) float64 {
	worst := 0.0
	for i := range q {
		p, r := q[i], q[(i+1)%4]
		angle := math.Abs(math.Remainder(math.Atan2(r.Y-p.Y, r.X-p.X)*180/math.Pi, 90))
		worst = max(worst, angle)
	}
	return worst
}

// movedFace takes a face to where a homography puts it: its box stays upright and as large as the face.
func movedFace(f face.Face, to raster.Homography) face.Face {
	q := to.ApplyQuad(raster.QuadOf(float64(f.Box.Min.X), float64(f.Box.Min.Y), float64(f.Box.Dx()),
		float64(f.Box.Dy())))
	side := (q.Side(0) + q.Side(1) + q.Side(2) + q.Side(3)) / 4
	x, y := (q[0].X+q[1].X+q[2].X+q[3].X)/4, (q[0].Y+q[1].Y+q[2].Y+q[3].Y)/4
	f.Box = image.Rect(int(x-side/2), int(y-side/2), int(x+side/2), int(y+side/2))
	f.Roll += math.Atan2(q[1].Y-q[0].Y, q[1].X-q[0].X) * 180 / math.Pi
	if f.HasPupils {
		left, right := to.Apply(raster.Point{
			X: f.Pupils[0],
			Y: f.Pupils[1],
		}), to.Apply(raster.Point{X: f.Pupils[2], Y: f.Pupils[3]})
		f.Pupils = [4]float64{left.X, left.Y, right.X, right.Y}
	}
	return f
}
