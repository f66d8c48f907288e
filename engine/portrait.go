package engine

import (
	"image"
	"math"
	"slices"

	"proofdesk/engine/check"
	"proofdesk/engine/document"
	"proofdesk/engine/face"
	"proofdesk/engine/mrz"
	"proofdesk/engine/raster"
)

const (
	// leastPortrait is the width of a portrait as a share of the shorter side of its document, at least. Tuned on the
	// development samples.
	leastPortrait = .12
	// leastTilt is from which tilt, in degrees off a quarter turn, a document's portrait is sought on the document
	// straightened: the detector finds faces that stand upright.
	leastTilt = 12
	// leastStraightened is the shorter side of an outline that is worth straightening, at least, in pixels.
	leastStraightened = 60
)

// findPortrait finds the faces on the document and how its content stands turned: by the zone, else by a licence's
// barcode, else by the portrait. A side whose code belongs on the back has no portrait to look for. Clear is the
// confidence from which an outline counts.
func findPortrait(p *picture, c codes, licence bool, l located, clear float64) located {
	switch {
	case c.zone != nil:
		l.turned = c.zone.Turned
	case licence:
		l.turned = symbolTurn(l.symbols)
	}
	if check.IsBack(p.kind) && (licence || c.zone != nil && c.zone.Record.Format == mrz.TD1) {
		return l
	}
	var ok bool
	if l.faces, ok = findFaces(p, l.turned, c.zone == nil); !ok {
		return l
	}
	if len(l.faces) == 0 {
		l.faces = facesIn(p, l.outline, c.zone == nil)
	}
	l = keepOwnFaces(p, c, l, clear)
	if !licence && c.zone == nil {
		if faces, turned, ok := facesOnStraightened(p, l.outline, l.faces); ok {
			l.faces, l.turned = faces, turned
			return l
		}
	}
	if c.zone == nil && len(l.faces) > 0 {
		l.turned = quarter(l.faces[0].Roll)
	}
	return l
}

// findFaces finds the faces of a picture whose content stands turned; false where the detector is not in this build.
func findFaces(p *picture, turned int, anyTurn bool) ([]face.Face, bool) {
	rgba := p.work.RGBA()
	if turned != 0 {
		rgba = raster.TurnRGBA(rgba, 360-turned)
	}
	faces, err := face.Find(rgba, face.Options{Turns: anyTurn})
	if err != nil {
		return nil, false
	}
	w, h := p.work.Size()
	for i := range faces {
		faces[i] = turnFace(faces[i], turned, w, h)
	}
	return faces, true
}

// facesIn searches for smaller faces inside the document's outline.
func facesIn(p *picture, o *document.Outline, anyTurn bool) []face.Face {
	if o == nil {
		return nil
	}
	x0, y0, x1, y1 := o.Quad.Bounds()
	r := image.Rect(int(x0), int(y0), int(x1), int(y1)).Intersect(p.work.Gray().Rect)
	if r.Empty() {
		return nil
	}
	faces, err := face.Find(raster.CropRGBA(p.work.RGBA(), r),
		face.Options{MinSize: leastPortrait, Turns: anyTurn})
	if err != nil {
		return nil
	}
	for i := range faces {
		f := &faces[i]
		f.Box = f.Box.Add(r.Min)
		for k := range f.Pupils {
			f.Pupils[k] += float64([2]int{r.Min.X, r.Min.Y}[k%2])
		}
	}
	return faces
}

// keepOwnFaces separates the faces on the document from those beside it. Where the only ones lie beside it, the
// portrait is searched for again on the document, which is the second one if that carries it and no code shows which is
// meant.
func keepOwnFaces(p *picture, c codes, l located, clear float64) located {
	if !isSure(l.outline, clear) {
		if other := l.beside.Outline; other != nil {
			l.faces = slices.DeleteFunc(l.faces, func(f face.Face) bool { return other.Around(f.Middle(), 0) })
		}
		return l
	}
	if len(l.faces) == 0 {
		return l
	}
	own, beside := divideFaces(l.faces, l.outline)
	if len(own) == 0 && c.zone == nil && !check.HoldsLicence(l.symbols) && l.outline.Second != nil {
		second := swapped(l.outline)
		if there, rest := divideFaces(l.faces, second); len(there) > 0 {
			own, beside, l.outline = there, rest, second
		}
		l.beside.Outline = l.outline.Second
	}
	if len(own) == 0 {
		own, _ = divideFaces(facesIn(p, l.outline, c.zone == nil), l.outline)
	}
	l.faces, l.beside.Faces = own, beside
	return l
}

