package specimen

// unlike are pairs of faces of one sex that a face descriptor tells apart. Drawn faces lie nearer to each
// other than real ones do (half of all pairs are within 0.55 of each other, where real faces pass as one person), so a
// stranger of random looks would often match. The pairs are the farthest among seventy seeds of each sex, 0.66 to 0.77.
var unlike = map[string][][2]uint64{
	"F": {{51, 6}, {98, 32}, {67, 55}, {35, 24}, {175, 21}, {173, 64}, {155, 83}, {159, 45}, {140, 88}, {118, 108}},
	"M": {{113, 41}, {133, 59}, {168, 26}, {92, 5}, {145, 68}, {96, 66}, {103, 48}, {152, 151}, {17, 11}, {104, 84}},
}

// impostor returns the holder one face of a pair and returns the other for the selfie.
func (p *Person) impostor(seed uint64) uint64 {
	pairs := unlike["M"]
	if p.Sex == "F" {
		pairs = unlike["F"]
	}
	pair := pairs[seed%uint64(len(pairs))]
	p.Face = pair[0]
	return pair[1]
}
