package mrz

import (
	"image"
	"math"
)

// halfBox is how far a box reaches from the middle of its characters up and down, in cap heights: half of one and some
// paper.
const halfBox = .62

// quad returns the corners of a run of columns in the picture that was given.
func (f *fit) quad(c *canvas, rows []rowCells, s span) Quad {
	r := &rows[s.line]
	left, right, up := float64(r.low+f.starts[s.line]+s.from)-.5, float64(r.low+f.starts[s.line]+s.to)-.5, -halfBox
	if r.turned {
		left, right, up = float64(r.high-f.starts[s.line]-s.from)+.5, float64(r.high-f.starts[s.line]-s.to)+.5, halfBox
	}
	var q Quad
	for i, p := range [4]point{
		r.grid.spot(left, up), r.grid.spot(right, up), r.grid.spot(right, -up), r.grid.spot(left, -up),
	} {
		q[2*i], q[2*i+1] = p.x/c.scale, p.y/c.scale
	}
	return q
}

// corners joins the first line's upper and the last line's lower corners.
func corners(first, last Quad) Quad {
	return Quad{first[0], first[1], first[2], first[3], last[4], last[5], last[6], last[7]}
}

// quarter rounds the direction of reading to a quarter turn clockwise.
func quarter(r *rowCells) int {
	d := r.grid.row.dir
	if r.turned {
		d = d.times(-1)
	}
	degrees := math.Atan2(d.y, d.x) * 180 / math.Pi
	return (int(math.Round(degrees/90))*90 + 360) % 360
}

// Span returns the corners of the columns from (included) to to (excluded) of a line, both counted from 0, as for a
// check digit's Pos. For a line that the reading lacks it returns the zone's corners.
func (r *Reading) Span(line, from, to int) Quad {
	if line < 0 || line >= len(r.Lines) || len(r.Lines[line].Text) == 0 {
		return r.Quad
	}
	q, n := r.Lines[line].Quad, float64(len(r.Lines[line].Text))
	a, b := float64(from)/n, float64(to)/n
	between := func(i, j int, t float64) (x, y float64) {
		return q[i] + t*(q[j]-q[i]), q[i+1] + t*(q[j+1]-q[i+1])
	}
	var out Quad
	out[0], out[1] = between(0, 2, a)
	out[2], out[3] = between(0, 2, b)
	out[4], out[5] = between(6, 4, b)
	out[6], out[7] = between(6, 4, a)
	return out
}

// Bounds is the smallest rectangle of whole pixels around a quad.
func (q Quad) Bounds() image.Rectangle {
	x0, x1 := min(q[0], q[2], q[4], q[6]), max(q[0], q[2], q[4], q[6])
	y0, y1 := min(q[1], q[3], q[5], q[7]), max(q[1], q[3], q[5], q[7])
	return image.Rect(int(math.Floor(x0)), int(math.Floor(y0)), int(math.Ceil(x1)), int(math.Ceil(y1)))
}
