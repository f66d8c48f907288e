// Package figure is what the pages of figures share: their tabs, and how their tables are written. What a figure means
// is for the wing that shows it.
package figure
