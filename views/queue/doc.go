// Package queue is the view of the review queue.
package queue
