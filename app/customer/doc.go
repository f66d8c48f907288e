// Package customer finds enrolled persons, and erases one with everything that is stored about them. Persons are
// enrolled and verified where jobs are decided.
package customer
