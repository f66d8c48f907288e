package webhook

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Class is how an attempt ended.
type Class string

// The classes of attempts.
const (
	Success       Class = "success"
	Redirect      Class = "redirect"
	ClientError   Class = "client_error"
	ServerError   Class = "server_error"
	Throttled     Class = "throttled"
	Gone          Class = "gone"
	Timeout       Class = "timeout"
	ConnectError  Class = "connect_error"
	TLSError      Class = "tls_error"
	DNSError      Class = "dns_error"
	ProtocolError Class = "protocol_error"
	AddressError  Class = "address_refused" // the address guard refused to dial
	Expired       Class = "expired"         // too old for another attempt
)

// MaxAttempts is how often a delivery is attempted.
const MaxAttempts = 10

// EndpointTimeout is how long an endpoint may take to answer with status and headers.
const EndpointTimeout = 15 * time.Second

// MaxAge is the age at which a delivery is given up that could not be attempted ten times, so that every delivery ends.
const MaxAge = 72 * time.Hour

// ClassOf returns the class of an HTTP status.
func ClassOf(status int) Class {
	switch {
	case status >= 200 && status < 300:
		return Success
	case status >= 300 && status < 400:
		return Redirect
	case status == http.StatusGone:
		return Gone
	case status == http.StatusTooManyRequests:
		return Throttled
	case status >= 500:
		return ServerError
	}
	return ClientError
}

// AgainstHost reports whether an attempt of this class counts as a failure of the whole host and not only of the one
// delivery.
func (c Class) AgainstHost() bool {
	switch c {
	case ServerError, Throttled, Timeout, ConnectError, TLSError, DNSError, ProtocolError, AddressError:
		return true
	}
	return false
}

const (
	firstDelay = 10 * time.Second
	lastDelay  = 18 * time.Hour
)

// Wait returns how long to wait after attempt n (1 is the first) without jitter: 10 s × 3^(n-1) up to 18 h.
func Wait(n int) time.Duration {
	delay := firstDelay
	for range n - 1 {
		if delay *= 3; delay > lastDelay {
			return lastDelay
		}
	}
	return delay
}

// Delay returns how long to wait after attempt n (1 is the first): Wait with ±20 % jitter.
func Delay(n int, random *rand.Rand) time.Duration {
	return time.Duration(float64(Wait(n)) * (0.8 + 0.4*random.Float64()))
}

const longestRetryAfter = 24 * time.Hour

// RetryAfter parses a Retry-After header (RFC 9110, 10.2.3: seconds as digits, or a date); 0 where there is none or it
// is neither; at most a day.
func RetryAfter(value string, now time.Time) time.Duration {
	value = strings.TrimSpace(value)
	if value != "" && strings.Trim(value, "0123456789") == "" {
		seconds, err := strconv.ParseInt(value, 10, 64)
		if err != nil || seconds > int64(longestRetryAfter/time.Second) { // digits fail only by being too many
			return longestRetryAfter
		}
		return time.Duration(seconds) * time.Second
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	return min(max(at.Sub(now), 0), longestRetryAfter)
}
