// Package account is the wing of the console about the visitor's own account: signing in and out, the second factor,
// preferences and keys.
package account
