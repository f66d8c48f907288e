// Package retention removes what is old: finished jobs with all that belongs to them, and before that their captures
// alone, as each company's rule says or as the command line asks. What may go is one rule in package store; this
// package decides when, in which steps, and keeps a record of each run. It erases nobody by name: package customer
// does.
package retention
