package shell

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"proofdesk/app/web/shell/format"
)

// IgnoredFilters returns a message about the parts of a URL's query that a list ignored: names that are none of
// its filters, and a place in the list that does not exist. Place is the name of the place, lost whether its value
// can't be read, known the names of the filters.
func (v Visitor) IgnoredFilters(values url.Values, place string, lost bool, known ...string) string {
	var sentences []string
	if lost {
		sentences = append(sentences,
			v.T("“%s” is not a valid page: showing the first page.", format.Shorten(values.Get(place))))
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if name != place && !slices.Contains(known, name) {
			sentences = append(sentences, v.T("Unknown filter “%s” was ignored.", format.Shorten(name)))
		}
	}
	return strings.Join(sentences[:min(len(sentences), maxIgnored)], " ")
}

// maxIgnored is how many unknown filters a page names.
const maxIgnored = 3
