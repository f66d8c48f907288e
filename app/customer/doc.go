// Package customer finds enrolled persons, and erases everything that is stored about the person with a unique number,
// enrolled or not. Persons are enrolled and verified where jobs are decided.
package customer
