package barcode

// Begins is begins, for the test that it never says no to what the readers read.
func Begins(widths []int, kind Symbology) bool { return begins(widths, kind) }
