// Package engine answers one question: what is in these captures? Bytes go in, findings come out: boxes, values,
// scores, thresholds and checks. It is pure Go without cgo, I/O, clock or globals, so that the same code runs on the
// server and, as WebAssembly, on the device. It does not decide anything: package policy does.
package engine
