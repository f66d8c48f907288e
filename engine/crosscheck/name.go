package crosscheck

import (
	"strings"

	"proofdesk/engine/finding"
	"proofdesk/engine/mrz"
	"proofdesk/engine/spelling"
)

// lettersPerMisread is how many letters of a printed name, or characters of any printed value, stand behind each
// letter that may be misread. Tuned on the development samples.
const lettersPerMisread = 5

func matchNames(a, b finding.Reading) finding.Match {
	full, partial := mrz.NamesMatch(a.Value, b.Value)
	switch {
	case full:
		return finding.MatchFull
	case partial, (a.Truncated || b.Truncated) && shortened(a.Value, b.Value), nearName(a, b):
		return finding.MatchPartial
	}
	return finding.MatchNone
}

// nearName reports whether a printed name differs by so few letters that they may be misread: letters are misread more
// often than names are forged so.
func nearName(a, b finding.Reading) bool {
	if a.Source != finding.VIZ && b.Source != finding.VIZ {
		return false
	}
	x, y := mrz.MatchKey(a.Value), mrz.MatchKey(b.Value)
	limit := max(1, max(len(x), len(y))/lettersPerMisread)
	return spelling.Distance(x, y, limit) <= limit
}

// shortened reports whether one name can be the other cut to fit its field: whole components left out, others cut to
// some of their first letters, the order kept and the first one there (ICAO 9303-3 §4.6.1).
func shortened(a, b string) bool {
	x, y := strings.Fields(mrz.MatchKey(a)), strings.Fields(mrz.MatchKey(b))
	return cutFrom(x, y) || cutFrom(y, x)
}

// cutFrom reports whether short is what is left of long when it is cut.
func cutFrom(short, long []string) bool {
	if len(short) == 0 || len(long) < len(short) || !strings.HasPrefix(long[0], short[0]) {
		return false
	}
	for _, component := range long {
		if len(short) > 0 && strings.HasPrefix(component, short[0]) {
			short = short[1:]
		}
	}
	return len(short) == 0
}
