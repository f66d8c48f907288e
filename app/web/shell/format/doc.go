// Package format writes values the way the console shows them: times, numbers, ids and the names of codes. It knows no
// request and no visitor; what depends on a language takes it as an argument.
package format
