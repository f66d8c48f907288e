package dossier

import (
	"strings"
	"time"
	"unicode"

	"proofdesk/engine/mrz"
	"proofdesk/views/finding"
)

// maxDiffer limits the work of comparing two values, in characters.
const maxDiffer = 200

// parts splits a value into runs that agree with the others and runs that do not. The value is compared with what most
// sources say; where no value has the most sources, with the first one that differs.
func parts(value string, others []string) []finding.Part {
	usual, firm := Majority(others)
	if firm && spelt(usual) != spelt(value) {
		return differ(value, usual)
	}
	for _, other := range others {
		if !firm && other != "" && spelt(other) != spelt(value) {
			return differ(value, other)
		}
	}
	return []finding.Part{{Text: value}}
}

// spelt returns what two spellings of one value have in common: without case, and for names as the zone writes them.
func spelt(value string) string {
	if !strings.ContainsAny(value, "0123456789") {
		if key := mrz.MatchKey(value); key != "" {
			return key
		}
	}
	return strings.ToUpper(value)
}

// differ marks the characters of a that are not in the longest common subsequence of a and b. Dates are compared place
// by place.
func differ(a, b string) []finding.Part {
	x, y := letters(a), letters(b)
	if len(x) > maxDiffer || len(y) > maxDiffer {
		return []finding.Part{{Text: a, Differs: true}}
	}
	common := subsequence(x, y)
	if isDate(a) && isDate(b) {
		for i := range common {
			common[i] = x[i] == y[i]
		}
	}
	var runs []finding.Part
	for i, r := range []rune(a) {
		if n := len(runs); n > 0 && runs[n-1].Differs == !common[i] {
			runs[n-1].Text += string(r)
			continue
		}
		runs = append(runs, finding.Part{Text: string(r), Differs: !common[i]})
	}
	return runs
}

// isDate reports whether a value is a date.
func isDate(value string) bool {
	_, err := time.Parse(time.DateOnly, value)
	return err == nil
}

// letters returns the characters of a value, one for one, in upper case and without accents.
func letters(value string) []rune {
	all := []rune(value)
	for i, r := range all {
		all[i] = unicode.ToUpper(r)
		if plain := mrz.Transliterate(string(r)); r > unicode.MaxASCII && plain != "" {
			all[i] = rune(plain[0])
		}
	}
	return all
}

// maxPiece is how many characters stand in a column of the cross-check without a break.
const maxPiece = 10

// breakable splits long words into pieces of one length between which a line may break, so that equal values break
// alike.
func breakable(runs []finding.Part) []finding.Part {
	var value []rune
	for _, run := range runs {
		value = append(value, []rune(run.Text)...)
	}
	breaks := map[int]bool{}
	for from := 0; from < len(value); {
		to := from
		for to < len(value) && value[to] != ' ' {
			to++
		}
		pieces := (to - from + maxPiece - 1) / maxPiece
		for n := 1; n < pieces; n++ {
			breaks[from+n*((to-from+pieces-1)/pieces)] = true
		}
		from = to + 1
	}
	var out []finding.Part
	at := 0
	for _, run := range runs {
		for i, r := range []rune(run.Text) {
			if i == 0 || breaks[at] {
				out = append(out, finding.Part{Differs: run.Differs, Break: breaks[at]})
			}
			out[len(out)-1].Text += string(r)
			at++
		}
	}
	return out
}

// subsequence reports which characters of a belong to its longest common subsequence with b.
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
