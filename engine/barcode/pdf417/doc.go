// Package pdf417 decodes and encodes the codewords of PDF417 (ISO/IEC 15438) and MicroPDF417 (ISO/IEC 24728): symbol
// characters, error correction over GF(929), compaction of text, bytes and digits in both directions, and the making of
// symbols. It does not deal with pictures: package barcode finds symbols and reads their codewords.
package pdf417
