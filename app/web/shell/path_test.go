package shell_test

import (
	"testing"

	"proofdesk/app/web/shell"
)

func TestAPathThatABrowserReadsAsAnotherHostLeadsToTheQueue(t *testing.T) {
	for path, want := range map[string]string{
		"/jobs?state=REVIEW#first": "/jobs?state=REVIEW#first",
		"/customers/José":          "/customers/José",
		"":                         "/queue",
		"jobs":                     "/queue",
		"//evil.example":           "/queue",
		"/\\evil.example":          "/queue",
		"/\t/evil.example":         "/queue",
		"/\r\n/evil.example":       "/queue",
		"/\x00/evil.example":       "/queue",
		"/\x7f/evil.example":       "/queue",
		"https://evil.example/":    "/queue",
		"/login?next=/login":       "/queue",
	} {
		if got := shell.LocalPath(path); got != want {
			t.Errorf("%q leads to %q, want %q", path, got, want)
		}
	}
}
