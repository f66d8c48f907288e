// Package barcode finds and reads the barcodes that identity documents carry: PDF417 and MicroPDF417 by a reader of
// our own that works at any angle, QR, Data Matrix, Aztec, Code 128 and Code 39 through gozxing behind a ladder of
// retries. It also draws PDF417, QR and Code 128 for specimens and tests.
//
// A reading is only returned if the symbol's own error correction or check digit accepted it; Confidence tells how
// much of that correction was left over. The package does not know what the text means: see package aamva.
package barcode
