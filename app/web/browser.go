package web

import "strings"

// browser reads a User-Agent as people name browsers: the browser, and what it runs on. What is not known stays as it
// is.
func (v visitor) browser(agent string) string {
	name := named(agent, [][2]string{
		{"Edg/", "Edge"}, {"OPR/", "Opera"}, {"Firefox/", "Firefox"},
		{"HeadlessChrome/", v.T("Chrome without a window")}, {"Chrome/", "Chrome"}, {"Version/", "Safari"},
	})
	system := named(agent, [][2]string{
		{"Windows", "Windows"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Mac OS X", "macOS"},
		{"CrOS", "ChromeOS"}, {"Linux", "Linux"},
	})
	switch {
	case name == "":
		return firstOf(agent, v.T("unknown"))
	case system == "":
		return name
	}
	return v.T("%s on %s", name, system)
}

func named(agent string, marks [][2]string) string {
	for _, mark := range marks {
		if strings.Contains(agent, mark[0]) {
			return mark[1]
		}
	}
	return ""
}
