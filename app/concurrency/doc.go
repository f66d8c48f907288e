// Package concurrency tests that every write holds up against others at the same instant: each write use case runs
// twelvefold in parallel on SQLite and on PostgreSQL, and what it leaves and answers must equal what the same twelve
// leave and answer one after the other. A write use case that is missing from the table fails the test.
package concurrency
