// Package review is the wing of the console about one job under review: the review page, the decision bar, and the
// judging of quality checks, which uses both.
package review
