package queue

import (
	"strconv"
	"strings"

	"proofdesk/app/fault"
	"proofdesk/app/store"
)

var viewNames = map[store.QueueView]string{
	store.ViewOpen:      "Open",
	store.ViewOverdue:   "Overdue",
	store.ViewMine:      "Mine",
	store.ViewEscalated: "Escalated",
	store.ViewCheck:     "To check",
}

var emptyViews = map[store.QueueView]string{
	store.ViewOpen:      "Nothing is waiting.",
	store.ViewOverdue:   "Nothing is overdue.",
	store.ViewMine:      "You hold no jobs.",
	store.ViewEscalated: "Nothing was escalated.",
	store.ViewCheck:     "No proposals are waiting for a second agent.",
}

// cursor reads where a page begins: deadline and seq.
func cursor(text string) (store.QueueCursor, error) {
	var at store.QueueCursor
	if text == "" {
		return at, nil
	}
	deadline, seq, _ := strings.Cut(text, "-")
	var errs [2]error
	at.Deadline, errs[0] = strconv.ParseInt(deadline, 10, 64)
	at.Seq, errs[1] = strconv.ParseInt(seq, 10, 64)
	if errs[0] != nil || errs[1] != nil {
		return at, fault.BadField("after", "format", "this is not a valid page")
	}
	return at, nil
}
