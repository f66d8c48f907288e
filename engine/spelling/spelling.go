// Package spelling measures how far apart two spellings of a word are. It is apart from package text, which reads printed
// documents and brings along what the device does not need.
package spelling

// Distance is the number of letters to insert, remove or replace to make one word of the other (Levenshtein), counted up
// to limit+1.
func Distance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if d := len(x) - len(y); d > limit || -d > limit {
		return limit + 1
	}
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j, s := range y {
			cost := diagonal
			if r != s {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return min(row[len(y)], limit+1)
}
