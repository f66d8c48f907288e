// Package media is the wing of the console that shows captures: their renditions, or a capture as it came where it has
// none.
package media
