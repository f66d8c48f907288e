// Package store is the only package that speaks SQL: one text for SQLite and PostgreSQL, written with ? and bound in
// order. Reads are methods of both Store (a pool of readers) and Tx; writes are methods of Tx alone and happen inside
// Store.Write, which on SQLite is a group commit: waiting writes share one durable transaction. One file per noun.
package store
