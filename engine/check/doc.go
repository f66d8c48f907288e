// Package check holds the engine's checks: one file per check, with one pure function from what was read to its
// findings. A check decides nothing about a job; package policy of the program does.
//
// Every file is named after its check and holds
//
//   - the check's function, documented with the check's code, what its score is, in which direction it passes, where
//     the threshold comes from and how far its provider may be trusted,
//   - its own thresholds as named constants, each with its unit and its source,
//   - a table test in the file of the same name that ends in _test.go. It drives the function with values and draws no
//     picture.
//
// What a check judges was measured or read by the package of its modality: engine/document measures focus, glare,
// brightness, fingers, photocopies and screens; engine/mrz reads zones; engine/barcode barcodes; engine/face faces.
// Package engine reads captures with them and calls the checks; its function Inspect shows the order.
//
// To add a check: give it a code in engine/finding/code.go, write its file and its test here, call it where package
// engine judges what it needs (judgeSide for one side of a document, judgeSelfie for a selfie, judgeValues for what was
// read), and declare it and its reasons in app/catalogue/codes.
package check
