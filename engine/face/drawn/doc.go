// Package drawn draws human-like portraits of people who do not exist: every pixel is computed from a seed. The demo
// composes them into specimen documents and selfies, and the tests of package face measure on them.
//
// It is a drawing, not a likeness and not a benchmark: what a detector or a comparison does on these faces shows that
// the code works, not how well it works on people.
package drawn
