package web

import (
	"time"

	"proofdesk/app/review"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/format"
)

func clockTime(t time.Time) string {
	if t.IsZero() {
		return "unknown"
	}
	return t.UTC().Format("15:04:05")
}

// tally reports what the visitor did today.
func tally(v shell.Visitor, t review.Tally) string {
	if t.Done == 0 {
		return v.T("nothing done yet today")
	}
	return v.T("today %d done · median %s", t.Done, format.Age(t.Median))
}
