package preset

import "slices"

// SDKVersions lists the SDK versions since which options, their names or their defaults differ, newest first. Any other
// version has the options of the newest one listed that is not after it; the last is older than every change.
func SDKVersions() []string {
	const oldest = "9.0"
	all := []string{oldest, currentLine, CurrentSDK}
	for _, o := range options {
		all = append(all, o.Since, o.Until)
		if o.Earlier != nil {
			all = append(all, o.Earlier.Before)
		}
	}
	all = slices.DeleteFunc(all, func(text string) bool { return text == "" })
	slices.SortFunc(all, func(a, b string) int {
		if later, _ := ParseVersion(b); later.before(a) {
			return -1
		}
		if first, _ := ParseVersion(a); first.before(b) {
			return 1
		}
		return 0
	})
	return slices.Compact(all)
}
