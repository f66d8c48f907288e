// Package trail puts entries of the audit trail into words: who did what to what. It reads and searches no trail.
package trail
