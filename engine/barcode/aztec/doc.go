// Package aztec turns the modules of an Aztec symbol (ISO/IEC 24778), compact, full or a rune, into its message, and
// back for specimens and tests. It does not deal with pictures: where the modules lie is found by package barcode.
package aztec
