package preset

import (
	"slices"
	"strconv"
	"strings"
)

// Version is an SDK version such as 11.1.13.2.18.
type Version []int

// ParseVersion parses a version of two to six numbers of up to five digits each, and reports whether text is one.
func ParseVersion(text string) (Version, bool) {
	parts := strings.Split(text, ".")
	if len(parts) < 2 || len(parts) > 6 {
		return nil, false
	}
	v := make(Version, len(parts))
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 17)
		if err != nil || len(part) > 5 || strings.ContainsAny(part, "+_") {
			return nil, false
		}
		v[i] = int(n)
	}
	return v, true
}

// Before reports whether v is older than other; missing numbers at the end count as zero.
func (v Version) Before(other Version) bool {
	n := max(len(v), len(other))
	return slices.Compare(padded(v, n), padded(other, n)) < 0
}

func padded(v Version, n int) []int { return append(slices.Clone(v), make([]int, n-len(v))...) }
