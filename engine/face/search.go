package face

import (
	"math"
	"slices"
)

// Hit is one stored descriptor that lies near the query: its place in the list and its distance.
type Hit struct {
	Index    int
	Distance float64
}

// Search scans descriptors that lie one after the other in flat and returns those within a distance of the query, the
// nearest first, at most top of them. An incomplete descriptor at the end is not examined.
func Search(query *Descriptor, flat []float32, top int, within float64) []Hit {
	if top <= 0 || !(within >= 0) {
		return nil
	}
	var hits []Hit
	limit := float32(math.Min(within*within, math.MaxFloat32))
	for i := 0; len(flat) >= len(query); i++ {
		d := squared(query, (*Descriptor)(flat), limit)
		flat = flat[len(query):]
		if !(d <= limit) {
			continue
		}
		hit := Hit{i, math.Sqrt(float64(d))}
		at, _ := slices.BinarySearchFunc(hits, hit, func(a, b Hit) int {
			if a.Distance <= b.Distance {
				return -1
			}
			return 1
		})
		hits = slices.Insert(hits, at, hit)
		if len(hits) > top {
			hits = hits[:top]
		}
		if len(hits) == top {
			limit = min(limit, float32(hits[top-1].Distance*hits[top-1].Distance))
		}
	}
	return hits
}

// squared is the squared distance, or any greater number than limit as soon as it is passed.
func squared(a, b *Descriptor, limit float32) float32 {
	var total float32
	for i := 0; i < len(a); i += 32 {
		u, v := (*[32]float32)(a[i:]), (*[32]float32)(b[i:])
		var s0, s1, s2, s3 float32
		for k := 0; k < 32; k += 4 {
			d0, d1, d2, d3 := u[k]-v[k], u[k+1]-v[k+1], u[k+2]-v[k+2], u[k+3]-v[k+3]
			s0 += d0 * d0
			s1 += d1 * d1
			s2 += d2 * d2
			s3 += d3 * d3
		}
		total += s0 + s1 + s2 + s3
		if total > limit {
			break
		}
	}
	return total
}
