// Package barcode finds and reads the barcodes that identity documents carry: PDF417 and MicroPDF417 at any angle, Data
// Matrix and Aztec by readers of our own, QR, Code 128 and Code 39 with gozxing's decoders, all behind a series of
// retries. It also draws PDF417, QR, Data Matrix, Aztec and Code 128 for specimens and tests. The build tag device
// leaves Data Matrix and Aztec out.
//
// A reading is only returned if the symbol's own error correction or check digit accepted it; Confidence is how much of
// that correction was left over. The package does not know what the text means: see package aamva.
package barcode
