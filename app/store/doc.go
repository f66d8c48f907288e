// Package store reads and writes the database. No other package has SQL. Each statement is one text for SQLite and
// PostgreSQL, written with ? and bound in order, and names the company whose rows it reads or writes, but for those
// that testdata/spanning.golden lists.
//
// Reads are methods of both Store, which has a pool of readers, and Tx. Writes are methods of Tx alone and happen
// inside Store.Write. On SQLite waiting writes share one durable transaction. A row that is read to decide a write is
// locked with the dialect's forUpdate or forShare, or compared in the write's WHERE. Each file is about one noun.
//
// Transactions lock an endpoint before its keys, its keys before its deliveries, and a saved view before the agents'
// start pages, so that two of them never wait for each other.
package store
