// Package customers is the wing of the console about enrolled persons: finding them, what is kept about each, and
// erasing them.
package customers
