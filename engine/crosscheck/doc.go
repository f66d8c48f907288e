// Package crosscheck compares the values that different sources give for one field: the printed text, the
// machine-readable zone, the barcode, the chip and the host application. It says how values compare; package check says
// what follows.
package crosscheck
