// Package format writes values the way the console shows them: countdowns, ids and the names of
// codes. Dates, times and numbers in a language are written by package words. It knows no
// request and no visitor; what depends on a language takes it as an argument.
package format
