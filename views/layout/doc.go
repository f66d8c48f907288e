// Package layout is the frame of every page: document, head, top bar. It knows no page's content.
package layout
