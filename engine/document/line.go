package document

import (
	"math"
	"sort"

	"proofdesk/engine/raster"
)

// line is x·nx + y·ny = rho, with the edge evidence along it. Place t on it is rho·n + t·(-ny, nx).
type line struct {
	nx, ny, rho float64
	votes       float64
	frame       bool // a side of the picture, not an edge in it
	t0          int  // place of the first entry of the sums
	pos, neg    []float32
}

// How lines are found. Tuned on the development samples.
const (
	houghAngles = 180 // bins of one degree
	voteAngles  = 3   // bins to either side of its gradient in which an edge votes
	maxLines    = 40
	maxParallel = 24  // lines kept within one sector of directions
	sectorCos   = .87 // cosine of the angle of such a sector: 30°
	leastVotes  = .03 // strength of a line over the picture's shorter side, at least
	peakAngles  = 4   // bins of angles to either side of a peak
	peakOffsets = 3   // bins of offsets to either side of a peak
)

// How a line is fitted and weighed. Tuned on the development samples.
const (
	fitEdge    = .25 // strength of an edge that it is fitted to, at least
	fitLeast   = 4   // strengths summed up that it takes
	mostTilt   = .08 // slope by which a fit may tilt it
	edgeAcross = 1.5 // how far to either side an edge is searched for, px
	crossSine  = .3  // sine of the angle under which two lines do not meet: 17°

	// frameEvidence is the evidence of a side of the picture, of either polarity: weak, because every picture has one.
	frameEvidence = .16
)

// findLines is a Hough transform in which every edge pixel votes near its own gradient's direction only.
func findLines(e *edges) []line {
	diag := int(math.Hypot(float64(e.w), float64(e.h))) + 2
	bins := 2*diag + 1
	acc := make([]float32, houghAngles*bins)
	var sin, cos [houghAngles]float64
	for a := range sin {
		sin[a], cos[a] = math.Sincos(float64(a) * math.Pi / houghAngles)
	}
	for y := 1; y < e.h-1; y++ {
		for x := 1; x < e.w-1; x++ {
			i := y*e.w + x
			if !e.thin[i] {
				continue
			}
			dir := math.Atan2(float64(e.uy[i]), float64(e.ux[i])) * houghAngles / math.Pi
			vote(acc, bins, diag, e.strength[i], int(math.Round(dir)), x, y, &sin, &cos)
		}
	}
	lines := peaks(acc, bins, diag, min(e.w, e.h))
	for i := range lines {
		lines[i].fit(e)
		lines[i].weigh(e)
	}
	return lines
}

func vote(acc []float32, bins, diag int, s float32, dir, x, y int, sin, cos *[houghAngles]float64) {
	for d := -voteAngles; d <= voteAngles; d++ {
		a := ((dir+d)%houghAngles + houghAngles) % houghAngles
		r := float64(x)*cos[a] + float64(y)*sin[a]
		k := int(math.Floor(r))
		f := float32(r - float64(k))
		acc[a*bins+diag+k] += s * (1 - f)
		acc[a*bins+diag+k+1] += s * f
	}
}

// peaks returns the strongest local maxima, not too many of one direction.
func peaks(acc []float32, bins, diag, side int) []line {
	type peak struct {
		a, r int
		v    float32
	}
	var all []peak
	least := float32(side) * leastVotes
	for a := range houghAngles {
		for r := peakOffsets; r < bins-peakOffsets; r++ {
			if v := acc[a*bins+r]; v > least && isPeak(acc, bins, a, r, v) {
				all = append(all, peak{a, r, v})
			}
		}
	}
	sort.Slice(all, func(i, j int) bool {
		if all[i].v != all[j].v {
			return all[i].v > all[j].v
		}
		return all[i].a*bins+all[i].r < all[j].a*bins+all[j].r
	})
	var out []line
	for _, p := range all {
		parallel := 0
		th := float64(p.a) * math.Pi / houghAngles
		l := line{nx: math.Cos(th), ny: math.Sin(th), rho: float64(p.r - diag), votes: float64(p.v)}
		for i := range out {
			if math.Abs(out[i].nx*l.nx+out[i].ny*l.ny) > sectorCos {
				parallel++
			}
		}
		if parallel < maxParallel {
			out = append(out, l)
		}
		if len(out) == maxLines {
			break
		}
	}
	return out
}

// isPeak reports whether no bin around is higher. The last angle is next to the first one with rho mirrored.
func isPeak(acc []float32, bins, a, r int, v float32) bool {
	for da := -peakAngles; da <= peakAngles; da++ {
		b, mirror := a+da, false
		if b < 0 || b >= houghAngles {
			b, mirror = (b+houghAngles)%houghAngles, true
		}
		for dr := -peakOffsets; dr <= peakOffsets; dr++ {
			s := r + dr
			if mirror {
				s = bins - 1 - s
			}
			if s < 0 || s >= bins {
				continue
			}
			o := acc[b*bins+s]
			if o > v || o == v && (da < 0 || da == 0 && dr < 0) {
				return false
			}
		}
	}
	return true
}

