// Package chart is the page of figures: tiles, plots as SVG that reads at any width and without script, and the table
// of each plot. It lays out what it is given; what a figure means, and how it is worded, is for its caller.
package chart
