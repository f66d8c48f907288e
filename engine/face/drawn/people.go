package drawn

// people are seeds whose faces lie apart for package face's descriptor, found by a search over a thousand seeds and four
// captures of each. A person's own captures lie within .3 of each other.
var people = []uint64{311, 6, 51, 804, 87, 734, 46, 219, 598, 21, 639, 587, 718, 103, 59, 760, 653, 663, 455, 97, 847, 812}

// Identities are the seeds of n people, at most 22, whom a face comparison tells apart: any two of the first 8 lie at
// least .54 from each other, of the first 12 at least .50 (so that none is a duplicate of another), of all .44.
func Identities(n int) []uint64 {
	return append([]uint64(nil), people[:min(max(n, 0), len(people))]...)
}

// Strangers are pairs of seeds so unlike (more than .72 apart) that a comparison of the two must fail, for impostors.
func Strangers() [][2]uint64 {
	return [][2]uint64{{804, 455}, {219, 587}, {46, 734}, {46, 103}, {46, 455}}
}
