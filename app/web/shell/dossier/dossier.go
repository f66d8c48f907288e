package dossier

import (
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/web/shell"
	"proofdesk/views/words"
)

// Dossier is what is known about a job, in the language and the time zone of a visitor.
type Dossier struct {
	review.Dossier
	words.Language
	TimeZone *time.Location
	Enrolled *onboarding.Customer // the enrolled customer that the applicant is compared with; nil for none
	ByFace   bool                 // whether that customer was found by the face alone
	Phrase   string               // what the applicant was asked to say; empty for nothing
}

// For returns a dossier as the visitor reads it.
func For(v shell.Visitor, d review.Dossier) Dossier {
	return Dossier{Dossier: d, Language: v.Language, TimeZone: v.TimeZone()}
}

// Clock writes the time of day.
func (d Dossier) Clock(at time.Time) string {
	if at.IsZero() {
		return d.T(Unknown)
	}
	return at.In(d.TimeZone).Format("15:04:05")
}

// Day writes a date with the time of day.
func (d Dossier) Day(at time.Time) string {
	if at.IsZero() {
		return d.T(Unknown)
	}
	return at.In(d.TimeZone).Format("2006-01-02 15:04:05")
}

// Moment writes the time of day, after the date where that is not today.
func (d Dossier) Moment(at time.Time) string {
	if at.IsZero() || at.In(d.TimeZone).Format(time.DateOnly) == d.Now.In(d.TimeZone).Format(time.DateOnly) {
		return d.Clock(at)
	}
	return at.In(d.TimeZone).Format("01-02 15:04")
}

// Unknown is shown in place of a value that is not known.
const Unknown = "unknown"

// PersonName returns the name of a person, or that it is unknown.
func (d Dossier) PersonName(name string) string {
	if name == "" {
		return d.T("Name unknown")
	}
	return name
}