// fit moves the line to the least-squares line of the edge pixels near it.
func (l *line) fit(e *edges) {
	for _, reach := range [2]int{3, 2} {
		lo, hi := l.inside(e.w, e.h)
		var n, st, sd, stt, std float64
		for t := lo; t <= hi; t++ {
			px, py := l.rho*l.nx-float64(t)*l.ny, l.rho*l.ny+float64(t)*l.nx
			for d := -reach; d <= reach; d++ {
				x, y := int(px+float64(d)*l.nx+.5), int(py+float64(d)*l.ny+.5)
				s := math.Abs(float64(e.at(x, y, float32(l.nx), float32(l.ny))))
				if s < fitEdge || !e.thin[y*e.w+x] {
					continue
				}
				off := (float64(x)-px)*l.nx + (float64(y)-py)*l.ny
				ft := float64(t)
				n, st, sd, stt, std = n+s, st+s*ft, sd+s*off, stt+s*ft*ft, std+s*ft*off
			}
		}
		if det := n*stt - st*st; n > fitLeast && det > 1 {
			slope := (n*std - st*sd) / det
			l.shift((sd-slope*st)/n, slope)
		}
	}
}

// shift moves the line by the offset at t = 0 and tilts it by the slope along t.
func (l *line) shift(off, slope float64) {
	if math.Abs(slope) > mostTilt {
		return
	}
	ax, ay := (l.rho+off)*l.nx, (l.rho+off)*l.ny
	dx, dy := -l.ny+slope*l.nx, l.nx+slope*l.ny
	k := math.Hypot(dx, dy)
	l.nx, l.ny = dy/k, -dx/k
	l.rho = ax*l.nx + ay*l.ny
}

// inside returns the range of t whose places lie in a w × h picture; empty (lo > hi) where none does.
func (l *line) inside(w, h int) (lo, hi int) {
	a, b := -1e9, 1e9
	for _, c := range [2][3]float64{{l.rho * l.nx, -l.ny, float64(w - 1)}, {l.rho * l.ny, l.nx, float64(h - 1)}} {
		if math.Abs(c[1]) < tiny {
			if c[0] < -1 || c[0] > c[2]+1 {
				return 0, -1
			}
			continue
		}
		u, v := -c[0]/c[1], (c[2]-c[0])/c[1]
		a, b = max(a, min(u, v)), min(b, max(u, v))
	}
	if a > b {
		return 0, -1
	}
	return int(math.Ceil(a)), int(math.Floor(b))
}

// weigh sums up the evidence along the line, per polarity.
func (l *line) weigh(e *edges) {
	lo, hi := l.inside(e.w, e.h)
	n := max(hi-lo+1, 0)
	l.t0, l.pos, l.neg = lo, make([]float32, n+1), make([]float32, n+1)
	nx, ny := float32(l.nx), float32(l.ny)
	for k := range n {
		t := float64(lo + k)
		px, py := l.rho*l.nx-t*l.ny, l.rho*l.ny+t*l.nx
		var p, m float32
		for d := -edgeAcross; d <= edgeAcross; d++ {
			s := e.at(int(px+d*l.nx+.5), int(py+d*l.ny+.5), nx, ny)
			p, m = max(p, s), max(m, -s)
		}
		l.pos[k+1], l.neg[k+1] = l.pos[k]+p, l.neg[k]+m
	}
}

// support is the mean evidence between two places on the line; positive and negative polarity apart. Places
// outside the picture count as no evidence.
func (l *line) support(t0, t1 float64) (pos, neg float64) {
	if t0 > t1 {
		t0, t1 = t1, t0
	}
	last := len(l.pos) - 1
	a, b := min(max(int(t0)-l.t0, 0), last), min(max(int(t1)-l.t0, 0), last)
	n := max(t1-t0, 1)
	return float64(l.pos[b]-l.pos[a]) / n, float64(l.neg[b]-l.neg[a]) / n
}

// along is the place of a point on the line.
func (l *line) along(p raster.Point) float64 { return -p.X*l.ny + p.Y*l.nx }

// cross is where two lines meet; false where they are nearly parallel.
func (l *line) cross(o *line) (raster.Point, bool) {
	d := l.nx*o.ny - l.ny*o.nx
	if math.Abs(d) < crossSine {
		return raster.Point{}, false
	}
	return raster.Point{X: (l.rho*o.ny - o.rho*l.ny) / d, Y: (o.rho*l.nx - l.rho*o.nx) / d}, true
}

// frameLines are the four sides of the picture, for documents that its edge cuts. Their evidence is a weak
// constant of either polarity.
func frameLines(w, h int) []line {
	out := []line{
		{nx: 1, rho: 0}, {nx: 1, rho: float64(w - 1)}, {ny: 1, rho: 0}, {ny: 1, rho: float64(h - 1)},
	}
	for i := range out {
		l := &out[i]
		l.frame = true
		lo, hi := l.inside(w, h)
		l.t0 = lo
		l.pos, l.neg = make([]float32, hi-lo+2), make([]float32, hi-lo+2)
		for k := range l.pos {
			l.pos[k] = float32(k) * frameEvidence
			l.neg[k] = l.pos[k]
		}
	}
	return out
}
