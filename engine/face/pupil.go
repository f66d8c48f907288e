package face

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"sync"
)

// localiser is a cascade of regression trees that walks from a first guess to a point of the face (Markuš et al., "Eye
// pupil localization with an ensemble of randomized trees", 2014). It reads pigo's file format; unlike pigo's own
// runner its start points are fixed, so that the same picture always has the same result.
type localiser struct {
	stages, trees, depth int
	shrink               float32
	// 4 per inner node: row, column of the two pixels that are compared, in 1/256 of the size
	codes  []int8
	shifts []float32 // 2 per leaf: row, column
}

// The bounds of a cascade that is read, so that a damaged file is found out.
const (
	headerBytes = 16
	mostStages  = 32
	mostTrees   = 256
	mostDepth   = 14
)

var errCascade = errors.New("face: the cascade file is damaged")

func parseLocaliser(data []byte) (*localiser, error) {
	if len(data) < headerBytes {
		return nil, errCascade
	}
	word := func(at int) uint32 { return binary.LittleEndian.Uint32(data[at:]) }
	l := &localiser{
		stages: int(word(0)),
		shrink: math.Float32frombits(word(4)),
		trees:  int(word(8)),
		depth:  int(word(12)),
	}
	if l.stages < 1 || l.stages > mostStages || l.trees < 1 || l.trees > mostTrees ||
		l.depth < 1 || l.depth > mostDepth {
		return nil, errCascade
	}
	leaves, n := 1<<l.depth, l.stages*l.trees
	if len(data) < headerBytes+n*(4*leaves-4+8*leaves) {
		return nil, errCascade
	}
	l.codes, l.shifts = make([]int8, 0, n*(4*leaves-4)), make([]float32, 0, n*2*leaves)
	at := headerBytes
	for range n {
		for _, c := range data[at : at+4*leaves-4] {
			l.codes = append(l.codes, int8(c))
		}
		at += 4*leaves - 4
		for range 2 * leaves {
			l.shifts = append(l.shifts, math.Float32frombits(word(at)))
			at += 4
		}
	}
	return l, nil
}

// pose is where a localiser samples the picture: turned clockwise, perhaps mirrored.
type pose struct {
	sin, cos float32
	mirrored bool
}

func turned(degrees float64) pose {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return pose{sin: float32(sin), cos: float32(cos)}
}

// walk runs all stages from one start point.
func (l *localiser) walk(p *plane, row, col, size float32, at pose) (float32, float32) {
	leaves := 1 << l.depth
	mirror := float32(1)
	if at.mirrored {
		mirror = -1
	}
	tree := 0
	for range l.stages {
		var dr, dc float32
		r, c := 256*int(row), 256*int(col)
		// a step down the face goes left in the picture if it is turned clockwise
		down, across := int(at.cos*size), int(at.sin*size)
		side, fall := int(mirror*at.cos*size), int(mirror*at.sin*size)
		for range l.trees {
			codes := l.codes[tree*(4*leaves-4):]
			node := 0
			for range l.depth {
				k := codes[4*node : 4*node+4]
				y0, x0, y1, x1 := int(k[0]), int(k[1]), int(k[2]), int(k[3])
				a := p.at((r+y0*down+x0*fall)>>8, (c+x0*side-y0*across)>>8)
				b := p.at((r+y1*down+x1*fall)>>8, (c+x1*side-y1*across)>>8)
				node = 2*node + 1
				if a > b {
					node++
				}
			}
			leaf := 2 * (tree*leaves + node - (leaves - 1))
			dr += l.shifts[leaf]
			dc += mirror * l.shifts[leaf+1]
			tree++
		}
		row += (dr*at.cos + dc*at.sin) * size
		col += (dc*at.cos - dr*at.sin) * size
		size *= l.shrink
	}
	return row, col
}

func (p *plane) at(row, col int) uint8 {
	return p.pix[min(max(row, 0), p.h-1)*p.w+min(max(col, 0), p.w-1)]
}

// Where walks start. Tuned on the development samples.
const (
	starts      = 31  // start points per localised point
	startSpread = .15 // of the window's size, over which they are spread, and over which their sizes are
)

