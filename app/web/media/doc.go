// Package media is the wing of the console that shows captures: pictures made anew, sound and signatures drawn,
// anything else as it came.
package media
