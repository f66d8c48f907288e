// Package customer is the use case of enrolled persons: looking them up, and erasing one with everything that is kept
// about them. Enrolling and verifying happen where jobs are decided.
package customer
