// Package docs serves the documentation for integrators under /docs, to everybody. Each page is put together from a
// text in Markdown and from the lists that the program itself works with, so that it can't say something else.
package docs
