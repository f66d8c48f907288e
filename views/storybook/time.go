package storybook

import (
	"time"

	"proofdesk/views/ui"
	"proofdesk/views/words"
)

// on returns a time, given as 2006-01-02 15:04:05, as a page in English and in UTC shows it.
func on(text string) ui.Time {
	at := parsed(text)
	return ui.TimeAt(words.English.Moment(at), at)
}

// today returns a time of the day on which the stories are set, given as 15:04:05, as a page in English and in UTC
// shows it.
func today(text string) ui.Time {
	at := parsed("2026-11-20 " + text)
	return ui.TimeAt(words.English.Clock(at), at)
}

func parsed(text string) time.Time {
	at, err := time.Parse(time.DateTime, text)
	if err != nil {
		panic(err)
	}
	return at
}
