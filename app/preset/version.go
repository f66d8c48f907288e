package preset

import (
	"slices"
	"strconv"
	"strings"
)

// CurrentSDK is the newest SDK version that the catalogue describes.
const CurrentSDK = "11.1.13.2.18"

// newest is CurrentSDK.
var newest, _ = ParseVersion(CurrentSDK)

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

// before reports whether v is older than the version that text names.
func (v Version) before(text string) bool {
	other, ok := ParseVersion(text)
	return ok && v.Before(other)
}

// spelled returns a version as the lists of options spell it, 10.1.4.2.03, and any other one as String does.
func spelled(v Version) string {
	for _, text := range SDKVersions() {
		if known, ok := ParseVersion(text); ok && slices.Equal(known, v) {
			return text
		}
	}
	return v.String()
}

// String returns the version as the SDK names it. Zeros before a number are not kept.
func (v Version) String() string {
	parts := make([]string, len(v))
	for i, n := range v {
		parts[i] = strconv.Itoa(n)
	}
	return strings.Join(parts, ".")
}
