package queue

import "proofdesk/app/store"

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
