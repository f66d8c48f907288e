// Package rendition makes the pictures of captures that the console shows: images encoded anew without metadata, sound
// and signatures drawn, a chip's portrait. It keeps them in memory and sealed beside their captures. Who may see a
// picture is decided before it is asked.
package rendition
