// Package download sends what a page shows as a file.
package download
