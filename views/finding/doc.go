// Package finding holds the parts of pages that show what is known about a job: findings and the cross-check of its
// fields. It draws nothing; the review page does.
package finding
