// Package jobs is the view of search and of a job's history and payload.
package jobs
