// Package account is the view of signing in.
package account
