// Package finding holds what the engine reports: checks with their outcome and evidence, values that were read, and
// what is known about each capture. It holds no rules: package check makes the checks, package engine reads the
// captures, and package policy of the program decides.
package finding
