// Package admin is the view of administration: lists of users, clients and keys with what can be done to each, the audit
// trail, and an agent's own account.
package admin
