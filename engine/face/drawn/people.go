package drawn

// people are seeds whose faces lie apart for package face's descriptor, found by a search over some hundred seeds with
// three captures of each.
var people = []uint64{
	320, 76, 401, 597, 6, 310, 59, 650, 323, 598, 41, 26, 734, 570, 235, 219, 760, 663, 170, 103, 55, 168, 16, 243,
	587, 3,
}

// Identities are the seeds of n people, at most 26, whom a face comparison distinguishes: any two of the first 8 lie at
// least .56 from each other (no match), of the first 16 at least .50 (no duplicate), of all .44. One person's captures
// lie within .3 of each other.
func Identities(n int) []uint64 {
	return append([]uint64(nil), people[:min(max(n, 0), len(people))]...)
}

// Strangers are pairs of seeds so unlike (more than .72 apart) that a comparison of the two must fail, for impostors.
func Strangers() [][2]uint64 {
	return [][2]uint64{{59, 650}, {219, 587}, {76, 103}, {41, 650}, {76, 310}, {55, 320}}
}
