// Package concurrency tests that every write use case is safe under concurrency: each one runs twelve times in parallel
// on SQLite and on PostgreSQL, and the rows and answers must equal those of the same twelve calls one after the other.
// A write use case that is missing from the table fails the test.
package concurrency
