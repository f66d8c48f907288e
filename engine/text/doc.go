// Package text finds the printed lines of an identity document and, once a recogniser has read them, the fields of its
// visual inspection zone: names, number, dates, sex. It recognises no characters itself, and it is not told what a
// machine-readable code says: what is printed is a source of its own, to be held against the others.
//
// Rows finds lines on a straightened page: the page is divided by its paper, once in its lightest channel, in which
// black print stays and coloured patterns, stamps and labels fade, and once in grey (ink.go); connected pieces of ink
// at three depths (piece.go) are chained where they have one height and one foot (row.go), and of chains that overlap
// the best is kept. Each gives a level picture of its own (picture.go). Find tells labels in the languages of the Latin
// script from values (label.go) and takes what stands below or beside them; where labels can't be read it goes by the
// order of fields of ICAO 9303-4 and of driving licences' numerals (order.go, numbered.go), and by the order of dates
// (day.go).
package text
