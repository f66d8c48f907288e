// Package specimen draws what tests and the demo need: persons, identity documents with machine-readable zones and
// barcodes, photographs of them under good and bad conditions, selfies, voices, signatures, fingerprints and hostile
// files. Everything is computed from a seed, so the same seed gives the same bytes; nothing is a picture of a real
// document or person, and every document says that it is a specimen. It is not a model of any State's document: the
// layouts follow ICAO Doc 9303 and the AAMVA card standard only as far as a reader needs.
package specimen
