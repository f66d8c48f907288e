package quality

import (
	"math"

	"proofdesk/app/onboarding"
)

// confident is the quantile of the normal distribution for 95% confidence intervals.
const confident = 1.959963984540054

// Interval is an estimate with its 95% confidence interval. Known is false where there is no data to estimate from.
type Interval struct {
	Value, Low, High float64
	Known            bool
}

// Table counts pairs of judgements: rows are the first agent's outcomes, columns the second agent's, both in the order
// of onboarding.ReviewOutcomes.
type Table [3][3]int64

// Add counts n pairs; it ignores outcomes that a review can't have.
func (t *Table) Add(first, second onboarding.Status, n int64) {
	i, k := place(first), place(second)
	if i >= 0 && k >= 0 {
		t[i][k] += n
	}
}

func place(outcome onboarding.Status) int {
	for i, o := range onboarding.ReviewOutcomes() {
		if o.Is(outcome) {
			return i
		}
	}
	return -1
}

// Total returns the number of pairs.
func (t *Table) Total() int64 {
	var n int64
	for _, row := range t {
		for _, cell := range row {
			n += cell
		}
	}
	return n
}

// Agreed returns the number of pairs with equal outcomes.
func (t *Table) Agreed() int64 { return t[0][0] + t[1][1] + t[2][2] }

// Row returns how many pairs have an outcome of the first agent, and how many of those the second agent's outcome
// equals.
func (t *Table) Row(i int) (n, agreed int64) { return t[i][0] + t[i][1] + t[i][2], t[i][i] }

// Agreement returns the share of pairs that agree, with Wilson's score interval (E. B. Wilson, 1927).
func (t *Table) Agreement() Interval { return share(t.Agreed(), t.Total()) }

func share(k, n int64) Interval {
	if n <= 0 {
		return Interval{}
	}
	p, m, z := float64(k)/float64(n), float64(n), confident
	middle := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return Interval{Value: p, Low: max(0, middle-half), High: min(1, middle+half), Known: true}
}

// Kappa returns Cohen's kappa: the agreement beyond what is expected from the two agents' rates alone (J. Cohen, 1960),
// with the large-sample standard error of J. L. Fleiss, J. Cohen and B. S. Everitt (1969). It is not known where all
// judgements have one outcome, as chance alone then explains everything.
func (t *Table) Kappa() Interval {
	n := float64(t.Total())
	if n == 0 {
		return Interval{}
	}
	var p [3][3]float64
	var rows, columns [3]float64
	for i := range t {
		for k := range t[i] {
			p[i][k] = float64(t[i][k]) / n
			rows[i] += p[i][k]
			columns[k] += p[i][k]
		}
	}
	var observed, expected float64
	for i := range p {
		observed += p[i][i]
		expected += rows[i] * columns[i]
	}
	if expected >= 1-1e-12 {
		return Interval{}
	}
	kappa := (observed - expected) / (1 - expected)
	half := confident * deviation(p, rows, columns, kappa, expected) / math.Sqrt(n)
	return Interval{Value: kappa, Low: max(-1, kappa-half), High: min(1, kappa+half), Known: true}
}

// deviation returns the standard error of kappa times the square root of the number of pairs (Fleiss, Cohen and Everitt
// 1969, equation 13).
func deviation(p [3][3]float64, rows, columns [3]float64, kappa, expected float64) float64 {
	var onDiagonal, beside float64
	for i := range p {
		for k := range p[i] {
			if i == k {
				onDiagonal += p[i][i] * math.Pow(1-(rows[i]+columns[i])*(1-kappa), 2)
				continue
			}
			beside += p[i][k] * math.Pow(columns[i]+rows[k], 2)
		}
	}
	variance := onDiagonal + math.Pow(1-kappa, 2)*beside - math.Pow(kappa-expected*(1-kappa), 2)
	return math.Sqrt(max(0, variance)) / (1 - expected)
}
