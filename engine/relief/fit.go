//go:build !js

package relief

// A warp brings points of one view to their places in another: its first eight numbers are a homography, the last two
// are how far what stands out moves.
type warp [allTerms]float64

const (
	flatTerms = 8
	allTerms  = 10
)

// at returns the place of a point, and by what it was divided.
func (w *warp) at(p point) (x, y, by float64) {
	by = w[6]*p.x + w[7]*p.y + 1
	return (w[0]*p.x + w[1]*p.y + w[2] + w[8]*p.z) / by, (w[3]*p.x + w[4]*p.y + w[5] + w[9]*p.z) / by, by
}

// fit is two views that are brought onto each other, at each level of fineness.
type fit struct {
	places []point     // that are compared, with the relief of the view at rest
	want   [][]float64 // of the view at rest, normalised
	turned []plane
	// What one round works with.
	seen   []float64
	slopes [][allTerms]float64
}

// levels are how many pixels the pictures are blurred by, one after the other.
var levels = []float64{4, 2, 1.2}

func newFit(rest, turned *View) *fit {
	f := &fit{places: placesOf(rest)}
	for _, sigma := range levels {
		picture := rest.picture.band(sigma)
		want := make([]float64, len(f.places))
		for i, p := range f.places {
			want[i] = picture.at(p.x*unit+side/2, p.y*unit+side/2)
		}
		normalise(want)
		f.want = append(f.want, want)
		f.turned = append(f.turned, turned.picture.band(sigma))
	}
	f.seen = make([]float64, len(f.places))
	f.slopes = make([][allTerms]float64, len(f.places))
	return f
}

const (
	rounds     = 12
	firstDamp  = .01
	mostDamp   = 100
	lessDamp   = 3 // times, after a better round
	moreDamp   = 5 // times, after a worse one
	stiffening = 1e-6
)

// best finds the warp near a first one that brings the views onto each other best, by Gauss and Newton's way with
// Levenberg's damping, and returns the correlation of the two.
func (f *fit) best(w warp, terms int) (warp, float64) {
	best, fits := w, -1.
	for level := range levels {
		fits = -1
		w = best
		damp := firstDamp
		for range rounds {
			deviation := f.look(level, &w)
			if c := correlation(f.want[level], f.seen); c > fits {
				best, fits = w, c
				damp /= lessDamp
			} else if w, damp = best, damp*moreDamp; damp > mostDamp {
				break
			} else {
				deviation = f.look(level, &w)
			}
			step := f.step(level, terms, deviation, damp)
			for i := range terms {
				w[i] += step[i]
			}
		}
	}
	return best, fits
}

// look reads the turned view through a warp, with the slope of each place for each number of it. It returns the
// deviation that was normalised away.
func (f *fit) look(level int, w *warp) float64 {
	picture := f.turned[level]
	for i, p := range f.places {
		x, y, by := w.at(p)
		u, v := x*unit+side/2, y*unit+side/2
		f.seen[i] = picture.at(u, v)
		right := (picture.at(u+1, v) - picture.at(u-1, v)) / 2 * unit / by
		down := (picture.at(u, v+1) - picture.at(u, v-1)) / 2 * unit / by
		far := -(right*x + down*y)
		f.slopes[i] = [allTerms]float64{
			right * p.x, right * p.y, right, down * p.x, down * p.y, down,
			far * p.x, far * p.y, right * p.z, down * p.z,
		}
	}
	return normalise(f.seen)
}

// step returns by what to change a warp, from what was looked at. Places that differ much count less.
func (f *fit) step(level, terms int, deviation, damp float64) [allTerms]float64 {
	var mean [allTerms]float64
	for i := range f.slopes {
		for k := range terms {
			f.slopes[i][k] /= deviation
			mean[k] += f.slopes[i][k] / float64(len(f.slopes))
		}
	}
	var m equations
	for i := range f.slopes {
		off := f.want[level][i] - f.seen[i]
		for k := range terms {
			f.slopes[i][k] -= mean[k]
		}
		m.add(f.slopes[i][:terms], off, 1/(1+off*off))
	}
	for k := range terms {
		m[k][k] += damp*m[k][k] + stiffening
	}
	return m.solve(terms)
}

func correlation(a, b []float64) float64 {
	sum := 0.
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum / float64(len(a))
}

// outline are the mesh's points around the face, in order.
var outline = []int{
	10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377,
	152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
}

// placesOf returns a grid of places within a face, with the relief of its mesh.
func placesOf(v *View) []point {
	const nearest = 1e-4
	var places []point
	for y := -farthest; y < farthest; y += pitch {
		for x := -farthest; x < farthest; x += pitch {
			if !v.within(x/rim, y/rim) {
				continue
			}
			depth, all := 0., 0.
			for _, p := range v.points {
				near := 1 / (sq(sq(p.x-x)+sq(p.y-y)) + nearest)
				depth += near * p.z
				all += near
			}
			places = append(places, point{x, y, depth / all})
		}
	}
	return places
}

// within reports whether a place is in the outline of the face.
func (v *View) within(x, y float64) bool {
	in := false
	for i, n := range outline {
		a, b := v.points[n], v.points[outline[(i+1)%len(outline)]]
		if (a.y > y) != (b.y > y) && x < (b.x-a.x)*(y-a.y)/(b.y-a.y)+a.x {
			in = !in
		}
	}
	return in
}
