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
func (p point) unit() point                      { return p.times(1 / max(p.length(), tiny)) }
func (p point) towards(q point, k float64) point { return p.add(q.sub(p).times(k)) }

// chain is a row of blobs at near-equal steps, in order.
type chain struct {
	at    []point // their centres
	size  float64 // median size of the blobs
	pitch float64 // median step
	even  float64 // number of blobs, less for every step that is no whole number of pitches
	dir   point   // unit vector from first to last
}

// tiny replaces a length of zero in a division.
const tiny = 1e-9

// How blobs are linked into chains. Tuned on the development samples.
const (
	shortChain   = 6   // blobs of a chain that is worth keeping, at least
	sizeRatio    = 2.  // of two blobs of one chain, below
	seedReach    = 1.9 // sizes of a blob within which the next one of a chain begins
	seedNear     = .5  // sizes that lie between their middles, at least
	mostSeeds    = 3   // blobs from which a chain may continue, nearest first
	sameWay      = .2  // sine of the angle up to which two chains run the same way
	mostMembers  = 100 // of a chain, which bounds the walk; the longest line of a zone has 44 characters
	mostSkip     = 3   // steps that the next blob may be away: one or two characters may be missing
	stepGain     = .25 // share of the last step in the step that is expected next
	longWay      = 5   // blobs from which the direction is taken over so many steps: surer than one step's
	stepOff      = .42 // how far from where it is expected the next blob may lie, in pitches, below
	stepReach    = .45 // how far around that it is searched for
	acrossWeight = 1.4 // of what it lies off across the chain, over along it
	surestSteps  = 2.  // pitches of a step that still shows what the pitch is
	pitchGain    = .1  // share of the last step in the pitch that is expected next
	offWeight    = 3.  // characters that a step half a pitch off costs, times two
)

// field is the blobs of a picture in buckets, for looking up who is near. Walks share its buffers: a picture of print
// begins thousands.
type field struct {
	blobs []blob
	at    []point

	// The bucket of column x and row y holds the blobs order[first[y*columns+x]:first[y*columns+x+1]].
	columns, rows int
	first, order  []int

	// The chains that a blob is in: ways[lately[i]-1] is the last one's direction, and the link leads to the one
	// before.
	lately []int
	ways   []way

	seeds         []seed
	ahead, behind []int
	sizes, steps  []float64
	centres       []point // of all chains' blobs, which chains cut out of it
}

// way is the direction of a chain that a blob is in, and the number of the next such way, 0 for none.
type way struct {
	dir  point
	next int
}

// seed is a blob that may follow another one, and its distance.
type seed struct {
	blob int
	d    float64
}

// bucketSide is the side of a bucket in pixels.
const bucketSide = 32

func newField(blobs []blob) *field {
	f := &field{
		blobs:  blobs,
		at:     make([]point, len(blobs)),
		lately: make([]int, len(blobs)),
		order:  make([]int, len(blobs)),
	}
	for i := range blobs {
		f.at[i] = blobs[i].centre()
		f.columns, f.rows = max(f.columns, bucketOf(f.at[i].x)+1), max(f.rows, bucketOf(f.at[i].y)+1)
	}
	f.first = make([]int, f.columns*f.rows+1)
	for _, p := range f.at {
		f.first[f.bucket(p)+1]++
	}
	for i := 1; i < len(f.first); i++ {
		f.first[i] += f.first[i-1]
	}
	filled := slices.Clone(f.first)
	for i, p := range f.at {
		b := f.bucket(p)
		f.order[filled[b]] = i
		filled[b]++
	}
	return f
}

func bucketOf(v float64) int { return int(math.Floor(v / bucketSide)) }

func (f *field) bucket(p point) int { return bucketOf(p.y)*f.columns + bucketOf(p.x) }

// near calls visit for the blobs within r of p.
func (f *field) near(p point, r float64, visit func(i int, d float64)) {
	left, right := max(0, bucketOf(p.x-r)), min(f.columns-1, bucketOf(p.x+r))
	for y := max(0, bucketOf(p.y-r)); left <= right && y <= min(f.rows-1, bucketOf(p.y+r)); y++ {
		row := f.first[y*f.columns:]
		for _, i := range f.order[row[left]:row[right+1]] {
			if d := f.at[i].sub(p).length(); d <= r {
				visit(i, d)
			}
		}
	}
}

func alike(a, b *blob) bool {
	r := a.size() / b.size()
	return r > 1/sizeRatio && r < sizeRatio
}

