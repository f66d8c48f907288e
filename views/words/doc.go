// Package words holds the texts of the console in each of its languages. The English sentence is the key, so that
// a template reads as its page does. It translates only what we wrote: never names, readings, reasons that a company
// wrote, or the wire.
package words
