// Package jobs is the wing of the console about jobs of any state: the search, the command palette, and what is
// kept of each job: its history, its payload and all its files.
package jobs
