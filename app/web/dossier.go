package web

import (
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/web/shell"
	"proofdesk/views/words"
)

// dossier is what is known about a job, told in a visitor's language and time zone.
type dossier struct {
	review.Dossier
	words.Language
	local  *time.Location
	known  *onboarding.Customer // the enrolled customer that the applicant is held against; nil for none
	byFace bool                 // whether that customer was found by the face alone
	phrase string               // that was to be said; empty where none was
}

// localize returns a dossier as the visitor reads it.
func localize(v shell.Visitor, d review.Dossier) dossier {
	return dossier{Dossier: d, Language: v.Language, local: v.Agent.Preferences.Zone()}
}

// clock writes the time of day.
func (d dossier) clock(at time.Time) string {
	if at.IsZero() {
		return d.T(unknown)
	}
	return at.In(d.local).Format("15:04:05")
}

// day writes a date with the time of day.
func (d dossier) day(at time.Time) string {
	if at.IsZero() {
		return d.T(unknown)
	}
	return at.In(d.local).Format("2006-01-02 15:04:05")
}

// moment writes when a line of the history happened: the time of day, after the date where that was another day.
func (d dossier) moment(at time.Time) string {
	if at.IsZero() || at.In(d.local).Format(time.DateOnly) == d.Now.In(d.local).Format(time.DateOnly) {
		return d.clock(at)
	}
	return at.In(d.local).Format("01-02 15:04")
}
