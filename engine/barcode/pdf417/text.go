package pdf417

// latches are the values that lead from one submode to another; the detours are the only ways.
var latches = [4][4][]int{
	alpha: {lower: {toLower}, mixed: {toMixed}, punct: {toMixed, toPunct}},
	lower: {alpha: {toMixed, toMixed}, mixed: {toMixed}, punct: {toMixed, toPunct}},
	mixed: {alpha: {toMixed}, lower: {toLower}, punct: {toPunct}},
	punct: {alpha: {shiftPunct}, lower: {shiftPunct, toLower}, mixed: {shiftPunct, toMixed}},
}

// step is how the cheapest way writes one character: in which submode it starts, where it latches to, whether the
// character itself is shifted.
type step struct {
	from  submode
	shift bool
}

// never is the cost of a way that there is not.
const never = 1 << 20

// compactText writes text in the fewest values, found over all ways through the submodes, and returns the submode
// that it ends in. Two values make a codeword; an odd one is filled up with a shift that nothing follows, which
// leaves the submode as it is.
func compactText(out []int, text []byte, start submode) ([]int, submode) {
	steps := make([][4]step, len(text))
	cost := [4]int{never, never, never, never}
	cost[start] = 0
	for i, c := range text {
		cost = bestSteps(c, cost, &steps[i])
	}
	end := alpha
	for m := lower; m <= punct; m++ {
		if cost[m] < cost[end] {
			end = m
		}
	}
	list := trace(text, steps, end)
	if len(list)%2 == 1 {
		list = append(list, shiftPunct)
		if end == punct {
			end = alpha
		}
	}
	for i := 0; i < len(list); i += 2 {
		out = append(out, list[i]*textValues+list[i+1])
	}
	return out, end
}

// bestSteps extends the cheapest ways by one character.
func bestSteps(c byte, cost [4]int, s *[4]step) [4]int {
	next := [4]int{never, never, never, never}
	for from := alpha; from <= punct; from++ {
		for to := alpha; to <= punct; to++ {
			base := cost[from] + len(latches[from][to])
			if values[to][c] >= 0 && base+1 < next[to] {
				next[to], s[to] = base+1, step{from, false}
			}
			if shifted(to, c) >= 0 && base+2 < next[to] {
				next[to], s[to] = base+2, step{from, true}
			}
		}
	}
	return next
}

// shifted returns the value of a character that is shifted to from a submode, -1 if there is no such shift.
func shifted(from submode, c byte) int {
	if from != punct && values[punct][c] >= 0 {
		return int(values[punct][c])
	}
	if from == lower {
		return int(values[alpha][c])
	}
	return -1
}

// trace follows the steps back and returns the values in order.
func trace(text []byte, steps [][4]step, end submode) []int {
	var reversed []int
	m := end
	for i := len(text) - 1; i >= 0; i-- {
		c, s := text[i], steps[i][m]
		switch {
		case !s.shift:
			reversed = append(reversed, int(values[m][c]))
		case values[punct][c] >= 0:
			reversed = append(reversed, int(values[punct][c]), shiftPunct)
		default:
			reversed = append(reversed, int(values[alpha][c]), toLower)
		}
		l := latches[s.from][m]
		for j := len(l) - 1; j >= 0; j-- {
			reversed = append(reversed, l[j])
		}
		m = s.from
	}
	for i, j := 0, len(reversed)-1; i < j; i, j = i+1, j-1 {
		reversed[i], reversed[j] = reversed[j], reversed[i]
	}
	return reversed
}
