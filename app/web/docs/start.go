package docs

import (
	"strings"

	"proofdesk/app/preset"
)

// StartScript returns the script of the first page that an integrator makes, for a server. A browser test runs it.
func StartScript(base string) string { return read("start.js", base) }

// StartPage returns the page that runs the script.
func StartPage() string { return read("start.html", "") }

// HostPolicy returns the content security policy of a page that runs the SDK of a server.
func HostPolicy(base string) string {
	return "default-src 'none'; connect-src 'self' " + base + "; script-src 'self' " + base +
		" 'wasm-unsafe-eval'; worker-src blob:; img-src 'self' blob: data: " + base + "; font-src 'self' " + base
}

func start(base string) string {
	return filled("start.md", base,
		"{script}", strings.TrimSpace(StartScript(base)),
		"{page}", strings.TrimSpace(StartPage()),
		"{policy}", HostPolicy(base),
		"{version}", preset.CurrentSDK,
	)
}
