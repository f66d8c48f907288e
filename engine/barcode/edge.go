package barcode

// How a line is read. Tuned on the development samples.
const (
	leastCodeword = 8 // pixels of a codeword, at least: under half a pixel a module nothing can be recognised
	moduleSamples = 3 // places in each module
	flatShare     = 5 // contrast of a line over that of a window under which its own threshold means nothing
)

// line is a profile along a row of a canvas: grey values (times a factor), local thresholds, and the places where the
// values cross them, dark to light and light to dark in turn.
type line struct {
	value     []int32
	threshold []int32
	edge      []float64
	firstDark bool // the stretch before edge[0] is dark
	low, high []int32
	plain     []int32 // the values before they were sharpened
}

// resize makes the line n values long.
func (l *line) resize(n int) {
	if cap(l.value) < n {
		l.value, l.threshold = make([]int32, n), make([]int32, n)
	}
	l.value, l.threshold = l.value[:n], l.threshold[:n]
}

// average fills the line with the sum of some canvas rows.
func (l *line) average(c *canvas, from, to int) {
	l.resize(c.w)
	clear(l.value)
	for y := from; y < to; y++ {
		for x, v := range c.pix[y*c.w : y*c.w+c.w] {
			l.value[x] += int32(v)
		}
	}
}

// slanted fills the line with the values along a slope through the middle of the canvas at height y.
func (l *line) slanted(c *canvas, y, slope float64) {
	l.resize(c.w)
	at, step := int64((y-slope*float64(c.w)/2)*fixedOne), int64(slope*fixedOne)
	for x := range l.value {
		row := min(max(int(at>>16), 0), c.h-1)
		l.value[x] = int32(c.pix[row*c.w+x])
		at += step
	}
}

// sample reads the modules of a codeword between two places of the line.
func (l *line) sample(x0, x1 float64, out *profile) bool {
	if x0 < 0 || x1 >= float64(len(l.value)-1) || x1-x0 < leastCodeword {
		return false
	}
	step := (x1 - x0) / (codewordModules * moduleSamples)
	at := x0 - .5 + step/2
	for k := range out {
		sum := 0.0
		for range moduleSamples {
			i := max(int(at), 0)
			sum += float64(l.value[i]) + (at-float64(i))*float64(l.value[i+1]-l.value[i])
			at += step
		}
		out[k] = float32(sum / moduleSamples)
	}
	return true
}

// sharpen subtracts a share of the local mean from the values, which makes blurred thin elements stand out.
func (l *line) sharpen(radius int, amount int32) {
	n := len(l.value)
	if n < 2*radius+2 {
		return
	}
	l.plain = append(l.plain[:0], l.value...)
	sum := int32(0)
	for x := -radius; x <= radius; x++ {
		sum += l.plain[min(max(x, 0), n-1)]
	}
	for x := range n {
		l.value[x] += amount * (l.plain[x] - sum/int32(2*radius+1))
		sum += l.plain[min(x+radius+1, n-1)] - l.plain[max(x-radius, 0)]
	}
}

// findEdges sets local thresholds halfway between dark and light over windows of about 2·block pixels and collects the
// crossings with sub-pixel places.
func (l *line) findEdges(block int) {
	l.setThreshold(block)
	l.edge = l.edge[:0]
	if len(l.value) == 0 {
		return
	}
	dark := l.value[0] < l.threshold[0]
	l.firstDark = dark
	for x := 1; x < len(l.value); x++ {
		d := l.value[x] < l.threshold[x]
		if d == dark {
			continue
		}
		a, b := l.value[x-1]-l.threshold[x-1], l.value[x]-l.threshold[x]
		l.edge = append(l.edge, float64(x-1)+.5+float64(a)/float64(a-b))
		dark = d
	}
}

func (l *line) setThreshold(block int) {
	n := len(l.value)
	blocks := (n + block - 1) / block
	if cap(l.low) < blocks {
		l.low, l.high = make([]int32, blocks), make([]int32, blocks)
	}
	l.low, l.high = l.low[:blocks], l.high[:blocks]
	lowest, highest := int32(1<<30), int32(-1<<30)
	for b := range blocks {
		lo, hi := int32(1<<30), int32(-1<<30)
		for _, v := range l.value[b*block : min((b+1)*block, n)] {
			lo, hi = min(lo, v), max(hi, v)
		}
		l.low[b], l.high[b] = lo, hi
		lowest, highest = min(lowest, lo), max(highest, hi)
	}
	for b := range blocks {
		lo, hi := l.low[b], l.high[b]
		if b > 0 {
			lo, hi = min(lo, l.low[b-1]), max(hi, l.high[b-1])
		}
		if b+1 < blocks {
			lo, hi = min(lo, l.low[b+1]), max(hi, l.high[b+1])
		}
		t := (lo + hi) / 2
		if hi-lo < (highest-lowest)/flatShare {
			t = (lowest + highest) / 2
		}
		for x := b * block; x < min((b+1)*block, n); x++ {
			l.threshold[x] = t
		}
	}
}
