// Package review holds the use cases of manual review: the queue, claims, the dossier of a job, and the decision with
// its undo. It writes rows and events; it renders nothing and sends nothing.
package review
