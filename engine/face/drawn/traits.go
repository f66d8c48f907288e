package drawn

// Traits says what a seed's person looks like, so that a specimen's particulars can fit the portrait: masculine from 0
// to 1, and age from 0 (young) to 1 (old).
func Traits(seed uint64) (masculine, age float64) {
	id := newIdentity(seed)
	return id.masculine, id.age
}