// facesOnStraightened searches for the portrait on the document straightened by its outline, in all four orientations,
// which tells which of the outline's sides is its top. Of the faces that were found before, those beside the document
// stay. It is false where the document is not tilted, or shows no face.
func facesOnStraightened(p *picture, o *document.Outline, before []face.Face) ([]face.Face, int, bool) {
	if o == nil || o.Full || tiltOf(o.Quad) < leastTilt {
		return nil, 0, false
	}
	q := o.Quad
	w, h := int(max(q.Side(0), q.Side(2))), int(max(q.Side(1), q.Side(3)))
	if w < leastStraightened || h < leastStraightened {
		return nil, 0, false
	}
	faces, err := face.Find(p.work.Warp(q, w, h).RGBA(), face.Options{MinSize: leastPortrait, Turns: true})
	back, ok := raster.NewHomography(raster.QuadOf(0, 0, float64(w), float64(h)), q)
	if err != nil || !ok || len(faces) == 0 {
		return nil, 0, false
	}
	turned := quarter(faces[0].Roll)
	for i := range faces {
		faces[i] = movedFace(faces[i], back)
	}
	return append(faces, outsideOf(before, back, w, h)...), turned, true
}

// outsideOf returns the faces that do not lie on a document of w × h pixels; back leads from it to the picture.
func outsideOf(faces []face.Face, back raster.Homography, w, h int) []face.Face {
	there, ok := back.Inverse()
	if !ok {
		return nil
	}
	var outside []face.Face
	for _, f := range faces {
		p := there.Apply(f.Middle())
		if p.X < 0 || p.Y < 0 || p.X > float64(w) || p.Y > float64(h) {
			outside = append(outside, f)
		}
	}
	return outside
}

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

// quarter rounds a roll in degrees to the nearest quarter turn.
func quarter(roll float64) int {
	q := int(roll+360+45) / 90 % 4
	return q * 90
}

// turnFace maps a face of the picture turned back into the picture as shown, which is w × h pixels.
func turnFace(f face.Face, turned, w, h int) face.Face {
	if turned == 0 {
		return f
	}
	corner := func(x, y float64) (float64, float64) {
		switch turned {
		case 90:
			return float64(w) - y, x
		case 180:
			return float64(w) - x, float64(h) - y
		}
		return y, float64(h) - x
	}
	x0, y0 := corner(float64(f.Box.Min.X), float64(f.Box.Min.Y))
	x1, y1 := corner(float64(f.Box.Max.X), float64(f.Box.Max.Y))
	f.Box = image.Rect(int(x0), int(y0), int(x1), int(y1))
	f.Pupils[0], f.Pupils[1] = corner(f.Pupils[0], f.Pupils[1])
	f.Pupils[2], f.Pupils[3] = corner(f.Pupils[2], f.Pupils[3])
	f.Roll += float64(turned)
	return f
}

// movedFace maps a face by a homography: its box stays upright and as large as the face.
func movedFace(f face.Face, to raster.Homography) face.Face {
	q := to.ApplyQuad(raster.QuadOf(float64(f.Box.Min.X), float64(f.Box.Min.Y),
		float64(f.Box.Dx()), float64(f.Box.Dy())))
	side := (q.Side(0) + q.Side(1) + q.Side(2) + q.Side(3)) / 4
	x, y := (q[0].X+q[1].X+q[2].X+q[3].X)/4, (q[0].Y+q[1].Y+q[2].Y+q[3].Y)/4
	f.Box = image.Rect(int(x-side/2), int(y-side/2), int(x+side/2), int(y+side/2))
	f.Roll += math.Atan2(q[1].Y-q[0].Y, q[1].X-q[0].X) * 180 / math.Pi
	if f.HasPupils {
		left := to.Apply(raster.Point{X: f.Pupils[0], Y: f.Pupils[1]})
		right := to.Apply(raster.Point{X: f.Pupils[2], Y: f.Pupils[3]})
		f.Pupils = [4]float64{left.X, left.Y, right.X, right.Y}
	}
	return f
}

// describeFace returns a face of a picture with its description.
func describeFace(p *picture, f face.Face) check.Likeness {
	d, err := face.Describe(p.work.RGBA(), f)
	return check.Likeness{Capture: p.Capture, Box: p.Box(f.Box), Description: d, Err: err}
}
