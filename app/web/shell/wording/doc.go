// Package wording holds the words of the console for the codes of the engine and the policy: reasons, fields, sources,
// captures and the outcomes of checks. It words a code; what stands in a particular job is for its callers.
package wording
