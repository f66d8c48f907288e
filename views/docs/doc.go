// Package docs shows the documentation for integrators. A page is a text in Markdown, which is also served as it is:
// the two can't differ. It reads the part of Markdown that such pages need, and no raw HTML.
package docs
