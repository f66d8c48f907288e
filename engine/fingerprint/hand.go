package fingerprint

// Threshold is the comparison score from which two captures are taken to be of the same finger or hand.
const Threshold = 40

// CompareHands compares captures of one hand finger by finger, in order, and returns the sum and each finger's score.
// Fingers that either capture lacks (no minutiae) count 0.
func CompareHands(a, b []Template) (sum float64, scores []float64) {
	for i := range min(len(a), len(b)) {
		s := Compare(a[i], b[i])
		scores = append(scores, s)
		sum += s
	}
	return sum, scores
}
