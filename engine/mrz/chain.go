package mrz

import (
	"cmp"
	"math"
	"slices"
)

func (p point) add(q point) point                { return point{p.x + q.x, p.y + q.y} }
func (p point) sub(q point) point                { return point{p.x - q.x, p.y - q.y} }
func (p point) times(k float64) point            { return point{p.x * k, p.y * k} }
func (p point) dot(q point) float64              { return p.x*q.x + p.y*q.y }
func (p point) cross(q point) float64            { return p.x*q.y - p.y*q.x }
func (p point) length() float64                  { return math.Hypot(p.x, p.y) }
func (p point) unit() point                      { return p.times(1 / max(p.length(), 1e-9)) }
func (p point) towards(q point, k float64) point { return p.add(q.sub(p).times(k)) }

// chain is a row of blobs at near-equal steps, in order.
type chain struct {
	at    []point // their centres
	size  float64 // median size of the blobs
	pitch float64 // median step
	even  float64 // number of blobs, less for every step that is no whole number of pitches
	dir   point   // unit vector from first to last
}

// shortChain is the least number of blobs that is worth keeping.
const shortChain = 6

// field is the blobs of a picture in buckets, for looking up who is near.
type field struct {
	blobs  []blob
	at     []point
	used   [][]point // directions of the chains that a blob is in
	grid   map[[2]int][]int
	bucket float64
}

func newField(blobs []blob) *field {
	f := &field{blobs: blobs, at: make([]point, len(blobs)), used: make([][]point, len(blobs)), grid: map[[2]int][]int{}, bucket: 32}
	for i := range blobs {
		f.at[i] = blobs[i].centre()
		k := f.key(f.at[i])
		f.grid[k] = append(f.grid[k], i)
	}
	return f
}

func (f *field) key(p point) [2]int {
	return [2]int{int(math.Floor(p.x / f.bucket)), int(math.Floor(p.y / f.bucket))}
}

// near calls visit for the blobs within r of p.
func (f *field) near(p point, r float64, visit func(i int, d float64)) {
	lo, hi := f.key(point{p.x - r, p.y - r}), f.key(point{p.x + r, p.y + r})
	for y := lo[1]; y <= hi[1]; y++ {
		for x := lo[0]; x <= hi[0]; x++ {
			for _, i := range f.grid[[2]int{x, y}] {
				if d := f.at[i].sub(p).length(); d <= r {
					visit(i, d)
				}
			}
		}
	}
}

func alike(a, b *blob) bool {
	r := a.size() / b.size()
	return r > .5 && r < 2
}

// chains links blobs into rows, longest first.
func chains(blobs []blob) []chain {
	f := newField(blobs)
	var out []chain
	for i := range blobs {
		s := blobs[i].size()
		for _, j := range f.seeds(i, s) {
			if f.taken(i, f.at[j].sub(f.at[i])) {
				continue
			}
			if c, ok := f.follow(i, j); ok {
				out = append(out, c)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b chain) int { return cmp.Compare(b.even, a.even) })
	return out
}

// seeds are the nearest blobs that may be the next character after i.
func (f *field) seeds(i int, s float64) []int {
	type seed struct {
		j int
		d float64
	}
	var found []seed
	f.near(f.at[i], 1.9*s, func(j int, d float64) {
		if j != i && d > .5*s && alike(&f.blobs[i], &f.blobs[j]) && !f.taken(i, f.at[j].sub(f.at[i])) {
			found = append(found, seed{j, d})
		}
	})
	slices.SortFunc(found, func(a, b seed) int {
		return cmp.Or(cmp.Compare(a.d, b.d), a.j-b.j)
	})
	var out []int
	for _, s := range found[:min(len(found), 3)] {
		out = append(out, s.j)
	}
	return out
}

// taken tells whether i is already in a chain that runs this way or the opposite way.
func (f *field) taken(i int, d point) bool {
	u := d.unit()
	for _, v := range f.used[i] {
		if math.Abs(u.cross(v)) < .2 {
			return true
		}
	}
	return false
}

// follow walks from i through j as far as the steps stay even, then back from j through i.
func (f *field) follow(i, j int) (chain, bool) {
	ahead := f.walk(i, j)
	if len(ahead) < 2 {
		return chain{}, false
	}
	behind := f.walk(j, i)
	slices.Reverse(behind)
	members := append(behind, ahead...)
	if len(members) < shortChain {
		return chain{}, false
	}
	c := f.measure(members)
	for _, m := range members {
		f.used[m] = append(f.used[m], c.dir)
	}
	return c, true
}

// walk gives the blobs after i, starting with j, each within reach of where the last steps point. One or two may be missing.
func (f *field) walk(i, j int) []int {
	step := f.at[j].sub(f.at[i])
	dir := step
	members := []int{j}
	for len(members) < 100 {
		last := members[len(members)-1]
		next, n := -1, 0
		for skip := 1; skip <= 3 && next < 0; skip++ {
			next, n = f.best(last, step, float64(skip)), skip
		}
		if next < 0 {
			break
		}
		moved := f.at[next].sub(f.at[last]).times(1 / float64(n))
		step = step.towards(moved, .25)
		members = append(members, next)
		// over a longer way the direction is surer than one step's
		if k := len(members); k >= 5 {
			dir = f.at[next].sub(f.at[members[k-5]]).unit()
			step = dir.times(step.length())
		}
	}
	return members
}

func (f *field) best(last int, step point, n float64) int {
	pitch := step.length()
	want := f.at[last].add(step.times(n))
	u := step.unit()
	best, least := -1, .42
	f.near(want, .45*pitch, func(k int, _ float64) {
		off := f.at[k].sub(want)
		along, across := math.Abs(off.dot(u))/pitch, math.Abs(off.cross(u))/pitch
		if d := math.Hypot(along, 1.4*across); k != last && d < least && alike(&f.blobs[last], &f.blobs[k]) {
			best, least = k, d
		}
	})
	return best
}

func (f *field) measure(members []int) chain {
	c := chain{at: make([]point, len(members))}
	sizes, steps := make([]float64, len(members)), make([]float64, 0, len(members))
	for k, m := range members {
		c.at[k] = f.at[m]
		sizes[k] = f.blobs[m].size()
		if k > 0 {
			steps = append(steps, c.at[k].sub(c.at[k-1]).length())
		}
	}
	c.size, c.pitch = median(sizes), median(steps)
	c.dir = c.at[len(c.at)-1].sub(c.at[0]).unit()
	c.even = evenness(steps, c.pitch)
	return c
}

// evenness is how many of the characters, one more than steps, stand in a row of constant pitch, where perspective may change the
// pitch slowly. Print in which letters differ in width scores about half of its letters or less.
func evenness(steps []float64, pitch float64) float64 {
	var off float64
	for _, s := range steps {
		n := max(1, math.Round(s/pitch))
		off += min(.5, math.Abs(s/pitch-n))
		if n <= 2 {
			pitch += .1 * (s/n - pitch)
		}
	}
	n := float64(len(steps) + 1)
	return n * max(0, 1-3*off/n)
}

func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	s := slices.Clone(v)
	slices.Sort(s)
	return s[len(s)/2]
}

func mean(v []float64) float64 {
	var sum float64
	for _, x := range v {
		sum += x
	}
	return sum / max(1, float64(len(v)))
}