// find is the median of walks from start points spread around the guess in a fixed low-discrepancy pattern.
func (l *localiser) find(p *plane, row, col, size float64, at pose) (float64, float64) {
	var rows, cols [starts]float32
	for i := range starts {
		u, v, w := halton(i+1, 2), halton(i+1, 3), halton(i+1, 5)
		rows[i], cols[i] = l.walk(p, float32(row+size*startSpread*(.5-u)), float32(col+size*startSpread*(.5-v)),
			float32(size*(1-startSpread/2+startSpread*w)), at)
	}
	slices.Sort(rows[:])
	slices.Sort(cols[:])
	return float64(rows[starts/2]), float64(cols[starts/2])
}

// halton is the i-th number of the van der Corput sequence in a base, in 0..1.
func halton(i, base int) float64 {
	f, r := 1., 0.
	for ; i > 0; i /= base {
		f /= float64(base)
		r += f * float64(i%base)
	}
	return r
}

// Where eyes and nose are sought. Tuned on the development samples.
const (
	eyeAside   = .18  // middle of an eye beside that of the face, in sizes of its window
	eyeAbove   = .075 // … and above it
	eyeWindow  = .25  // size of the window that a pupil is sought in
	leastEyes  = .15  // between the pupils
	mostEyes   = .8
	mostTurns  = 2 // looks, each with the cascade turned as the one before found the eyes
	steadyRoll = 3 // degrees of roll under which another look is not worth it

	noseBelow  = .5  // where the nose is sought below the eyes, in inter-eye distances
	noseWindow = 2.5 // size of the window that it is sought in
	noseOut    = .6  // by how much its tip stands out
)

// locate adds pupils, roll and yaw to a face of the working picture, as far as their cascades are there. The pupils of
// a face that is not upright are sought once more with the cascade turned along.
func (p *plane) locate(f *Face) {
	eyes, err := pupils()
	if err != nil {
		return
	}
	roll := 0.
	for range mostTurns {
		found, ok := p.eyes(eyes, f, roll)
		if !ok {
			return
		}
		f.Pupils, f.HasPupils = found, true
		f.Roll = math.Atan2(found[3]-found[1], found[2]-found[0]) * 180 / math.Pi
		if math.Abs(f.Roll-roll) < steadyRoll {
			break
		}
		roll = f.Roll
	}
	p.locateNose(f)
}

// eyes searches for both pupils where they are in a face that is turned by roll.
func (p *plane) eyes(eyes *localiser, f *Face, roll float64) ([4]float64, bool) {
	size := float64(f.Box.Dx())
	cx, cy := float64(f.Box.Min.X+f.Box.Max.X)/2, float64(f.Box.Min.Y+f.Box.Max.Y)/2
	at := turned(roll)
	sin, cos := float64(at.sin), float64(at.cos)
	var found [4]float64
	for i, side := range []float64{-eyeAside, eyeAside} {
		dx, dy := side*cos+eyeAbove*sin, side*sin-eyeAbove*cos
		found[2*i+1], found[2*i] = eyes.both(p, cy+dy*size, cx+dx*size, eyeWindow*size, at)
	}
	d := math.Hypot(found[2]-found[0], found[3]-found[1])
	return found, d >= leastEyes*size && d <= mostEyes*size && found[2] > found[0]
}

// both averages the cascade and its mirror image, which cancels its sideways bias.
func (l *localiser) both(p *plane, row, col, size float64, at pose) (float64, float64) {
	r0, c0 := l.find(p, row, col, size, at)
	at.mirrored = true
	r1, c1 := l.find(p, row, col, size, at)
	return (r0 + r1) / 2, (c0 + c1) / 2
}

// locateNose estimates yaw from how far the nose lies off the middle of the pupils.
func (p *plane) locateNose(f *Face) {
	tip, err := nose()
	if err != nil {
		return
	}
	d := f.InterEye()
	ux, uy := (f.Pupils[2]-f.Pupils[0])/d, (f.Pupils[3]-f.Pupils[1])/d
	mx, my := (f.Pupils[0]+f.Pupils[2])/2, (f.Pupils[1]+f.Pupils[3])/2
	row, col := tip.both(p, my+noseBelow*d*ux, mx-noseBelow*d*uy, noseWindow*d, turned(f.Roll))
	side := ((col-mx)*ux + (row-my)*uy) / d
	f.Yaw, f.HasYaw = math.Asin(clamp(side/noseOut, -1., 1.))*180/math.Pi, true
}

func loadLocaliser(name string) func() (*localiser, error) {
	return sync.OnceValues(func() (*localiser, error) {
		data, err := asset(name)
		if err != nil {
			return nil, err
		}
		return parseLocaliser(data)
	})
}

var (
	pupils = loadLocaliser("weights/puploc")
	nose   = loadLocaliser("weights/lp93")
)
