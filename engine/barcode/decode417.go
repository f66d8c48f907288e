package barcode

import (
	"math"
	"sort"

	"proofdesk/engine/barcode/eci"
	"proofdesk/engine/barcode/pdf417"
)

// The numbers of PDF417 (ISO/IEC 15438 §4.4 and §5.4).
const (
	codewordModules = 17  // of a codeword and of the start pattern
	stopModules     = 18  // of the stop pattern
	clusterWords    = 929 // codewords of a cluster: those of the field GF(929)
	mostWords       = 928 // codewords of a symbol
	mostColumns     = 30  // codewords of a row, without the row indicators
	leastRows       = 3
	mostLevel       = 8 // of error correction
)

// erasedEighths are the eighths of the check codewords that are spent on the least trusted codewords, one try after the
// other.
var erasedEighths = [5]int{0, 2, 4, 6, 7}

const (
	// mostChance is the natural logarithm of the probability that a symbol came about by chance, at most: one in
	// 22,000. Among the development samples nothing is misread below it.
	mostChance = -10
	// mostMended is by how much corrected errors lower the confidence, at most.
	mostMended = .9
)

// decode tries error correction with more and more of the least trusted codewords erased.
func (s *symbol417) decode(readings []reading, out *Symbol) bool {
	k := 2 << s.meta.level
	n := len(readings)
	if n <= k || n > mostWords {
		return false
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return readings[order[a]].trust < readings[order[b]].trust })
	unread := 0
	for unread < n && readings[order[unread]].trust == 0 {
		unread++
	}
	words := make([]int, n)
	for _, share := range erasedEighths {
		erased := max(unread, k*share/8)
		if erased > k {
			return false
		}
		if share > 0 && erased == unread {
			continue
		}
		for i, r := range readings {
			words[i] = r.word
		}
		changed, err := pdf417.Correct(words, k, order[:erased])
		if err != nil {
			continue
		}
		if s.accept(words, readings, k, erased, changed, out) {
			return true
		}
	}
	return false
}

// chance is the logarithm of the probability that n random codewords would be taken for a symbol with so many erasures
// and errors corrected: the ways to place the errors against the check codewords left over.
func chance(n, k, erased, errs int) float64 {
	c, _ := math.Lgamma(float64(n + 1))
	a, _ := math.Lgamma(float64(errs + 1))
	b, _ := math.Lgamma(float64(n - errs + 1))
	return c - a - b - float64(k-erased-errs)*math.Log(clusterWords)
}

// accept checks that a corrected symbol is plausible: its length descriptor is right, chance would hardly have made it,
// and the data has a meaning.
func (s *symbol417) accept(words []int, readings []reading, k, erased, changed int, out *Symbol) bool {
	n := len(words)
	if words[0] < 1 || words[0] > n-k {
		return false
	}
	wrong := 0
	for i, w := range words {
		if readings[i].trust > 0 && readings[i].word != w {
			wrong++
		}
	}
	doubt := chance(n, k, erased, max(changed-erased, 0))
	if words[0] == n-k {
		doubt -= math.Log(clusterWords)
	}
	if doubt > mostChance || wrong*2 > n {
		return false
	}
	msg, err := pdf417.Read(words[1:words[0]], false)
	if err != nil {
		return false
	}
	*out = Symbol{
		Symbology:  PDF417,
		Text:       eci.Text(msg.Bytes, msg.Segments),
		Bytes:      msg.Bytes,
		Corners:    s.corners(),
		Confidence: 1 - math.Min(float64(2*changed)/float64(k+1), mostMended),
		macro:      msg.Macro,
		segments:   msg.Segments,
	}
	return true
}
