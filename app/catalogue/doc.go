// Package catalogue declares every code that leaves the program, once: the engine's checks, the reasons of findings and
// decisions, the SDK's prompts, what can be wrong with a file, the rules of fields, the problems that the API answers
// with and the actions of the audit trail.
// Each has its meaning and its texts in every language of the console. The console, the API document, the documentation
// and the tests read it; code that makes a code writes it as a literal, and a test compares the two.
package catalogue
