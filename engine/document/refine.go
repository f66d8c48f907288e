package document

import (
	"image"
	"math"

	"proofdesk/engine/raster"
)

// How a side is moved onto an edge. Lengths are in px of the picture in which it is searched for. Tuned on the
// development samples.
const (
	refineSide   = 1000 // longer side of that picture
	refineEnough = 1.2  // times as large that a picture may be and still be taken as it is
	refineReach  = 1.6  // how far to either side the edge is searched for, px of the working picture
	refineMost   = 4    // times that reach that a corner may move
	refineParts  = 64   // of a side, of which those next to its corners are left out
	refineCorner = 4    // such parts
	refineStep   = .5   // between two places across the side
	refineHalf   = 1.2  // between such a place and the ones whose difference is its edge
	refineEdge   = 6    // grey levels of an edge, at least
	refineRounds = 4    // fits, each to what lies twice as near the one before
	refineNear   = .8   // how near that is, at least
	refineLeast  = 20   // weights summed up that a fit takes
)

// refine moves each side of the quad onto the strongest edge near it in a larger picture and meets the sides
// again. A side on which no steady edge is found stays where it was.
func refine(gray *image.Gray, q raster.Quad) raster.Quad {
	w, h := gray.Rect.Dx(), gray.Rect.Dy()
	f := max(float64(max(w, h))/refineSide, 1)
	m := gray
	if f > refineEnough {
		m = raster.DownscaleGray(gray, int(float64(w)/f+.5), int(float64(h)/f+.5))
	} else {
		f = 1
	}
	reach := refineReach * float64(max(w, h)) / f / workSide
	small := q.Scale(1/f, 1/f)
	var sides [4]line
	for i := range sides {
		sides[i] = refineLine(m, small[i], small[(i+1)%4], reach)
	}
	out := small
	for i := range out {
		p, ok := sides[(i+3)%4].cross(&sides[i])
		if !ok || math.Hypot(p.X-small[i].X, p.Y-small[i].Y) > refineMost*reach {
			return q
		}
		out[i] = p
	}
	return out.Scale(f, f)
}

// refineLine fits a line to the strongest step along normals of the side from a to b.
func refineLine(m *image.Gray, a, b raster.Point, reach float64) line {
	length := math.Hypot(b.X-a.X, b.Y-a.Y)
	dx, dy := (b.X-a.X)/length, (b.Y-a.Y)/length
	l := line{nx: dy, ny: -dx}
	l.rho = a.X*l.nx + a.Y*l.ny
	type sample struct{ t, off, weight float64 }
	var s []sample
	for k := refineCorner; k <= refineParts-refineCorner; k++ {
		t := float64(k) / refineParts * length
		best, at := 0.0, 0.0
		for d := -reach; d <= reach; d += refineStep {
			x, y := a.X+dx*t+l.nx*d, a.Y+dy*t+l.ny*d
			hx, hy := refineHalf*l.nx, refineHalf*l.ny
			g := math.Abs(value(m, x+hx, y+hy) - value(m, x-hx, y-hy))
			if g > best {
				best, at = g, d
			}
		}
		if best > refineEdge {
			s = append(s, sample{t, at, math.Sqrt(best)})
		}
	}
	off, slope := 0.0, 0.0
	for round := range refineRounds {
		keep := reach
		if round > 0 {
			keep = max(reach/float64(int(1)<<round), refineNear)
		}
		var n, st, sd, stt, std float64
		for _, p := range s {
			if math.Abs(p.off-off-slope*p.t) <= keep {
				n, st, sd, stt, std = n+p.weight, st+p.weight*p.t, sd+p.weight*p.off, stt+p.weight*p.t*p.t,
					std+p.weight*p.t*p.off
			}
		}
		if det := n*stt - st*st; n > refineLeast && det > 1 {
			slope = (n*std - st*sd) / det
			off = (sd - slope*st) / n
		}
	}
	ax, ay := a.X+l.nx*off, a.Y+l.ny*off
	ex, ey := dx+slope*l.nx, dy+slope*l.ny
	k := math.Hypot(ex, ey)
	l.nx, l.ny = ey/k, -ex/k
	l.rho = ax*l.nx + ay*l.ny
	return l
}

// value is the picture at continuous coordinates, bilinear, its border repeated.
func value(m *image.Gray, x, y float64) float64 {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	x, y = min(max(x-.5, 0), float64(w-1)), min(max(y-.5, 0), float64(h-1))
	i, j := int(x), int(y)
	fx, fy := x-float64(i), y-float64(j)
	k, l := min(i+1, w-1), min(j+1, h-1)
	at := func(x, y int) float64 { return float64(m.Pix[y*m.Stride+x]) }
	return (at(i, j)*(1-fx)+at(k, j)*fx)*(1-fy) + (at(i, l)*(1-fx)+at(k, l)*fx)*fy
}
