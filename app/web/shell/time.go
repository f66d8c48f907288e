package shell

import (
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/preference"
	"proofdesk/views/ui"
)

// When writes a time in the visitor's language and time zone, as part of a sentence.
func (v Visitor) When(at time.Time) string {
	if at.IsZero() {
		return v.T("never")
	}
	return v.Moment(at.In(v.TimeZone()))
}

// Time returns a time in the visitor's language and time zone.
func (v Visitor) Time(at time.Time) ui.Time { return ui.TimeAt(v.When(at), at) }

// Recent returns a time in the visitor's language and time zone, without its date where that is today.
func (v Visitor) Recent(at, now time.Time) string {
	zone := v.TimeZone()
	return v.Language.Recent(at.In(zone), now.In(zone))
}

// ZoneName returns the name of the visitor's time zone.
func (v Visitor) ZoneName() string { return v.TimeZone().String() }

// WithZone adds to the introduction of a page which time zone its times are in.
func (v Visitor) WithZone(text string) string { return text + " " + v.T("Times are %s.", v.ZoneName()) }

// TimeZone returns the time zone that the visitor chose, else their browser's, else UTC.
func (v Visitor) TimeZone() *time.Location {
	for _, name := range []string{v.Preferences.TimeZone, v.BrowserZone} {
		if zone, ok := preference.Zone(name); ok {
			return zone
		}
	}
	return time.UTC
}

// zoneCookie holds the time zone of this browser, which its script keeps up to date.
const zoneCookie = "proofdesk_zone"

// zoneOf returns the time zone of the browser; empty where its script has not reported one.
func zoneOf(c *fiber.Ctx) string {
	name := c.Cookies(zoneCookie)
	if _, known := preference.Zone(name); !known {
		return ""
	}
	return name
}
