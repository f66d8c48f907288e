// Package retention removes old data: finished jobs with all that belongs to them, and before that their captures
// alone, as each company's rule or the command line asks; and what applicants sent with a link that ended before they
// submitted it, whatever the rules say. Jobs that were never submitted fall under the rules like finished ones. Package
// store holds the one rule of what may be removed; this package decides when and in which steps, and keeps a record of
// each run. Erasing one person is the business of package customer.
package retention
