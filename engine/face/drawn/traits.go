package drawn

// Traits returns what a seed's person looks like, so that a specimen's particulars can fit the portrait: masculine from
// 0 to 1, age from 0 (young) to 1 (old), and the brightness of the skin from 0 to 1.
func Traits(seed uint64) (masculine, age, skin float64) {
	id := newIdentity(seed)
	return id.masculine, id.age, .299*id.skin[0] + .587*id.skin[1] + .114*id.skin[2]
}
