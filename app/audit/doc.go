// Package audit defines the audit log: who did what to which thing, and the hash chain that shows whether a row was
// changed, removed or inserted later. It does no I/O: the store writes the rows, package audittrail seals and verifies
// them.
package audit
