// Package onboarding defines the domain's types: job, capture, customer, outcome, the transition table, the step plan
// and the one payload that is both webhook body and snapshot. It does no I/O.
package onboarding
