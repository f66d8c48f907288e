// Package mrz finds, reads, checks and builds machine-readable zones: TD1, TD2, TD3, MRV-A and MRV-B of ICAO Doc 9303
// (8th edition) and the French national identity card of 1988-2021. Parse takes lines of text apart and reports every
// check digit as printed; Build makes right lines out of fields; Reader.Read finds a zone in a picture at any angle and
// reads it. The package does not judge a document: whether a failed digit or a passed date matters is for its caller.
//
// How Read works: ink is what lies below the local mean (component.go); pieces of ink at even steps form chains
// (chain.go), chains on one line rows with a curved centre line (row.go), two or three parallel rows a zone (zone.go,
// ghost.go). Each row gets a grid of characters by cumulative rounding (grid.go, weakgrid.go), each cell goes through
// the network of package glyph, from the surest place outwards (cells.go). The layouts are laid over the rows with what
// the grammar finds unlikely as a cost (decode.go, spell.go, state.go), a search over check digits repairs what is
// nearly as likely (repair.go), and what was seen before any repair decides whether the zone is believed (trust.go). A
// digit that a repair used never counts for acceptance.
//
// Traps that tests guard: lines without any filler are legal; specimens exist whose digits are wrong or left out, and
// they are read as printed; Germany is D with two fillers; sex may be a filler; the letter O hardly ever occurs where
// figures and letters mix.
package mrz
