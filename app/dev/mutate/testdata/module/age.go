// Package tiny is a module for the tests of the command mutate.
package tiny

// Adult reports whether a person of an age is an adult.
func Adult(age int) bool {
	return age >= 18
}

// Child reports whether a person of an age is a child.
func Child(age int) bool { return age < 12 }
