// Package crosscheck compares the values of one field from different sources: the printed text, the machine-readable
// zone, the barcode, the chip and the host application. It compares values; package check decides what follows.
package crosscheck
