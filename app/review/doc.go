// Package review is the use case of the human in the loop: the queue, claiming, the dossier of a job, and the decision
// with its undo. It writes rows and events; it renders nothing and sends nothing.
package review
