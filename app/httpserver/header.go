package httpserver

import (
	"bytes"
	"strings"

	"github.com/valyala/fasthttp"

	"proofdesk/app/fault"
)

// once lists the header fields that must not come twice: identity and what decides how a body is read. A proxy and
// this server might each use a different one of the two. The parser refuses a second Host, Content-Length or
// Transfer-Encoding itself.
var once = map[string]bool{
	"content-type":     true,
	"content-encoding": true,
	"authorization":    true,
	"x-api-key-id":     true,
	"x-api-key-secret": true,
	"private-token":    true,
	"idempotency-key":  true,
	"range":            true,
	"if-none-match":    true,
	"origin":           true,
}

// checkHeaders checks the header lines as they were sent (RFC 9112, 2.2, 3.2, 5 and 6.1). The parser has refused before
// what has control characters in values, and a Transfer-Encoding of HTTP/1.0.
func checkHeaders(h *fasthttp.RequestHeader) error {
	seen := map[string]bool{}
	raw := h.RawHeaders()
	for len(raw) > 0 {
		line, rest, _ := bytes.Cut(raw, []byte("\n"))
		raw = rest
		if len(line) == 0 || line[len(line)-1] != '\r' {
			return fault.BadField("header", "line_ending", "a header line must end in CR LF")
		}
		line = line[:len(line)-1]
		if len(line) == 0 {
			break
		}
		if err := checkLine(line, seen); err != nil {
			return err
		}
	}
	return checkFraming(h, seen)
}

func checkLine(line []byte, seen map[string]bool) error {
	name, _, ok := bytes.Cut(line, []byte(":"))
	if !ok || !isToken(name) {
		return fault.BadField("header", "syntax", "a header line must be a name, a colon and a value on one line")
	}
	lower := strings.ToLower(string(name))
	if once[lower] && seen[lower] {
		return fault.BadField(lower, "unique", "the header %s must come once", lower)
	}
	seen[lower] = true
	return nil
}

func checkFraming(h *fasthttp.RequestHeader, seen map[string]bool) error {
	switch {
	case seen["content-length"] && seen["transfer-encoding"]:
		return fault.BadField("content-length", "framing",
			"content-length and transfer-encoding must not come together")
	case seen["transfer-encoding"] && !strings.EqualFold(string(h.Peek(fasthttp.HeaderTransferEncoding)), "chunked"):
		return fault.BadField("transfer-encoding", "framing", "the only supported transfer-encoding is chunked")
	case h.ContentLength() != 0 && (h.IsGet() || h.IsHead()) && (seen["content-length"] || seen["transfer-encoding"]):
		return fault.BadField("content-length", "framing", "a %s request must not have a body", h.Method())
	case seen["content-encoding"]:
		return fault.New(fault.UnsupportedMedia, "a request body must not be encoded: leave content-encoding out")
	}
	return nil
}

// isToken reports whether b is a token (RFC 9110, 5.6.2).
func isToken(b []byte) bool {
	for _, c := range b {
		if c <= ' ' || c >= 0x7f || strings.IndexByte(`"(),/:;<=>?@[\]{}`, c) >= 0 {
			return false
		}
	}
	return len(b) > 0
}
