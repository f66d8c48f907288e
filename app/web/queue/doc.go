// Package queue is the wing of the console about the review queue: what waits, why, and who holds it, kept up to date
// while the page is open.
package queue
