package pdf417

// prime is the size of the field; 3 generates its multiplicative group.
const prime = 929

var powers, logs = tables()

func tables() (p [prime * 2]uint16, l [prime]uint16) {
	x := 1
	for i := range p {
		p[i] = uint16(x)
		if i < prime-1 {
			l[x] = uint16(i)
		}
		x = x * 3 % prime
	}
	return p, l
}

func mul(a, b int) int { return a * b % prime }

// inverse returns 1/a; a must not be 0.
func inverse(a int) int { return int(powers[prime-1-int(logs[a])]) }

// power returns 3^e for any e.
func power(e int) int {
	e %= prime - 1
	if e < 0 {
		e += prime - 1
	}
	return int(powers[e])
}

// evaluate returns the value of a polynomial (lowest coefficient first) at x.
func evaluate(p []int, x int) int {
	v := 0
	for i := len(p) - 1; i >= 0; i-- {
		v = (v*x + p[i]) % prime
	}
	return v
}
