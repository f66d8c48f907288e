// Package engine reports what is in these captures. Bytes go in, findings come out: boxes, values,
// scores, thresholds and checks. It is pure Go without cgo, I/O, clock or globals, so that the same code runs on the
// server and, as WebAssembly, on the device. It does not decide anything: package policy does.
//
// # Flow
//
// Inspect shows the order of the steps. It inspects one capture after the other and then all of them together:
//
//	open            bytes → picture
//	readSide        picture → check.Side: outline, zone, barcodes, faces, quality, what is shown, realness
//	judgeSide       check.Side → checks of one side of a document
//	inspectPaper, inspectSelfie, inspectVoice, inspectSignature, inspectChip, inspectFingerprints
//	                the same for the other kinds of captures
//	recoverBarcode  a crop of a barcode → readings of a back whose own barcode was not read
//	readPrint       pictures of fronts → readings of printed text
//	matchFaces      faces → checks that compare them
//	check.NewValues readings of all captures → values of one document, compared over their sources
//	judgeValues     values → checks of the document's data
//
// A step takes what it needs as arguments and returns what it read; nothing that was read is changed by a later step.
// Assess is the quick look at one capture, Recheck runs the checks of the data again with corrected values.
//
// # Where things are
//
// Package finding holds the parts of the report, package check the checks, one file each with its thresholds and its
// test; its documentation says how to add one. Package crosscheck compares the values of different sources. The
// packages of the modalities read and measure: document, mrz, barcode, aamva, text, face, chip, voice, signature,
// fingerprint. A threshold is a named constant in the file whose measure or check it belongs to.
package engine
