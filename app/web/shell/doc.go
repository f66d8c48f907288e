// Package shell is what all pages of the console share: who is asking, the routes behind the sign-in, the frame around
// a page, rendering, and the answers to failures. It has no pages of its own; those are the wings', one package each
// beside it, which use shell and the packages below it and never each other.
package shell
