// Package mrz finds, reads, checks and builds machine-readable zones: TD1, TD2, TD3, MRV-A and MRV-B of ICAO Doc 9303
// (8th edition) and the French national identity card of 1988-2021. Parse takes lines of text apart and reports every
// check digit as printed; Build makes right lines out of fields; Read finds a zone in a picture at any angle and reads
// it. The package does not judge a document: whether a failed digit or a passed date matters is for its caller.
package mrz
