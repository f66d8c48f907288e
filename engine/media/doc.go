// Package media checks pictures and fonts that were uploaded for the capture screens. What it returns is decoded as a
// whole once, and holds nothing that is not needed to show it: no metadata and nothing behind the end of the file. It
// does not look at what a picture shows.
package media
