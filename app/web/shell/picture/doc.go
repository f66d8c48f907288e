// Package picture decides which captures can be shown as pictures, in which sizes, and where. It makes none; package
// rendition does.
package picture
