package dossier

import (
	"time"

	"proofdesk/app/review"
	"proofdesk/app/web/shell"
	"proofdesk/views/ui"
	"proofdesk/views/words"
)

// Dossier is what is known about a job, in the language and the time zone of a visitor.
type Dossier struct {
	review.Dossier
	words.Language
	TimeZone *time.Location
}

// For returns a dossier as the visitor reads it.
func For(v shell.Visitor, d review.Dossier) Dossier {
	return Dossier{Dossier: d, Language: v.Language, TimeZone: v.TimeZone()}
}

// When writes a date with the time of day, as part of a sentence.
func (d Dossier) When(at time.Time) string {
	if at.IsZero() {
		return d.T(Unknown)
	}
	return d.Moment(at.In(d.TimeZone))
}

// Time returns a date with the time of day.
func (d Dossier) Time(at time.Time) ui.Time { return ui.TimeAt(d.When(at), at) }

// Recent returns the time of day, or the date with it where that is not today.
func (d Dossier) Recent(at time.Time) ui.Time {
	if at.IsZero() {
		return d.Time(at)
	}
	return ui.TimeAt(d.Language.Recent(at.In(d.TimeZone), d.Now.In(d.TimeZone)), at)
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