// chains links blobs into rows, longest first.
func chains(blobs []blob) []chain {
	f := newField(blobs)
	var out []chain
	for i := range blobs {
		for _, s := range f.nextTo(i) {
			if f.taken(i, f.at[s.blob].sub(f.at[i])) {
				continue
			}
			if c, ok := f.follow(i, s.blob); ok {
				out = append(out, c)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b chain) int { return cmp.Compare(b.even, a.even) })
	return out
}

// nextTo returns the nearest blobs that may be the next character after i, until it is called again.
func (f *field) nextTo(i int) []seed {
	s := f.blobs[i].size()
	f.seeds = f.seeds[:0]
	f.near(f.at[i], seedReach*s, func(j int, d float64) {
		if j != i && d > seedNear*s && alike(&f.blobs[i], &f.blobs[j]) && !f.taken(i, f.at[j].sub(f.at[i])) {
			f.seeds = append(f.seeds, seed{j, d})
		}
	})
	slices.SortFunc(f.seeds, func(a, b seed) int {
		return cmp.Or(cmp.Compare(a.d, b.d), a.blob-b.blob)
	})
	return f.seeds[:min(len(f.seeds), mostSeeds)]
}

// taken reports whether i is already in a chain that runs this way or the opposite way.
func (f *field) taken(i int, d point) bool {
	u := d.unit()
	for k := f.lately[i]; k > 0; k = f.ways[k-1].next {
		if math.Abs(u.cross(f.ways[k-1].dir)) < sameWay {
			return true
		}
	}
	return false
}

// take marks i as part of a chain of a direction.
func (f *field) take(i int, dir point) {
	f.ways = append(f.ways, way{dir, f.lately[i]})
	f.lately[i] = len(f.ways)
}

// follow extends a chain from i through j as long as the steps stay even, then back from j through i.
func (f *field) follow(i, j int) (chain, bool) {
	f.ahead = f.walk(f.ahead[:0], i, j)
	if len(f.ahead) < 2 {
		return chain{}, false
	}
	f.behind = f.walk(f.behind[:0], j, i)
	slices.Reverse(f.behind)
	f.behind = append(f.behind, f.ahead...)
	if len(f.behind) < shortChain {
		return chain{}, false
	}
	c := f.measure(f.behind)
	for _, m := range f.behind {
		f.take(m, c.dir)
	}
	return c, true
}

// walk appends the blobs after i, starting with j, each within reach of where the last steps point. One or two may be
// missing.
func (f *field) walk(members []int, i, j int) []int {
	step := f.at[j].sub(f.at[i])
	dir := step
	members = append(members, j)
	for len(members) < mostMembers {
		last := members[len(members)-1]
		next, n := -1, 0
		for skip := 1; skip <= mostSkip && next < 0; skip++ {
			next, n = f.best(last, step, float64(skip)), skip
		}
		if next < 0 {
			break
		}
		moved := f.at[next].sub(f.at[last]).times(1 / float64(n))
		step = step.towards(moved, stepGain)
		members = append(members, next)
		// over a longer way the direction is surer than one step's
		if k := len(members); k >= longWay {
			dir = f.at[next].sub(f.at[members[k-longWay]]).unit()
			step = dir.times(step.length())
		}
	}
	return members
}

func (f *field) best(last int, step point, n float64) int {
	pitch := step.length()
	want := f.at[last].add(step.times(n))
	u := step.unit()
	best, least := -1, stepOff
	f.near(want, stepReach*pitch, func(k int, _ float64) {
		off := f.at[k].sub(want)
		along, across := math.Abs(off.dot(u))/pitch, math.Abs(off.cross(u))/pitch
		if d := math.Hypot(along, acrossWeight*across); k != last && d < least && alike(&f.blobs[last], &f.blobs[k]) {
			best, least = k, d
		}
	})
	return best
}

func (f *field) measure(members []int) chain {
	begin := len(f.centres)
	f.sizes, f.steps = f.sizes[:0], f.steps[:0]
	for k, m := range members {
		f.centres = append(f.centres, f.at[m])
		f.sizes = append(f.sizes, f.blobs[m].size())
		if k > 0 {
			f.steps = append(f.steps, f.at[m].sub(f.at[members[k-1]]).length())
		}
	}
	at := f.centres[begin:len(f.centres):len(f.centres)]
	c := chain{at: at, size: median(f.sizes), dir: at[len(at)-1].sub(at[0]).unit()}
	f.sizes = append(f.sizes[:0], f.steps...) // the steps keep their order
	c.pitch = median(f.sizes)
	c.even = evenness(f.steps, c.pitch)
	return c
}

// evenness is how many of the characters, one more than steps, stand in a row of constant pitch, where perspective may
// change the pitch slowly. Print in which letters differ in width scores about half of its letters or less.
func evenness(steps []float64, pitch float64) float64 {
	var off float64
	for _, s := range steps {
		n := max(1, math.Round(s/pitch))
		off += min(.5, math.Abs(s/pitch-n))
		if n <= surestSteps {
			pitch += pitchGain * (s/n - pitch)
		}
	}
	n := float64(len(steps) + 1)
	return n * max(0, 1-offWeight*off/n)
}

// median sorts v and returns its middle.
func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return v[len(v)/2]
}

func mean(v []float64) float64 {
	var sum float64
	for _, x := range v {
		sum += x
	}
	return sum / max(1, float64(len(v)))
}
