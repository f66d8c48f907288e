// Package datamatrix turns the modules of a Data Matrix symbol (ISO/IEC 16022, ECC 200, and the rectangles of ISO/IEC
// 21471) into its message, and back for specimens and tests. It does not deal with pictures: where the modules lie is
// found by package barcode. Older kinds (ECC 000 to 140) are not read.
package datamatrix
