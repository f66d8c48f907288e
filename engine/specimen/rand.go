package specimen

import "math/rand/v2"

// source is a random stream of its own for one purpose, so that drawing more of one thing changes no other.
func source(seed uint64, purpose string) *rand.Rand {
	h := uint64(14695981039346656037)
	for _, c := range []byte(purpose) {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return rand.New(rand.NewPCG(seed, h))
}

func pick[T any](rng *rand.Rand, from []T) T { return from[rng.IntN(len(from))] }

func between(rng *rand.Rand, low, high float64) float64 { return low + (high-low)*rng.Float64() }
