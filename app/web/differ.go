package web

import (
	"strings"

	views "proofdesk/views/review"
)

// maxDiffer bounds the work of comparing two values, in characters.
const maxDiffer = 200

// parts splits a value into runs that agree with the others and runs that do not. It is compared with the first value that
// differs from it, without case.
func parts(value string, others []string) []views.Part {
	for _, other := range others {
		if other != "" && !strings.EqualFold(other, value) {
			return differ(value, other)
		}
	}
	return []views.Part{{Text: value}}
}

// differ marks the characters of a that are not in the longest common subsequence of a and b.
func differ(a, b string) []views.Part {
	x, y := []rune(a), []rune(b)
	if len(x) > maxDiffer || len(y) > maxDiffer {
		return []views.Part{{Text: a, Differs: true}}
	}
	common := subsequence([]rune(strings.ToUpper(a)), []rune(strings.ToUpper(b)))
	if len(common) != len(x) { // upper case changed the length: compare as it is
		common = subsequence(x, y)
	}
	var runs []views.Part
	for i, r := range x {
		if n := len(runs); n > 0 && runs[n-1].Differs == !common[i] {
			runs[n-1].Text += string(r)
			continue
		}
		runs = append(runs, views.Part{Text: string(r), Differs: !common[i]})
	}
	return runs
}

// subsequence tells which characters of a belong to its longest common subsequence with b.
func subsequence(a, b []rune) []bool {
	length := make([][]int, len(a)+1)
	for i := range length {
		length[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	in := make([]bool, len(a))
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			in[i] = true
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return in
}
