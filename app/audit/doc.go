// Package audit is the shape of the trail: who did what to which thing, and the hash chain that shows whether a row was
// changed, removed or put in later. It does no I/O: the store writes the rows, a loop seals them, a command verifies
// them.
package audit
