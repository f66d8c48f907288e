package token

import (
	"mime"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Request is an HTTP request to one of the POST endpoints, in parts.
type Request struct {
	ContentType   string
	Authorization string // "" where there is no such header
	Query         string // raw query string
	Body          []byte
	Address       string // the client's address, as the listener determined it
}

const (
	maxBody       = 16 << 10
	maxParameters = 32
)

// maxLength limits the parameters, in bytes; others may have maxOther.
var maxLength = map[string]int{
	"grant_type":      64,
	"client_id":       128,
	"client_secret":   256,
	"username":        255,
	"password":        512,
	"scope":           512,
	"token":           8192,
	"token_type_hint": 64,
}

const maxOther = 2048

// form holds the parameters of a body. A parameter without a value counts as missing (RFC 6749, 3.1).
type form map[string]string

// readForm reads the body of a request. Parameters come in the body only, in one content type, each at most once.
func readForm(r Request) (form, *OAuthError) {
	mediaType, _, err := mime.ParseMediaType(r.ContentType)
	if err != nil || mediaType != "application/x-www-form-urlencoded" {
		return nil, &OAuthError{
			Status:      415,
			Code:        codeInvalidRequest,
			Description: "the content type has to be application/x-www-form-urlencoded",
		}
	}
	if r.Query != "" {
		return nil, malformed("parameters belong into the body, not into the address")
	}
	if len(r.Body) > maxBody {
		return nil, malformed("the body is too long")
	}
	return parseForm(string(r.Body))
}

func parseForm(body string) (form, *OAuthError) {
	f := form{}
	seen := map[string]bool{}
	for pair := range strings.SplitSeq(body, "&") {
		if pair == "" {
			continue
		}
		name, value, err := parsePair(pair)
		if err != nil {
			return nil, err
		}
		if seen[name] {
			return nil, malformed("a parameter comes twice: " + printable(name))
		}
		if seen[name] = true; len(seen) > maxParameters {
			return nil, malformed("too many parameters")
		}
		limit, known := maxLength[name]
		if !known {
			limit = maxOther
		}
		if len(value) > limit {
			return nil, malformed("a parameter is too long: " + printable(name))
		}
		if value != "" {
			f[name] = value
		}
	}
	return f, nil
}

func parsePair(pair string) (name, value string, fail *OAuthError) {
	rawName, rawValue, _ := strings.Cut(pair, "=")
	name, nameErr := url.QueryUnescape(rawName)
	value, valueErr := url.QueryUnescape(rawValue)
	if nameErr != nil || valueErr != nil {
		return "", "", malformed("the body is not well-formed")
	}
	if !isText(name) || !isText(value) {
		return "", "", malformed("the body holds characters that are not text in UTF-8")
	}
	return name, value, nil
}

// isText reports whether a text can be a credential: valid UTF-8 without control characters.
func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl) }

// printable returns a parameter's name with only the characters that an error description may hold (RFC 6749, 5.2).
func printable(name string) string {
	for _, r := range name {
		if r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return "(unprintable)"
		}
	}
	return name[:min(len(name), 40)]
}

// need returns a required parameter.
func (f form) need(name string) (string, *OAuthError) {
	if value := f[name]; value != "" {
		return value, nil
	}
	return "", malformed("a parameter is missing: " + name)
}
