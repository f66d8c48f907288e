package ui

import "time"

// Time is a time as a page shows it, with the exact time in UTC behind it.
type Time struct {
	Text string
	UTC  string // RFC 3339; empty for no time
}

// String returns the time as it is shown.
func (t Time) String() string { return t.Text }

// TimeAt returns a time with the text that a page shows for it.
func TimeAt(text string, at time.Time) Time {
	if at.IsZero() {
		return Time{Text: text}
	}
	return Time{Text: text, UTC: at.UTC().Format("2006-01-02T15:04:05.000Z")}
}
