// Package galois corrects errors with Reed-Solomon codes over fields of 2^n elements, as QR, Data Matrix and Aztec
// symbols use them. PDF417's field of 929 elements is in package pdf417.
package galois

// Field is a field of 2^n elements. Make one with New; it is then only read.
type Field struct {
	size     int
	exp, log []int
}

// New makes the field of 2^bits elements whose elements are remainders by a primitive polynomial, given by its bits;
// bits is 2 to 12.
func New(bits, polynomial int) *Field {
	f := &Field{size: 1 << bits, exp: make([]int, 2<<bits), log: make([]int, 1<<bits)}
	v := 1
	for i := range f.size - 1 {
		f.exp[i], f.exp[i+f.size-1] = v, v
		f.log[v] = i
		if v <<= 1; v >= f.size {
			v ^= polynomial
		}
	}
	return f
}

func (f *Field) times(a, b int) int {
	if a == 0 || b == 0 {
		return 0
	}
	return f.exp[f.log[a]+f.log[b]]
}

// power is the generator to the i, for i from 0 to 2·(size-1).
func (f *Field) power(i int) int { return f.exp[i%(f.size-1)] }

func (f *Field) inverse(a int) int { return f.exp[f.size-1-f.log[a]] }

// Checks computes so many check words for data; first is the exponent of the generator polynomial's first root.
func (f *Field) Checks(data []int, checks, first int) []int {
	g := make([]int, checks+1) // ascending powers
	g[0] = 1
	for i := range checks {
		root := f.power(first + i)
		for k := i + 1; k > 0; k-- {
			g[k] = g[k-1] ^ f.times(g[k], root)
		}
		g[0] = f.times(g[0], root)
	}
	rest := make([]int, checks)
	for _, d := range data {
		lead := d ^ rest[0]
		copy(rest, rest[1:])
		rest[checks-1] = 0
		for k := range checks {
			rest[k] ^= f.times(lead, g[checks-1-k])
		}
	}
	return rest
}

// Correct corrects words in place, of which the last are check words, and returns how many were wrong. It is false
// where more than half as many as there are check words are wrong, as far as that shows; words are then undefined.
func (f *Field) Correct(words []int, checks, first int) (wrong int, ok bool) {
	n := len(words)
	if n >= f.size || checks < 1 || checks >= n {
		return 0, false
	}
	for _, w := range words {
		if w < 0 || w >= f.size {
			return 0, false
		}
	}
	s, clean := f.syndromes(words, checks, first)
	if clean {
		return 0, true
	}
	locator := f.locator(s)
	wrong = len(locator) - 1
	if 2*wrong > checks {
		return 0, false
	}
	if !f.correctErrors(words, s, locator, first) {
		return 0, false
	}
	_, clean = f.syndromes(words, checks, first)
	return wrong, clean
}

func (f *Field) syndromes(words []int, checks, first int) (s []int, clean bool) {
	s, clean = make([]int, checks), true
	for i := range s {
		x, v := f.power(first+i), 0
		for _, w := range words {
			v = f.times(v, x) ^ w
		}
		s[i] = v
		clean = clean && v == 0
	}
	return s, clean
}

// locator finds the shortest polynomial, by ascending powers, that generates the syndromes (Berlekamp and Massey).
func (f *Field) locator(s []int) []int {
	now, before := []int{1}, []int{1}
	length, gap, last := 0, 1, 1
	for i := range s {
		d := s[i]
		for k := 1; k <= length && k < len(now); k++ {
			d ^= f.times(now[k], s[i-k])
		}
		if d == 0 {
			gap++
			continue
		}
		next := append(make([]int, 0, len(now)+gap+len(before)), now...)
		for len(next) < len(before)+gap {
			next = append(next, 0)
		}
		factor := f.times(d, f.inverse(last))
		for k, v := range before {
			next[k+gap] ^= f.times(factor, v)
		}
		if 2*length <= i {
			length, before, last, gap = i+1-length, now, d, 1
		} else {
			gap++
		}
		now = next
	}
	for len(now) > 1 && now[len(now)-1] == 0 {
		now = now[:len(now)-1]
	}
	if len(now)-1 != length {
		return make([]int, len(s)+2) // longer than can be corrected
	}
	return now
}

// correctErrors finds the places by trying all and the values by Forney's formula.
func (f *Field) correctErrors(words, s, locator []int, first int) bool {
	n, found := len(words), 0
	evaluator := make([]int, len(locator)-1)
	for i := range evaluator {
		for k := 0; k <= i; k++ {
			evaluator[i] ^= f.times(locator[k], s[i-k])
		}
	}
	for at := range n {
		place := n - 1 - at
		inv := f.power(f.size - 1 - place%(f.size-1))
		if f.value(locator, inv) != 0 {
			continue
		}
		slope := 0
		for k := 1; k < len(locator); k += 2 {
			slope ^= f.times(locator[k], f.power((k-1)*f.log[inv]))
		}
		if slope == 0 {
			return false
		}
		v := f.times(f.value(evaluator, inv), f.inverse(slope))
		// the value is X^(1-first) · evaluator(1/X) / locator'(1/X)
		if first == 0 {
			v = f.times(v, f.power(place))
		}
		for range first - 1 {
			v = f.times(v, inv)
		}
		words[at] ^= v
		found++
	}
	return found == len(locator)-1
}

func (f *Field) value(p []int, x int) int {
	v := 0
	for i := len(p) - 1; i >= 0; i-- {
		v = f.times(v, x) ^ p[i]
	}
	return v
}
