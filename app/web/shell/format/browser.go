package format

import (
	"cmp"
	"strings"

	"proofdesk/views/words"
)

// Browser names the browser of a User-Agent header and the system that it runs on; a header of neither is returned
// as it is.
func Browser(l words.Language, agent string) string {
	name := named(agent, [][2]string{
		{"Edg/", "Edge"},
		{"OPR/", "Opera"},
		{"Firefox/", "Firefox"},
		{"HeadlessChrome/", l.T("Headless Chrome")},
		{"Chrome/", "Chrome"},
		{"Version/", "Safari"},
	})
	system := named(agent, [][2]string{
		{"Windows", "Windows"},
		{"iPhone", "iPhone"},
		{"iPad", "iPad"},
		{"Android", "Android"},
		{"Mac OS X", "macOS"},
		{"CrOS", "ChromeOS"},
		{"Linux", "Linux"},
	})
	switch {
	case name == "":
		return cmp.Or(agent, l.T("unknown"))
	case system == "":
		return name
	}
	return l.T("%s on %s", name, system)
}

// named returns the name beside the first mark that a header holds; empty for none.
func named(agent string, marks [][2]string) string {
	for _, mark := range marks {
		if strings.Contains(agent, mark[0]) {
			return mark[1]
		}
	}
	return ""
}
