package httpserver_test

import (
	"bufio"
	"bytes"
	"net/http"
	"testing"

	"github.com/valyala/fasthttp"

	"proofdesk/app/httpserver"
)

// FuzzHeaders: a request that both the server's parser and our checks take is framed the same way by another parser.
func FuzzHeaders(f *testing.F) {
	for _, head := range []string{
		"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n",
		"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
		"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: a\r\nX: b\n\tc\r\n\r\n",
	} {
		f.Add([]byte(head))
	}
	f.Fuzz(func(t *testing.T, head []byte) {
		var ours fasthttp.RequestHeader
		if err := ours.Read(bufio.NewReaderSize(bytes.NewReader(head), 16<<10)); err != nil ||
			httpserver.CheckHeaders(&ours) != nil {
			return
		}
		theirs, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(head)))
		if err != nil {
			return // stricter than we are
		}
		if n := int64(ours.ContentLength()); n != theirs.ContentLength && !(n <= 0 && theirs.ContentLength <= 0) {
			t.Fatalf("%q: a body of %d here, of %d there", head, n, theirs.ContentLength)
		}
		if chunked := len(theirs.TransferEncoding) > 0; chunked != (ours.ContentLength() == -1) {
			t.Fatalf("%q: chunked there: %v, length here %d", head, chunked, ours.ContentLength())
		}
	})
}
