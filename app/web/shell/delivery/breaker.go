package delivery

import (
	"net/url"
	"strings"
	"time"

	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/webhook"
	"proofdesk/views/ui"
	"proofdesk/views/words"
)

// BreakerTone returns the colour of a breaker's state. A closed one only lets deliveries through, which proves nothing
// about them.
func BreakerTone(s webhook.BreakerState) ui.Tone {
	switch s {
	case webhook.Closed:
		return ui.Plain
	case webhook.HalfOpen:
		return ui.Warn
	}
	return ui.Fail
}

// PlainHost returns a host as pages write it: without the scheme of its URL, and without the port that https has.
func PlainHost(host string) string {
	return strings.TrimSuffix(strings.TrimPrefix(host, "https://"), ":443")
}

// HostPath returns the page of a host's breaker.
func HostPath(host string) string { return "/webhooks/hosts/" + url.PathEscape(PlainHost(host)) }

// formerReasons are the reasons that older releases stored, in today's words. A breaker has always closed after two
// probes.
var formerReasons = map[string]string{
	"opened by hand":     "paused by hand",
	"reset by hand":      "resumed by hand",
	"time for a probe":   "open period ended",
	"2 probes went well": "2 probes succeeded",
}

// Reason returns why a breaker changed, in a language.
func Reason(l words.Language, stored string) string {
	if now, ok := formerReasons[stored]; ok {
		stored = now
	}
	return format.Translate(l, stored)
}

// Moment writes a time in the future and how long it is until then.
func Moment(v shell.Visitor, at, now time.Time) string {
	if !at.After(now) {
		return v.T("now")
	}
	return v.T("%s, in %s", v.When(at), v.Age(at.Sub(now)))
}

// ProbeTime returns when a host is probed to which nothing is sent now.
func ProbeTime(v shell.Visitor, b store.HostBreaker, now time.Time) string {
	switch {
	case b.Forced:
		return v.T("when resumed")
	case b.State == webhook.HalfOpen && b.ProbeAt.After(now):
		return v.T("a probe is in progress")
	}
	return Moment(v, b.ProbeAt, now)
}

// probeText returns when a host is probed, with the word for it.
func probeText(v shell.Visitor, b store.HostBreaker, now time.Time) string {
	if b.Forced || b.State == webhook.HalfOpen && b.ProbeAt.After(now) {
		return ProbeTime(v, b, now)
	}
	return v.T("probe %s", ProbeTime(v, b, now))
}
