// Package onboarding holds the nouns of proofing: job, capture, customer, outcome, the transition table, the step plan
// and the one payload that is both webhook body and snapshot. Rules only; it does no I/O.
package onboarding
