// Package text finds the fields of an identity document's visual inspection zone among words that a recogniser read: names,
// document number, dates of birth, issue and expiry, by the labels beside them in several languages, by the order of
// dates, and by what a machine-readable code says should stand there. It recognises no characters itself.
package text
