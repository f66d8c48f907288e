// Package admin is the view of administration: lists of users, clients, keys and customers with what can be done to
// each, the audit trail, settings, the sandbox, and an agent's own account. Its pages are made of a few parts that are
// alike on each.
package admin
