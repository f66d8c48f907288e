// Package spelling measures how far apart two spellings of a word are. It is apart from package text, which reads
// printed documents and brings along what the device does not need.
package spelling

// Distance is the number of letters to insert, remove or replace to make one word of the other (Levenshtein), counted
// up to limit+1.
func Distance(a, b string, limit int) int {
	var rooms [3][40]int32 // words are compared by the thousand, and hardly any is longer
	x, y, row := letters(rooms[0][:0], a), letters(rooms[1][:0], b), rooms[2][:0]
	if d := len(x) - len(y); d > limit || -d > limit {
		return limit + 1
	}
	for j := range int32(len(y) + 1) {
		row = append(row, j)
	}
	for i, r := range x {
		diagonal := row[0]
		row[0] = int32(i + 1)
		for j, s := range y {
			cost := diagonal
			if r != s {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return min(int(row[len(y)]), limit+1)
}

func letters(out []rune, s string) []rune {
	for _, r := range s {
		out = append(out, r)
	}
	return out
}
