package webhook

import (
	"net"
	"net/textproto"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/http/httpguts"
	"golang.org/x/net/idna"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
)

const maxURL = 2048

// ParseURL checks an endpoint's address and returns the host key of its lane. https only; no user, no fragment.
func ParseURL(raw string) (*url.URL, string, error) {
	if len(raw) > maxURL {
		return nil, "", fault.BadField("url", "max_length", "the address is longer than %d characters", maxURL)
	}
	u, err := url.Parse(raw)
	switch {
	case err != nil || u.Host == "" || u.Hostname() == "":
		return nil, "", fault.BadField("url", "format",
			"enter a URL such as https://bank.example/hooks")
	case u.Scheme == "http":
		return nil, "", fault.BadField("url", "https", "plain HTTP endpoints are rejected: use https://")
	case u.Scheme != "https":
		return nil, "", fault.BadField("url", "https", "the address must begin with https://")
	case !validHost(u.Hostname()):
		return nil, "", fault.BadField("url", "host",
			"the host name has a label of more than 63 characters, or more than 253 in all")
	case u.User != nil:
		return nil, "", fault.BadField("url", "no_credentials",
			"put credentials into a static header, not into the address")
	case u.Fragment != "":
		return nil, "", fault.BadField("url", "no_fragment", "the address must not have a fragment (#…)")
	}
	host, err := hostKey(u)
	return u, host, err
}

// hostKey returns scheme, host and port, lower case, in ASCII (IDNA), the port always included.
func hostKey(u *url.URL) (string, error) {
	port := 443
	if text := u.Port(); text != "" {
		var err error
		if port, err = strconv.Atoi(text); err != nil || port < 1 || port > 65535 {
			return "", fault.BadField("url", "port", "the port must be between 1 and 65535")
		}
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if strings.ContainsFunc(host, func(r rune) bool { return r >= utf8.RuneSelf }) {
		var err error
		if host, err = idna.Lookup.ToASCII(host); err != nil {
			return "", fault.BadField("url", "host", "the host name is not valid")
		}
	}
	if host == "" || strings.ContainsAny(host, " \t\"<>\\^`{|}") {
		return "", fault.BadField("url", "host", "the host name is not valid")
	}
	return "https://" + net.JoinHostPort(host, strconv.Itoa(port)), nil
}

// reserved are the header names that the program or the protocol sets.
var reserved = []string{
	"Host", "Content-Length", "Content-Type", "Content-Encoding", "Transfer-Encoding", "Connection", "Keep-Alive",
	"Upgrade", "Te", "Trailer",
	"Proxy-Authorization", "Proxy-Connection", "Expect", "User-Agent", "Accept-Encoding", "Cookie", SignatureHeader,
	StandardID, StandardTimestamp, StandardSignature, TestHeader,
}

const (
	maxHeaders     = 20
	maxHeaderValue = 4096
)

// CheckHeaders checks an endpoint's static headers and returns them under their canonical names.
func CheckHeaders(headers map[string]string) (map[string]string, error) {
	if len(headers) > maxHeaders {
		return nil, fault.BadField("headers", "max_items", "at most %d static headers", maxHeaders)
	}
	clean := make(map[string]string, len(headers))
	for name, value := range headers {
		canonical := textproto.CanonicalMIMEHeaderKey(name)
		switch {
		case !httpguts.ValidHeaderFieldName(name):
			return nil, fault.BadField("headers", "format", "%q is not a header name", name)
		case slices.Contains(reserved, canonical):
			return nil, fault.BadField("headers", "reserved",
				"the header %s is set by Proofdesk and can't be changed", canonical)
		case !httpguts.ValidHeaderFieldValue(value) || len(value) > maxHeaderValue:
			return nil, fault.BadField("headers", "characters",
				"the value of %s has characters that a header can't carry, or more than %d", canonical, maxHeaderValue)
		}
		if _, twice := clean[canonical]; twice {
			return nil, fault.BadField("headers", "unique", "the header %s appears twice", canonical)
		}
		clean[canonical] = value
	}
	return clean, nil
}

// EventTypes returns the types that an endpoint can subscribe to.
func EventTypes() []onboarding.EventType {
	return []onboarding.EventType{onboarding.ApplicationDecision, onboarding.ApplicationReviewed}
}

// CheckEvents checks a subscription; none means all.
func CheckEvents(types []onboarding.EventType) ([]onboarding.EventType, error) {
	if len(types) == 0 {
		return EventTypes(), nil
	}
	for _, t := range types {
		if all := EventTypes(); !slices.Contains(all, t) {
			return nil, fault.BadField("events", "one_of", "%q is not an event: choose from %s", t, joined(all))
		}
	}
	slices.Sort(types)
	return slices.Compact(types), nil
}

// joined lists types of events in a sentence.
func joined(types []onboarding.EventType) string {
	var names []string
	for _, t := range types {
		names = append(names, string(t))
	}
	return strings.Join(names, ", ")
}

// HeadersContext returns the context under which an endpoint's static headers are encrypted, so that no other encrypted
// value can replace them.
func HeadersContext(endpointID string) string { return "endpoint-headers:" + endpointID }

// SecretContext returns the context under which the secret of an endpoint's HMAC key is encrypted.
func SecretContext(endpointID, kid string) string { return "endpoint-key:" + endpointID + ":" + kid }

// validHost checks a host name against the lengths of RFC 1035, section 2.3.4.
func validHost(name string) bool {
	if len(name) > 253 {
		return false
	}
	for label := range strings.SplitSeq(strings.TrimSuffix(name, "."), ".") {
		if len(label) > 63 {
			return false
		}
	}
	return true
}
