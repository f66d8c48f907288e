// Package administration is the wing of the console about a company: its users, settings, reasons, retention and audit
// trail.
package administration
