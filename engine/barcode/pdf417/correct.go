package pdf417

import "errors"

// ErrUncorrectable is returned when codewords have more errors and erasures than their error correction can correct.
var ErrUncorrectable = errors.New("pdf417: too many errors")

// checkwords returns the k error correction codewords of data (ISO/IEC 15438 clause 5.10).
func checkwords(data []int, k int) []int {
	generator := generatorOf(k)
	register := make([]int, k)
	for _, d := range data {
		t := (d + register[k-1]) % prime
		for i := k - 1; i > 0; i-- {
			register[i] = (register[i-1] + prime - mul(t, generator[i])) % prime
		}
		register[0] = (prime - mul(t, generator[0])) % prime
	}
	out := make([]int, k)
	for i := range out {
		out[i] = (prime - register[k-1-i]) % prime
	}
	return out
}

// generatorOf returns (x-3)(x-3^2)…(x-3^k) without its leading 1, lowest coefficient first.
func generatorOf(k int) []int {
	g := make([]int, k+1)
	g[0] = 1
	for i := 1; i <= k; i++ {
		root := power(i)
		for j := i; j > 0; j-- {
			g[j] = (g[j-1] + prime - mul(root, g[j])) % prime
		}
		g[0] = (prime - mul(root, g[0])) % prime
	}
	return g[:k]
}

// Correct corrects codewords in place: the last k are error correction, erasures are positions known to be doubtful. It
// returns how many codewords changed, or ErrUncorrectable. Erasures count one and errors two, up to k together; where
// all of k is used, a right reading can't be distinguished from a wrong one.
func Correct(codewords []int, k int, erasures []int) (int, error) {
	n := len(codewords)
	if k < 2 || n <= k || len(erasures) > k {
		return 0, ErrUncorrectable
	}
	syndromes, clean := syndromesOf(codewords, k)
	if clean {
		return 0, nil
	}
	locator, count := locate(syndromes, erasures, n)
	errs := count - len(erasures)
	if errs < 0 || len(erasures)+2*errs > k {
		return 0, ErrUncorrectable
	}
	positions := roots(locator, n)
	if len(positions) != count {
		return 0, ErrUncorrectable
	}
	changed := repair(codewords, syndromes, locator, positions)
	if _, clean := syndromesOf(codewords, k); !clean {
		return 0, ErrUncorrectable
	}
	return changed, nil
}

func syndromesOf(codewords []int, k int) ([]int, bool) {
	s := make([]int, k)
	clean := true
	for i := range s {
		x, v := power(i+1), 0
		for _, c := range codewords {
			v = (v*x + c) % prime
		}
		s[i] = v
		clean = clean && v == 0
	}
	return s, clean
}

// locate runs Berlekamp and Massey's algorithm, started with the locator of the erasures, and returns the locator of
// errors and erasures together (lowest coefficient first) with its degree.
func locate(s, erasures []int, n int) ([]int, int) {
	k := len(s)
	locator := make([]int, k+2)
	locator[0] = 1
	for i, e := range erasures {
		x := power(n - 1 - e)
		for j := i + 1; j > 0; j-- {
			locator[j] = (locator[j] + prime - mul(x, locator[j-1])) % prime
		}
	}
	previous := append([]int(nil), locator...)
	scratch := make([]int, k+2)
	degree := len(erasures)
	for r := degree; r < k; r++ {
		discrepancy := 0
		for j := 0; j <= r && j < len(locator); j++ {
			discrepancy = (discrepancy + locator[j]*s[r-j]) % prime
		}
		copy(previous[1:], previous[:k+1])
		previous[0] = 0
		if discrepancy == 0 {
			continue
		}
		copy(scratch, locator)
		for j := range locator {
			locator[j] = (locator[j] + prime - mul(discrepancy, previous[j])) % prime
		}
		if 2*degree <= r+len(erasures) {
			degree = r + 1 + len(erasures) - degree
			inv := inverse(discrepancy)
			for j := range previous {
				previous[j] = mul(scratch[j], inv)
			}
		}
	}
	return locator, degree
}

// roots returns the codeword positions whose inverse locator makes the polynomial zero.
func roots(locator []int, n int) []int {
	var out []int
	for at := range n {
		if evaluate(locator, power(-(n-1-at))) == 0 {
			out = append(out, at)
		}
	}
	return out
}

// repair subtracts the magnitude at each position (Forney's formula for roots from 3^1) from the codewords.
func repair(codewords, s, locator, positions []int) int {
	n, k := len(codewords), len(s)
	omega := make([]int, k)
	for i := range omega {
		for j := 0; j <= i; j++ {
			omega[i] = (omega[i] + locator[j]*s[i-j]) % prime
		}
	}
	derivative := make([]int, len(locator)-1)
	for i := range derivative {
		derivative[i] = mul((i+1)%prime, locator[i+1])
	}
	changed := 0
	for _, at := range positions {
		x := power(-(n - 1 - at))
		d := evaluate(derivative, x)
		if d == 0 {
			return changed
		}
		magnitude := (prime - mul(evaluate(omega, x), inverse(d))) % prime
		if magnitude != 0 {
			codewords[at] = (codewords[at] + prime - magnitude) % prime
			changed++
		}
	}
	return changed
}
