package mrz

import "strings"

// fitName joins the primary and the secondary identifier into a field of n columns. What does not fit is cut so that
// both stay present and the last column holds a letter, which is how a reader knows that something may be missing
// (ICAO 9303-4 §4.2.3).
func fitName(primary, secondary string, n int) string {
	if primary == "" || secondary == "" {
		return cut(primary+secondary, n)
	}
	if full := primary + "<<" + secondary; len(full) <= n {
		return full
	}
	if room := n - len(primary) - 2; room >= 1 && (room == 1 || secondary[room-1] != '<') {
		return primary + "<<" + secondary[:room]
	}
	if len(primary)+2 < n {
		return primary + "<<" + cut(secondary, n-len(primary)-2)
	}
	return strings.TrimRight(cut(primary, n-3), "<") + "<<" + secondary[:1]
}

// cut shortens s to n columns that end in a letter: where the cut falls on a filler, the component before it gives up
// its last letter so that the next one's initial moves in.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	if n < 3 || s[n-1] != '<' {
		return strings.TrimRight(s[:n], "<")
	}
	return s[:n-2] + s[n-1:n+1]
}
