package chip

import "fmt"

// CheckCurve checks a curve's numbers against each other: its field and its order are prime, and its generator lies on
// it and has that order.
func CheckCurve(name string) error {
	for _, c := range curves {
		if c.name != name {
			continue
		}
		if !c.p.ProbablyPrime(20) || !c.n.ProbablyPrime(20) || !c.holds(*c.base()) || c.times(c.n, c.base()) != nil ||
			c.p.BitLen() > 8*c.size {
			return fmt.Errorf("%s: its numbers do not fit each other", name)
		}
		return nil
	}
	return fmt.Errorf("%s: unknown", name)
}
