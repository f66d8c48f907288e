package httpserver_test

import (
	"fmt"
	"strings"
	"testing"

	"proofdesk/app/httpserver"
)

func TestACallWithoutTheBasePathNamesTheRightPath(t *testing.T) {
	r := start(t, httpserver.Options{Base: "/api/upload"})
	large := fmt.Sprintf("Content-Length: %d\r\n\r\n%s", 70_000, strings.Repeat("x", 70_000))
	for _, path := range []string{"/read", "/api/read"} {
		for _, body := range []string{large, "Content-Length: 1\r\n\r\nx"} {
			answers := r.send(t, "PUT "+path+" HTTP/1.1\r\n"+host+body)
			if len(answers) == 0 || answers[0].StatusCode != 404 ||
				!strings.Contains(text(answers[0]),
					"the calls are under /api/upload, and this one is /api/upload/read") {
				t.Errorf("%s: %v", path, first(answers))
			}
		}
	}
	if answers := r.send(t, "PUT /elsewhere HTTP/1.1\r\n"+host+large); answers[0].StatusCode != 404 ||
		strings.Contains(text(answers[0]), "the calls are under") {
		t.Errorf("elsewhere: %v", first(answers))
	}
}
