package shell

import (
	"time"
)

// When writes a time in the visitor's time zone.
func (v Visitor) When(at time.Time) string {
	if at.IsZero() {
		return v.T("never")
	}
	return at.In(v.TimeZone()).Format("2006-01-02 15:04:05")
}

// ZoneName returns the name of the visitor's time zone.
func (v Visitor) ZoneName() string { return v.TimeZone().String() }

// WithZone adds to the introduction of a page which time zone its times are in.
func (v Visitor) WithZone(text string) string { return text + " " + v.T("Times are %s.", v.ZoneName()) }

// TimeZone returns the visitor's time zone.
func (v Visitor) TimeZone() *time.Location { return v.Preferences.Zone() }
