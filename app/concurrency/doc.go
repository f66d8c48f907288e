// Package concurrency tests that every write use case is safe under concurrency: each one runs twelve times in parallel
// on SQLite and on PostgreSQL, and the rows and answers must equal those of the same twelve calls one after the other.
// A write use case that is missing from the table fails the test. Pairs of different use cases that change the same
// rows run against each other too, and no invariant of the rows may be broken.
package concurrency
